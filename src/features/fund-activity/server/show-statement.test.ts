import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Permission } from '../../../contract/permissions.ts'
import type { IsoDate } from '../../../domain/dates.ts'
import { startTestApp, type TestApp, type TestSession } from '../../../testing/app.ts'
import { testClock } from '../../../testing/clock.ts'
import { makeContribution, makeEntry } from '../../../testing/factories/make-contribution.ts'
import { type MadeFund, makeFund, makeStaff } from '../../../testing/factories/make-fund.ts'
import { makeGrant } from '../../../testing/factories/make-grant.ts'
import { cancelGrant } from '../../grants/grants.contract.ts'
import {
  excludedReleasePostings,
  feePostings,
  marketPostings,
  otherPostings,
  transferPostings,
} from '../../ledger/domain/postings.ts'
import { getBalanceHistory } from '../balance-history.contract.ts'
import { getSectionRows, getStatement } from '../fund-activity.contract.ts'

const clock = testClock()
let portal: TestApp
/** A fund with postings in most sections, in January and February 2026. */
let fund: MadeFund
let other: MadeFund
let as: TestSession

beforeAll(async () => {
  portal = await startTestApp({ clock })
  const { databases } = portal
  fund = await makeFund(portal, { balanceMinor: 0n })
  other = await makeFund(portal)
  as = fund.donor.session
  const { accountId } = fund
  await makeContribution(databases, fund, 10_000_00n, { on: '2026-01-01' })
  await makeContribution(databases, fund, 500_00n, { on: '2026-01-31' })
  await makeContribution(databases, fund, 4_000_00n, { on: '2026-01-10', into: 'excluded' })
  const addEntry = (
    kind: Parameters<typeof makeEntry>[2]['kind'],
    on: string,
    postings: Parameters<typeof makeEntry>[2]['postings'],
    comment?: string,
  ) => makeEntry(databases, fund, { kind, on, postings, ...(comment ? { comment } : {}) })
  await addEntry('gain', '2026-01-31', marketPostings(accountId, 33_33n))
  await addEntry('loss', '2026-02-28', marketPostings(accountId, -44_44n))
  await addEntry('other', '2026-02-01', otherPostings(accountId, 7n), 'A rounding difference of 2025')
  await addEntry('administrative_fee', '2026-02-28', feePostings(accountId, 15_00n))
  await addEntry('transfer', '2026-02-10', transferPostings(accountId, other.accountId, 100_00n))
  await addEntry('transfer', '2026-02-11', transferPostings(other.accountId, accountId, 30_00n))
  await addEntry('release', '2026-02-15', excludedReleasePostings(accountId, 1_000_00n))
})
afterAll(() => portal.close())

type Range = { from: string; to: string }
const inputFor = (range: Range, target: MadeFund = fund) => ({
  params: { fundId: target.fundId },
  query: range as { from: IsoDate; to: IsoDate },
})
const statementOf = async (range: Range, session: TestSession = as, target = fund) =>
  (await portal.call(getStatement, inputFor(range, target), { as: session })).reply
const january = { from: '2026-01-01', to: '2026-01-31' }
const february = { from: '2026-02-01', to: '2026-02-28' }
const totals = (reply: Awaited<ReturnType<typeof statementOf>>) =>
  Object.fromEntries(reply.sections.map(({ section, totalMinor }) => [section, totalMinor]))

