import { parse } from 'csv-parse/sync'
import { readXlsx } from 'hucre/xlsx'
import readExcelFile from 'read-excel-file/node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { IsoDate } from '../../../domain/dates.ts'
import { hostOf, startTestApp, type TestApp, type TestSession } from '../../../testing/app.ts'
import { makeAccount } from '../../../testing/factories/make-account.ts'
import { makeContribution } from '../../../testing/factories/make-contribution.ts'
import { makeStaff } from '../../../testing/factories/make-fund.ts'
import { makeRelationship } from '../../../testing/factories/make-relationship.ts'
import { makeUser } from '../../../testing/factories/make-user.ts'

let portal: TestApp
let as: TestSession

beforeAll(async () => {
  portal = await startTestApp()
  const donor = await makeUser(portal.databases)
  as = await portal.sessionFor(donor)
  const finch = await makeAccount(portal.databases, {
    fundId: 123456,
    accountName: '=HYPERLINK("https://evil.example";"Finch")',
    donorName: 'Ada, "Countess" Finch',
  })
  await makeContribution(portal.databases, finch, 1_234_567_89n)
  const heron = await makeAccount(portal.databases, {
    fundId: 700700,
    accountName: '_x0041_ Heron <Fund> & Söhne',
    status: 'Closed',
    closedOn: '2025-06-30' as IsoDate,
  })
  for (const account of [finch, heron]) await makeRelationship(portal.databases, account, { user: donor })
})
afterAll(() => portal.close())

const download = async (query: string, session = as) =>
  await portal.app.inject({
    url: `/api/accounts/export${query}`,
    headers: { host: hostOf('npt'), 'x-accountid': '0', ...session.headers },
  })

async function cellsOfWorkbook(query = '') {
  const { rawPayload } = await download(query)
  const { sheets } = await readXlsx(rawPayload)
  return sheets[0]?.rows ?? []
}

describe('accounts.xlsx (§9)', () => {
  test('has the seven columns, real dates and amounts', async () => {
    const [headings, finch, heron] = await cellsOfWorkbook()
    expect(headings).toEqual([
      'Account ID',
      'Account Name',
      'Balance',
      'Donor Name',
      'Account Type',
      'Established Date',
      'Closed Date',
    ])
    expect(heron).toEqual([
      700700,
      '_x0041_ Heron <Fund> & Söhne (Closed)',
      0,
      'Margaret Ellison',
      'Individual',
      new Date('2019-03-04'),
      new Date('2025-06-30'),
    ])
    expect(finch?.slice(0, 4)).toEqual([
      123456,
      '=HYPERLINK("https://evil.example";"Finch") (Active)',
      1234567.89,
      'Ada, "Countess" Finch',
    ])
  })

  test('is read alike by a second reader', async () => {
    const { rawPayload } = await download('')
    const [sheet] = await readExcelFile(rawPayload)
    // The other reader trims nothing and parses dates itself.
    const filled = (rows: readonly (readonly unknown[])[]) =>
      rows.map(row => row.map(cell => (cell === '' ? null : cell)))
    expect(filled(sheet?.data ?? [])).toEqual(filled(await cellsOfWorkbook()))
  })

  test('is an attachment with its name, and is not stored by the browser', async () => {
    const { headers } = await download('')
    expect(headers).toMatchObject({
      'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'content-disposition': 'attachment; filename="accounts.xlsx"',
      'cache-control': 'no-store',
      'x-total-rows': '2',
    })
  })

  test('exports what the search finds, in the order of the screen', async () => {
    expect((await cellsOfWorkbook('?keywords=heron')).map(row => row[0])).toEqual(['Account ID', 700700])
    expect((await cellsOfWorkbook('?sort=-fundId')).map(row => row[0])).toEqual([
      'Account ID',
      700700,
      123456,
    ])
    expect((await cellsOfWorkbook('?keywords=nobody')).map(row => row[0])).toEqual(['Account ID'])
  })
})

describe('accounts.csv', () => {
  test('keeps a text that looks like a formula as text, and quotes what needs it', async () => {
    const { body } = await download('?format=csv')
    expect(body.startsWith('\uFEFFAccount ID,')).toBe(true)
    const rows: string[][] = parse(body, { bom: true })
    expect(rows[1]).toEqual([
      '123456',
      `'=HYPERLINK("https://evil.example";"Finch") (Active)`,
      '1234567.89',
      'Ada, "Countess" Finch',
      'Individual',
      '2019-03-04',
      '',
    ])
  })
})

test.each([
  ['an unknown format', '?format=pdf'],
  ['an unknown sort column', '?sort=color'],
  ['keywords of 201 characters', `?keywords=${'x'.repeat(201)}`],
])('answers %s with a problem instead of a file', async (_case, query) => {
  const { statusCode, headers } = await download(query)
  expect([statusCode, headers['content-type']]).toEqual([400, 'application/problem+json'])
})

describe('a long list', () => {
  beforeAll(async () => {
    await portal.database.admin.query(
      `insert into fund_account (book, fund_id, account_name, donor_name, opened_on)
       select 'npt', 2000000 + n, 'Long list ' || n, 'Mo Long', '2020-01-01' from generate_series(1, 12000) n`,
    )
  })

  test('has every row once, across all pages of the database', async () => {
    const { session } = await makeStaff(portal)
    const { body, headers } = await download('?format=csv&keywords=Long%20list&sort=-accountName', session)
    const rows: string[][] = parse(body, { bom: true, from: 2 })
    expect(new Set(rows.map(([fundId]) => fundId)).size).toBe(12_000)
    expect(rows).toHaveLength(12_000)
    expect(headers['x-total-rows']).toBe('12000')
    // The browser shows the progress by it.
    const expected = Number(headers['x-expected-bytes'])
    expect(Math.abs(expected - Buffer.byteLength(body)) / expected).toBeLessThan(0.1)
  })
})
