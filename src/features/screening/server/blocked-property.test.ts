import { afterAll, beforeAll, expect, test } from 'vitest'
import { isoDate } from '../../../domain/dates.ts'
import { hostOf, startTestApp, type TestApp } from '../../../testing/app.ts'
import { testClock } from '../../../testing/clock.ts'
import { withoutTriggers } from '../../../testing/database/without-triggers.ts'
import { confirmFinding } from '../../../testing/factories/confirm-finding.ts'
import { makeAccountHold } from '../../../testing/factories/make-account-hold.ts'
import { type MadeFund, makeFund, makeStaff, type Person } from '../../../testing/factories/make-fund.ts'
import { makeReceipt } from '../../../testing/factories/make-receipt.ts'
import { contributionPostings, marketPostings } from '../../ledger/domain/postings.ts'
import { postEntry } from '../../ledger/server/post-entry.ts'
import { listBlockedProperty } from '../blocked-property.contract.ts'
import { blockedPropertyDays, blockedPropertyYears } from '../domain/blocked-property-day.ts'

let portal: TestApp
let staff: Person

beforeAll(async () => {
  portal = await startTestApp({ clock: testClock('2026-11-20T15:00:00Z') })
  staff = await makeStaff(portal)
})
afterAll(() => portal.close())

const post = (
  kind: 'contribution_illiquid' | 'gain',
  on: string,
  postings: ReturnType<typeof contributionPostings>,
) =>
  postEntry(portal.databases.book('npt'), {
    ...{ kind, currency: 'USD', effectiveDate: isoDate(on), postings },
    ...{ actorUserId: null, onBehalfOfUserId: null },
  })

const joinedOn = ({ accountId }: MadeFund, day: string) =>
  withoutTriggers(portal.database.admin, 'update account_relationship set since = $2 where account_id = $1', [
    accountId,
    day,
  ])

/** A fund whose donor was confirmed at that time. */
async function heldSince(at: string): Promise<{ fund: MadeFund; findingId: string }> {
  const fund = await makeFund(portal)
  await post('contribution_illiquid', '2026-06-01', contributionPostings(fund.accountId, 500_00n, 'excluded'))
  await post('gain', '2026-06-30', marketPostings(fund.accountId, 100_00n))
  await post('gain', '2026-07-01', marketPostings(fund.accountId, 7_00n))
  const findingId = await makeAccountHold(portal, fund)
  await joinedOn(fund, '2026-01-10')
  await confirmFinding(portal.database.admin, findingId, at)
  return { fund, findingId }
}

async function listed(year?: number) {
  const { reply } = await portal.call(listBlockedProperty, { query: { year } }, { as: staff.session })
  return reply
}
const fundsOf = async (year: number) => (await listed(year)).data.map(({ fundId }) => fundId)

test('the list of a year has the accounts that were held on June 30, with their balance at the end of that day', async () => {
  const held = await heldSince('2026-02-10T15:00:00Z')
  const report = await listed()
  expect(report).toMatchObject({ year: 2026, countedOn: '2026-06-30', reportBy: '2026-09-30' })
  expect(report.data.find(({ fundId }) => fundId === held.fund.fundId)).toMatchObject({
    accountName: held.fund.accountName,
    personName: 'Our name',
    blockedOn: '2026-02-10',
    excludedMinor: 500_00n,
    balanceMinor: 10_600_00n,
  })
})

test('the day ends in the time zone of the client', async () => {
  const lastMinute = await heldSince('2026-07-01T03:59:00Z')
  const nextDay = await heldSince('2026-07-01T04:00:00Z')
  const funds = await fundsOf(2026)
  expect(funds).toContain(lastMinute.fund.fundId)
  expect(funds).not.toContain(nextDay.fund.fundId)
  expect(await fundsOf(2025)).not.toContain(lastMinute.fund.fundId)
})