describe('statement totals (§2.6)', () => {
  test('lists January’s contributions and excludes an asset that cannot be granted yet', async () => {
    const reply = await statementOf(january)
    expect(totals(reply)).toEqual({
      0: 0n,
      1: 14_500_00n,
      2: 0n,
      3: 33_33n,
      4: 0n,
      5: 0n,
      6: 0n,
      7: 0n,
      8: 0n,
      9: 4_000_00n,
      10: 14_533_33n,
      11: 0n,
    })
    expect(reply.summary).toEqual({
      beginningMinor: 0n,
      endingMinor: 14_533_33n,
      pendingMinor: 0n,
      excludedMinor: 4_000_00n,
      availableMinor: 10_533_33n,
    })
    expect(reply).toMatchObject({ range: january, currency: 'USD', openedDate: '2019-03-04' })
  })

  test('begins February with January’s ending balance and counts each posting in one section', async () => {
    const reply = await statementOf(february)
    expect(totals(reply)).toEqual({
      0: 14_533_33n,
      1: 0n,
      2: 0n,
      3: -44_44n,
      4: 7n,
      5: -15_00n,
      6: 0n,
      7: 30_00n,
      8: -100_00n,
      9: 3_000_00n,
      10: 14_403_96n,
      11: 0n,
    })
    expect(reply.summary?.availableMinor).toBe(11_403_96n)
  })

  test.each([
    ['a single day', { from: '2026-02-28', to: '2026-02-28' }],
    ['the day before the first posting', { from: '2025-12-31', to: '2025-12-31' }],
    ['the whole history', { from: '1999-01-01', to: '2026-11-20' }],
  ])('adds up from beginning to ending and available balance over %s', async (_case, range) => {
    const { summary, ...reply } = await statementOf(range)
    const totalBySection = totals(reply as Awaited<ReturnType<typeof statementOf>>)
    const flows = [1, 2, 3, 4, 5, 6, 7, 8].reduce(
      (sum, section) => sum + (totalBySection[section] ?? 0n),
      totalBySection[0] ?? 0n,
    )
    expect(flows).toBe(totalBySection[10])
    expect(summary).toMatchObject({
      endingMinor: flows,
      availableMinor: flows - (totalBySection[11] ?? 0n) - (totalBySection[9] ?? 0n),
    })
  })

  test('keeps the line of a section without rows', async () => {
    const { sections } = await statementOf(february)
    const rowCounts = Object.fromEntries(sections.map(({ section, details }) => [section, details]))
    expect(rowCounts).toEqual({ 0: 0, 1: 0, 2: 0, 3: 1, 4: 1, 5: 1, 6: 0, 7: 1, 8: 1, 9: 2, 10: 0, 11: 0 })
  })

  test('returns a balance history that begins and ends as the statement does, with transfers apart from contributions', async () => {
    const { reply } = await portal.call(getBalanceHistory, inputFor(february), { as })
    expect(reply.beginningMinor).toBe(14_533_33n)
    expect(reply.days.map(({ date }) => date)).toEqual([
      '2026-02-01',
      '2026-02-10',
      '2026-02-11',
      '2026-02-28',
    ])
    expect(reply.days.at(-1)?.balanceMinor).toBe(14_403_96n)
    expect(reply.days.slice(1, 3)).toEqual([
      {
        date: '2026-02-10',
        balanceMinor: 14_433_40n,
        contributionsMinor: 0n,
        grantsMinor: 0n,
        transfersInMinor: 0n,
        transfersOutMinor: -100_00n,
      },
      {
        date: '2026-02-11',
        balanceMinor: 14_463_40n,
        contributionsMinor: 0n,
        grantsMinor: 0n,
        transfersInMinor: 30_00n,
        transfersOutMinor: 0n,
      },
    ])
    const before = await portal.call(getBalanceHistory, inputFor({ from: '2025-01-01', to: '2025-12-31' }), {
      as,
    })
    expect(before.reply).toEqual({ beginningMinor: 0n, days: [] })
  })
})

describe('pending grants on the last day (§12)', () => {
  test('shows a grant that was cancelled later as pending until then, with its status on that day', async () => {
    const ownFund = await makeFund(portal)
    const setTime = async (instant: string) => {
      clock.set(instant)
      ownFund.donor.session = await portal.sessionFor(ownFund.donor.user)
    }
    await setTime('2026-03-02T15:00:00Z')
    const grantId = await makeGrant(portal, ownFund)
    await setTime('2026-03-20T15:00:00Z')
    await portal.call(
      cancelGrant,
      { params: { fundId: ownFund.fundId, grantId }, body: { data: { type: 'command', attributes: {} } } },
      { as: ownFund.donor.session },
    )
    await setTime('2026-11-20T15:00:00Z')
    const pendingOn = async (day: string) => {
      const range = { from: '2026-03-01', to: day }
      const rows = await portal.call(
        getSectionRows,
        { params: { fundId: ownFund.fundId, section: 11 }, query: range as { from: IsoDate; to: IsoDate } },
        { as: ownFund.donor.session },
      )
      const { sections, summary } = await statementOf(range, ownFund.donor.session, ownFund)
      const line = sections.find(({ section }) => section === 11)
      expect(line?.totalMinor).toBe(summary?.pendingMinor)
      expect(line?.details).toBe(rows.reply.meta.total)
      return rows.reply.data.map(({ amount, state, effectiveDate }) => ({ amount, state, effectiveDate }))
    }
    expect(await pendingOn('2026-03-01')).toEqual([])
    const pending = { amount: 250_00n, state: 'Recommended', effectiveDate: '2026-03-02' }
    expect(await pendingOn('2026-03-02')).toEqual([pending])
    expect(await pendingOn('2026-03-19')).toEqual([pending])
    expect(await pendingOn('2026-03-20')).toEqual([])
    as = await portal.sessionFor(fund.donor.user)
  })
})

