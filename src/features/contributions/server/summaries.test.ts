import { afterAll, beforeAll, expect, test } from 'vitest'
import { books } from '../../../clients/clients.ts'
import { type IsoDate, isoDate } from '../../../domain/dates.ts'
import { runDueWork } from '../../../server/jobs/due-work.ts'
import { appraisedLine } from '../../../testing/asset-calls.ts'
import { testClock } from '../../../testing/clock.ts'
import { makeExpectedContribution } from '../../../testing/factories/make-contribution-document.ts'
import { jobsDone } from '../../../testing/mailbox.ts'
import { pdfFaults } from '../../../testing/pdf-faults.ts'
import { type PostingWorld, postingCalls, startPostingWorld } from '../../../testing/posting-world.ts'
import { readPdf } from '../../../testing/read-pdf.ts'
import { receiptCalls } from '../../../testing/receipt-calls.ts'
import { keyOfDocument } from '../../documents/server/store-document.ts'
import { receiveContribution } from '../contributions.contract.ts'
import type { Payer } from '../domain/payer.ts'
import { receiveAssets } from '../securities/holdings.contract.ts'
import { contributionSummaries } from './make-summaries.ts'
import { nameOfYear, taxYearsDueBy } from './summary-text.ts'

// In the first days of a year, when gifts of the year before still arrive.
const clock = testClock('2026-01-12T15:00:00Z')
let world: PostingWorld

beforeAll(async () => {
  world = await startPostingWorld(clock)
})
afterAll(() => world.stop())

const company: Payer = { kind: 'company', name: 'Heron plc', address: null, acceptanceReason: null }
const query = async (sql: string, ...values: unknown[]) =>
  (await world.portal.database.admin.query(sql, values)).rows

async function receive(
  giftDate: IsoDate,
  amountMinor: bigint,
  about: { kind?: 'securities'; payer?: Payer } = {},
) {
  const { kind, payer } = about
  const made = { at: clock.now(), ...(kind === undefined ? {} : { kind }) }
  const { contributionId } = await makeExpectedContribution(world.portal, world.fund, made)
  const attributes = { giftDate, effectiveDate: isoDate('2026-01-11'), ...(payer ? { payer } : {}) }
  const params = { fundId: world.fund.fundId, contributionId }
  const as = { as: world.staff.session, fundId: world.fund.fundId }
  const { status } =
    kind === 'securities'
      ? await world.portal.call(
          receiveAssets,
          {
            params,
            body: {
              data: {
                type: 'command',
                attributes: { ...attributes, method: 'dtc', lines: [appraisedLine(amountMinor)] },
              },
            },
          },
          as,
        )
      : await world.portal.call(
          receiveContribution,
          { params, body: { data: { type: 'command', attributes: { ...attributes, amountMinor } } } },
          as,
        )
  expect(status).toBe(200)
  return contributionId
}

type Stored = { document_id: string; key_id: string; data_key: Buffer; bytes: number }

async function textOf({ document_id: documentId, key_id: keyId, data_key: wrapped, bytes }: Stored) {
  const parts: Buffer[] = []
  const file = { key: keyOfDocument('npt', documentId), dataKey: { keyId, wrapped }, bytes }
  for await (const part of world.portal.documentFiles.read(file)) parts.push(part)
  const pdf = Buffer.concat(parts)
  expect(await pdfFaults(pdf, { locale: 'en-US' })).toEqual([])
  return (await readPdf(pdf)).structure.text
}

const workOn = async (day: IsoDate) => {
  const book = books.find(({ name }) => name === 'npt')
  if (!book) throw new Error('no book npt')
  return await runDueWork([contributionSummaries], {
    ...{ hour: 12, book, db: world.portal.databases.book('npt'), today: day },
    now: new Date(`${day}T17:00:00Z`),
    documentFiles: world.portal.documentFiles,
    signal: new AbortController().signal,
  })
}

