import { afterAll, beforeAll, expect, test } from 'vitest'
import { isoDate } from '../../../domain/dates.ts'
import { hostOf, startTestApp, type TestApp } from '../../../testing/app.ts'
import { testClock } from '../../../testing/clock.ts'
import { type MadeFund, makeFund, makeStaff, type Person } from '../../../testing/factories/make-fund.ts'
import type { EntryKind } from '../../ledger/domain/entry.ts'
import {
  commitPostings,
  contributionPostings,
  feePostings,
  marketPostings,
  type Posting,
  payPostings,
  reservePostings,
  suspensePostings,
} from '../../ledger/domain/postings.ts'
import { postEntry } from '../../ledger/server/post-entry.ts'
import { postReversal } from '../../ledger/server/post-reversal.ts'
import { getTrialBalance, listFundRollForward } from '../month-end.contract.ts'

let portal: TestApp
let staff: Person
let fund: MadeFund

const post = (kind: EntryKind, on: string, postings: readonly Posting[]) =>
  postEntry(portal.databases.book('npt'), {
    ...{ kind, currency: 'USD', effectiveDate: isoDate(on), postings },
    ...{ actorUserId: null, onBehalfOfUserId: null },
  })

beforeAll(async () => {
  portal = await startTestApp({ clock: testClock('2026-11-20T15:00:00Z') })
  staff = await makeStaff(portal)
  fund = await makeFund(portal)
  const { accountId } = fund
  await post('contribution_wire', '2025-12-31', contributionPostings(accountId, 500_00n, 'spendable'))
  await post('contribution_cash', '2026-10-01', contributionPostings(accountId, 70_00n, 'spendable'))
  const { entryId } = await post('gain', '2026-10-05', marketPostings(accountId, 11_00n))
  await postReversal(portal.databases.book('npt'), entryId, {
    ...{ today: isoDate('2026-10-31'), comment: 'Wrong figures', actorUserId: null },
  })
  await post('loss', '2026-10-06', marketPostings(accountId, -4_00n, 'spendable'))
  await post('administrative_fee', '2026-10-07', feePostings(accountId, 3_00n))
  await post('grant_recommended', '2026-10-08', reservePostings(accountId, 50_00n))
  await post('grant_approved', '2026-10-09', commitPostings(50_00n))
  await post('grant_paid', '2026-11-01', payPostings(accountId, 50_00n))
  await post('suspense_received', '2026-10-10', suspensePostings(9_00n))
})
afterAll(() => portal.close())

const balanceOf = async (query: { from?: string; to?: string }) => {
  const { reply } = await portal.call(getTrialBalance, { query }, { as: staff.session })
  return reply
}

test('the trial balance has every ledger account of each month, as the postings add up, and both sides are equal', async () => {
  const { data, ...about } = await balanceOf({ from: '2026-01', to: '2026-11' })
  expect(about).toMatchObject({ currency: 'USD', from: '2026-01', to: '2026-11', last: '2026-11' })
  const { rows: ledgers } = await portal.database.admin.query<{ ledger: string }>(
    'select ledger from ledger_kind',
  )
  const { rows: postings } = await portal.database.admin.query<{
    ledger: string
    month: string
    minor: string
  }>(
    `select ledger, to_char(effective_date, 'YYYY-MM') as month, amount_minor::text as minor from posting where book = 'npt'`,
  )
  expect(data).toHaveLength(ledgers.length * 11)
  const sum = (ledger: string, is: (month: string) => boolean) =>
    postings.reduce(
      (all, row) => (row.ledger === ledger && is(row.month) ? all + BigInt(row.minor) : all),
      0n,
    )
  for (const { ledger, month, ...row } of data)
    expect([ledger, month, row]).toEqual([
      ledger,
      month,
      {
        isOfFunds: ['spendable', 'excluded', 'pending'].includes(ledger),
        openingMinor: sum(ledger, each => each < month),
        changeMinor: sum(ledger, each => each === month),
        postings: postings.filter(each => each.ledger === ledger && each.month === month).length,
        closingMinor: sum(ledger, each => each <= month),
      },
    ])
  expect(data.reduce((all, row) => all + (row.month === '2026-10' ? row.closingMinor : 0n), 0n)).toBe(0n)
  expect(data.find(row => row.ledger === 'suspense' && row.month === '2026-10')?.closingMinor).toBe(9_00n)
})

test('without months it has the last one that is over; what is no such range is refused', async () => {
  expect(await balanceOf({})).toMatchObject({ from: '2026-10', to: '2026-10' })
  for (const query of [
    { from: '2026-12', to: '2026-12' },
    { from: '2026-10', to: '2026-09' },
    { from: '2024-10', to: '2026-11' },
    { from: '2026-13', to: '2026-13' },
    { from: "2026-10'--", to: '2026-10' },
  ])
    expect((await portal.call(getTrialBalance, { query }, { as: staff.session })).status).toBe(400)
})

test('the roll-forward has each kind of entry of a fund, and a reversal with what it reverses', async () => {
  const rowOf = async (from: string, to: string) => {
    const { reply } = await portal.call(
      listFundRollForward,
      { query: { from, to, first: 500 } },
      { as: staff.session },
    )
    return reply.data.find(({ fundId }) => fundId === fund.fundId)
  }
  const october = await rowOf('2026-10', '2026-10')
  // The fund of the factory begins with 10,000.
  expect(october).toMatchObject({
    accountName: expect.stringContaining(fund.accountName),
    changes: { cash: 70_00n, gains: 0n, losses: -4_00n, administrativeFees: -3_00n, grants: 0n, wire: 0n },
  })
  expect((october?.closingMinor ?? 0n) - (october?.openingMinor ?? 0n)).toBe(63_00n)
  const both = await rowOf('2026-10', '2026-11')
  expect(both?.changes.grants).toBe(-50_00n)
  expect((await rowOf('2025-12', '2025-12'))?.changes.wire).toBe(500_00n)
})

const fileAt = async (address: string) =>
  (await portal.app.inject({ url: address, headers: { host: hostOf('npt'), ...staff.session.headers } })).body

test('the files have what the screen has', async () => {
  const range = 'from=2026-10&to=2026-11&format=csv'
  expect(await fileAt(`/api/month-end/trial-balance/export?${range}`)).toContain(
    'Money in suspense,The book,October 2026,0.00,1,9.00,9.00,0.00,9.00',
  )
  expect(await fileAt(`/api/month-end/roll-forward/export?${range}`)).toContain(
    `${fund.fundId},10500.00,70.00,0.00,0.00,0.00,0.00,0.00,-50.00,0.00,-4.00,0.00,-3.00,`,
  )
})

test('the book of another client has none of it', async () => {
  const foreign = await makeStaff(portal, { realm: 'nptuk' })
  const query = { first: 500 }
  const theirs = await portal.call(listFundRollForward, { query }, { as: foreign.session, client: 'nptuk' })
  expect(theirs.status).toBe(200)
  expect(theirs.reply.data.map(({ fundId }) => fundId)).not.toContain(fund.fundId)
})