describe('permissions of the sections (§2.6)', () => {
  const sectionActions = {
    0: 'FUND_BEGINNING_BALANCE_VIEW',
    1: 'FUND_CONTRIBUTION_VIEW',
    2: 'FUND_DISTRIBUTION_VIEW',
    3: 'FUND_INVESTMENT_GAIN_VIEW',
    4: 'FUND_DISTRIBUTION_VIEW',
    5: 'FUND_FEES_VIEW',
    6: 'FUND_DISTRIBUTION_VIEW',
    7: 'FUND_CONTRIBUTION_VIEW',
    8: 'FUND_DISTRIBUTION_VIEW',
    9: 'FUND_OTHER_ASSETS_VIEW',
    10: 'FUND_ENDING_BALANCE_VIEW',
    11: 'FUND_PENDING_GRANT_VIEW',
  } as const satisfies Record<number, Permission>
  const all: Permission[] = [
    'FUND_ACTIVITY_VIEW',
    'FUND_SUMMARY_VIEW',
    ...new Set(Object.values(sectionActions)),
  ]

  test.each(all.filter(action => action !== 'FUND_ACTIVITY_VIEW'))(
    'hides the sections and the summary without %s',
    async missing => {
      const actions = all.filter(action => action !== missing)
      const { session } = await makeStaff(portal, { roles: [{ role: 'super_user', actions }] })
      const { sections, summary } = await statementOf(january, session)
      const expected = Object.entries(sectionActions)
        .filter(([, action]) => action !== missing)
        .map(([section]) => Number(section))
      expect(sections.map(({ section }) => section)).toEqual(expected)
      expect(summary).toBeNull()
      const hidden = Object.entries(sectionActions).filter(([, action]) => action === missing)
      for (const section of hidden.map(([number]) => Number(number)).filter(number => number > 0)) {
        const rows = { params: { fundId: fund.fundId, section }, query: january as never }
        expect((await portal.call(getSectionRows, rows, { as: session })).status).toBe(404)
      }
    },
  )

  test.each<Permission>([
    'FUND_ENDING_BALANCE_VIEW',
    'FUND_BEGINNING_BALANCE_VIEW',
    'FUND_CONTRIBUTION_VIEW',
    'FUND_DISTRIBUTION_VIEW',
  ])('returns 404 for the balance history without %s', async missing => {
    const statusWith = async (actions: Permission[]) => {
      const { session } = await makeStaff(portal, { roles: [{ role: 'super_user', actions }] })
      return (await portal.call(getBalanceHistory, inputFor(january), { as: session })).status
    }
    expect(await statusWith(all)).toBe(200)
    expect(await statusWith(all.filter(action => action !== missing))).toBe(404)
  })

  test('returns 404 without FUND_ACTIVITY_VIEW', async () => {
    const { session } = await makeStaff(portal, {
      roles: [{ role: 'super_user', actions: all.filter(action => action !== 'FUND_ACTIVITY_VIEW') }],
    })
    expect((await portal.call(getStatement, inputFor(january), { as: session })).status).toBe(404)
  })
})

describe('invalid ranges (§12)', () => {
  const calls = [getStatement, getBalanceHistory] as const
  test.each<[string, Range, string]>([
    ['that is reversed', { from: '2026-02-02', to: '2026-02-01' }, 'from'],
    ['that ends after today', { from: '2026-02-02', to: '2026-11-21' }, 'to'],
    ['with a day that does not exist', { from: '2026-02-30', to: '2026-03-01' }, 'from'],
    ['with a date in another format', { from: '2026-02-01', to: '3/1/2026' }, 'to'],
  ])('rejects a range %s', async (_case, range, field) => {
    for (const { path } of [...calls, getSectionRows]) {
      const address = path.replace('{fundId}', String(fund.fundId)).replace('{section}', '1')
      const response = await portal.app.inject({
        url: `${address}?from=${range.from}&to=${encodeURIComponent(range.to)}`,
        headers: { host: 'npt.localhost:3000', ...as.headers },
      })
      expect(response.statusCode).toBe(400)
      expect(response.json().errors).toHaveProperty(field)
    }
  })

  test('uses the sponsor’s time zone: at 8 p.m. in Philadelphia the next UTC day has not started', async () => {
    clock.set('2026-11-21T01:00:00Z')
    const session = await portal.sessionFor(fund.donor.user)
    const response = await portal.call(getStatement, inputFor({ from: '2026-11-01', to: '2026-11-21' }), {
      as: session,
    })
    clock.set('2026-11-20T15:00:00Z')
    expect(response.problem.errors).toHaveProperty('to')
  })
})
