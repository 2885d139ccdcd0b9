import { afterAll, beforeAll, expect, test } from 'vitest'
import { npt } from '../../../clients/configuration/npt.ts'
import type { Sent } from '../../../contract/endpoint.ts'
import { addDays, dateOf } from '../../../domain/dates.ts'
import { hostOf, startTestApp, type TestApp } from '../../../testing/app.ts'
import { makeCharity } from '../../../testing/factories/make-charity.ts'
import { makeEntry } from '../../../testing/factories/make-contribution.ts'
import { type MadeFund, makeFund, makeStaff, type Person } from '../../../testing/factories/make-fund.ts'
import { makeGrant } from '../../../testing/factories/make-grant.ts'
import { marketPostings } from '../../ledger/domain/postings.ts'
import { kindNames } from '../domain/entry-texts.ts'
import { listJournalEntries } from '../journal-entries.contract.ts'

let portal: TestApp
let staff: Person
let fund: MadeFund
let gain: string

beforeAll(async () => {
  portal = await startTestApp()
  staff = await makeStaff(portal)
  fund = await makeFund(portal)
  gain = await makeEntry(portal.databases, fund, {
    kind: 'gain',
    postings: marketPostings(fund.accountId, 31_00n),
    on: '2026-02-10',
  })
})
afterAll(() => portal.close())

type Query = NonNullable<Sent<typeof listJournalEntries>['query']>
/** The entries of the fund that a filter finds. */
const find = async (query: Query) =>
  (
    await portal.call(
      listJournalEntries,
      { query: { keywords: String(fund.fundId), ...query } },
      { as: staff.session },
    )
  ).reply.data
const found = async (query: Query) => (await find(query)).map(({ entryId }) => entryId)

test('entries are found by their kind, and by the day of the books or of posting', async () => {
  expect(await found({ kind: 'gain' })).toEqual([gain])
  expect(await found({ kind: 'loss' })).toEqual([])
  const [entry] = await find({ kind: 'gain' })
  // A day of the client, which begins five hours after that of UTC.
  const posted = dateOf(new Date(entry?.recordedAt ?? ''), npt.timeZone)
  const since = { kind: 'gain', from: addDays(posted, -1) } as const
  expect(await found({ ...since, day: 'posted', to: addDays(posted, 1) })).toEqual([gain])
  expect(await found({ ...since, day: 'posted', to: addDays(posted, -1) })).toEqual([])
  expect(await found({ ...since, to: addDays(posted, 1) })).toEqual([])
})

test('entries of grants are found by the class of their charity, which they name', async () => {
  const { charityId, name } = await makeCharity(portal.databases, { ntee: 'P30' })
  const grantId = await makeGrant(portal, fund, { charityId, amountMinor: 500_00n })
  const [recommended, ...others] = await find({ kind: 'grant_recommended', charityClass: 'P3' })
  expect(others).toEqual([])
  expect(recommended).toMatchObject({
    owner: { kind: 'grant', id: grantId },
    ...{ charityClass: 'P30', charityName: name, reference: null },
  })
  expect(await found({ charityClass: 'Q' })).toEqual([])
  expect(await found({ register: 'GB-SC' })).toEqual([])
  expect(await found({ kind: 'grant_recommended', charityClass: 'P3', register: 'US-EIN' })).toHaveLength(1)
})

test.each([
  'charityClass=P%25',
  'register=GB',
  'kind=gains',
  'day=recorded',
  'from=2026-02-01&to=2026-01-01',
])('an unknown filter is refused: %s', async query => {
  const { statusCode } = await portal.app.inject({
    url: `/api/journal-entries?${query}`,
    headers: { host: hostOf('npt'), ...staff.session.headers },
  })
  expect(statusCode).toBe(400)
})

test('the file has the batch, the reference and what an entry reverses', async () => {
  const { body } = await portal.app.inject({
    url: `/api/journal-entries/export?format=csv&kind=gain&keywords=${fund.fundId}`,
    headers: { host: hostOf('npt'), ...staff.session.headers },
  })
  const [headings = '', ...rows] = body.replace('\uFEFF', '').trim().split('\r\n')
  expect(headings).toBe(
    'Entry,Date,Concerns,Type,Account,Account ID,Belongs to,Charity,Class (NTEE),Batch,Reference,Reverses,Reversed by,Comment,Posted (America/New_York),Amount (USD)',
  )
  expect(rows).toHaveLength(1)
  expect(rows[0]).not.toContain('(Active)')
})

test('the kinds to choose from have the names of the table of kinds', async () => {
  const { rows } = await portal.database.admin.query('select kind, transaction_type_name from entry_kind')
  expect(kindNames).toEqual(Object.fromEntries(rows.map(row => [row.kind, row.transaction_type_name])))
})