test('a tax year is due from the twentieth banking day after its end, in each country', () => {
  const american = taxYearsDueBy(isoDate('2027-02-01'), '01-01', 'federal-reserve')
  expect(american).toHaveLength(6)
  expect(american[0]).toEqual({ from: '2026-01-01', to: '2026-12-31' })
  expect(american[5]).toEqual({ from: '2021-01-01', to: '2021-12-31' })
  expect(taxYearsDueBy(isoDate('2027-01-29'), '01-01', 'federal-reserve')[0]).toEqual(american[1])
  const [british] = taxYearsDueBy(isoDate('2027-05-04'), '04-06', 'england-and-wales')
  expect(british).toEqual({ from: '2026-04-06', to: '2027-04-05' })
  expect(british && nameOfYear(british)).toBe('2026-27')
})

test('each payer’s receipts of the year are summed up once, to the cent, without a value of securities', async () => {
  await receive(isoDate('2025-12-31'), 1_234_56n)
  await receive(isoDate('2025-03-02'), 100_01n)
  await receive(isoDate('2025-06-30'), 9_999_00n, { kind: 'securities' })
  await receive(isoDate('2026-01-04'), 777_77n)
  await receive(isoDate('2025-05-05'), 50_00n, { payer: company })
  await jobsDone(world.portal)
  // The work begins on a day before.
  expect(await workOn(isoDate('2026-01-29'))).toEqual([])
  expect(await workOn(isoDate('2026-01-31'))).toEqual([])
  await workOn(isoDate('2026-02-01'))
  await jobsDone(world.portal)
  const made = await query(
    `select document_id, name, type, key_id, data_key, bytes from document
      where account_id = $1 and cause like 'contribution-summary:%' order by name`,
    world.fund.accountId,
  )
  expect(made.map(({ name, type }) => `${type}: ${name}`)).toEqual(
    [
      `tax: Contributions 2025, ${world.fund.donor.user.firstName} ${world.fund.donor.user.lastName}.pdf`,
      'tax: Contributions 2025, Heron plc.pdf',
    ].toSorted(),
  )
  const text = await textOf(made.find(({ name }) => !name.includes('Heron plc')))
  for (const words of ['$1,234.56', '$100.01', '$1,334.57', '120.5 × Heron plc (HRN)', '2026-00000'])
    expect(text).toContain(words)
  expect(text).not.toMatch(/9,999|777\.77|50\.00/)
  const mails = await query(
    `select subject from outgoing_mail where kind = 'contribution-summary-ready' and account_id = $1`,
    world.fund.accountId,
  )
  expect(mails).toEqual([{ subject: 'NPT Giving: Your contributions in 2025' }])
})

test('a summary whose receipts change later has another version, once, and one without a valid receipt says so', async () => {
  await world.renew()
  const gift = await receive(isoDate('2025-07-01'), 250_00n, { payer: company })
  await receive(isoDate('2025-08-01'), 25_00n)
  await jobsDone(world.portal)
  await workOn(isoDate('2026-02-02'))
  const made = () =>
    query(
      `select name, document_id, key_id, data_key, bytes from document
        where account_id = $1 and cause like 'contribution-summary:%' order by added_at, name`,
      world.fund.accountId,
    )
  const first = await made()
  expect(first).toHaveLength(2)
  const calls = { ...postingCalls(world), ...receiptCalls(world) }
  const corrected = await calls.correct(gift, {
    payer: { ...company, name: 'Curlew plc' },
    giftDate: isoDate('2025-07-01'),
  })
  expect(corrected.status).toBe(200)
  expect((await calls.confirm(await calls.requestId())).status).toBe(200)
  await jobsDone(world.portal)
  await workOn(isoDate('2026-03-03'))
  await workOn(isoDate('2026-03-04'))
  await jobsDone(world.portal)
  const later = (await made()).slice(2)
  expect(later.map(({ name }) => name).toSorted()).toEqual([
    'Contributions 2025, Curlew plc.pdf',
    'Contributions 2025, Heron plc, version 2.pdf',
  ])
  const empty = await textOf(later.find(({ name }) => name.includes('Heron')))
  expect(empty).toContain('No receipt of this year is valid any more')
  expect(empty).toContain('2, which takes the place of version 1')
  expect(await textOf(later.find(({ name }) => name.includes('Curlew')))).toContain('$250.00')
  const mails = await query(
    `select body from outgoing_mail where kind = 'contribution-summary-ready' and account_id = $1`,
    world.fund.accountId,
  )
  expect(mails.filter(({ body }) => body.includes('latest version'))).toHaveLength(1)
  expect(mails).toHaveLength(3)
})