test('what was lifted afterwards was blocked on the day; what was lifted before was not', async () => {
  const lifted = async (at: string) => {
    const held = await heldSince('2026-03-01T15:00:00Z')
    await withoutTriggers(
      portal.database.admin,
      `insert into screening_decision (realm, finding_id, step, from_state, to_state, decided_by, decided_by_name, decided_at, reason)
       values ('npt', $1, 3, 'confirmed', 'lifting', uuidv7(), 'A', $2, 'R'), ('npt', $1, 4, 'lifting', 'dismissed', uuidv7(), 'B', $2, 'R')`,
      [held.findingId, at],
    )
    return held.fund.fundId
  }
  const after = await lifted('2026-08-01T15:00:00Z')
  const before = await lifted('2026-05-01T15:00:00Z')
  const funds = await fundsOf(2026)
  expect(funds).toContain(after)
  expect(funds).not.toContain(before)
})

test('an account is on it whose payer was confirmed', async () => {
  const { fund, findingId } = await heldSince('2026-02-10T15:00:00Z')
  const paidInto = await makeFund(portal)
  await makeReceipt(portal, paidInto)
  const { rowCount } = await withoutTriggers(
    portal.database.admin,
    `update screening_finding set subject_kind = 'payer',
       subject_id = (select payer_id from contribution where account_id = $2) where finding_id = $1`,
    [findingId, paidInto.accountId],
  )
  expect(rowCount).toBe(1)
  const given = (on: string) =>
    withoutTriggers(portal.database.admin, 'update contribution set gift_date = $2 where account_id = $1', [
      paidInto.accountId,
      on,
    ])
  await given('2026-06-30')
  const funds = await fundsOf(2026)
  expect(funds).toContain(paidInto.fundId)
  expect(funds).not.toContain(fund.fundId)
  await given('2026-07-01')
  expect(await fundsOf(2026)).not.toContain(paidInto.fundId)
})

test('an account that the person joined after the day is not on it', async () => {
  const { fund } = await heldSince('2026-02-10T15:00:00Z')
  await joinedOn(fund, '2026-06-30')
  expect(await fundsOf(2026)).toContain(fund.fundId)
  await joinedOn(fund, '2026-07-01')
  expect(await fundsOf(2026)).not.toContain(fund.fundId)
})

test('another client’s staff see nothing of it, and the file has what the screen has', async () => {
  const held = await heldSince('2026-02-10T15:00:00Z')
  const foreign = await makeStaff(portal, { realm: 'nptuk' })
  const theirs = await portal.call(
    listBlockedProperty,
    { query: {} },
    { as: foreign.session, client: 'nptuk' },
  )
  expect(theirs.reply).toMatchObject({ countedOn: '2026-09-30', reportBy: null, data: [] })
  const file = await portal.app.inject({
    url: '/api/blocked-property/export?format=csv&year=2026',
    headers: { host: hostOf('npt'), ...staff.session.headers },
  })
  expect(file.statusCode).toBe(200)
  expect(file.headers['content-disposition']).toContain('blocked-property-2026-06-30.csv')
  expect(file.body).toContain(String(held.fund.fundId))
  expect(file.body).toContain('10600.00')
})

test.each([2027, 2016, 2000])('refuses the year %i, which is not over or no longer kept', async year => {
  const { problem } = await portal.call(listBlockedProperty, { query: { year } }, { as: staff.session })
  expect(problem).toMatchObject({ errors: { year: ['Choose a year from 2017 to 2026'] } })
})

test('the years begin with the last whose day has come', () => {
  expect(blockedPropertyYears(isoDate('2026-06-29'), 'US')[0]).toBe(2025)
  expect(blockedPropertyYears(isoDate('2026-06-30'), 'US')[0]).toBe(2026)
  expect(blockedPropertyYears(isoDate('2026-06-30'), 'GB')[0]).toBe(2025)
  expect(blockedPropertyDays(2026, 'GB')).toEqual({ countedOn: '2026-09-30', reportBy: null })
})
