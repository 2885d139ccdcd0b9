import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isoDate } from '../../domain/dates.ts'
import { getSectionRows, getStatement } from '../../features/fund-activity/fund-activity.contract.ts'
import {
  listJournalEntries,
  reverseJournalEntry,
} from '../../features/journal-entries/journal-entries.contract.ts'
import {
  checkPostingBatch,
  enterPostingBatch,
} from '../../features/posting-batches/posting-batches.contract.ts'
import { testClock } from '../../testing/clock.ts'
import { makeStaff } from '../../testing/factories/make-fund.ts'
import { clientsWithFees, february, feeCalls, feeTime, march } from '../../testing/fee-calls.ts'
import { type PostingWorld, startPostingWorld } from '../../testing/posting-world.ts'

let world: PostingWorld
let calls: ReturnType<typeof feeCalls>
beforeAll(async () => {
  world = await startPostingWorld(testClock(feeTime), { clients: clientsWithFees })
  calls = feeCalls(world)
})
afterAll(() => world.stop())

/** A fund of $1,000,000.00 in a quarter: its gains by file, one of them too large, its fees by runs, and the wrong line reversed. */
test('after a quarter of gains by file, fee runs and a wrong line reversed, the statement is right (§12)', async () => {
  const { fund } = world
  const file = [
    'Account ID,Kind,Date,Amount,Comment',
    `${fund.fundId},Gain,2026-03-31,25000.00,`,
    `${fund.fundId},Income,2026-03-31,4000.00,Dividends`,
  ].join('\n')
  const upload = new Uint8Array(Buffer.from(file))
  const as = { as: world.staff.session, idempotencyKey: randomUUID() }
  const { planHash } = (await world.portal.call(checkPostingBatch, { query: { name: 'q1.csv' }, upload }, as))
    .reply
  const query = { name: 'q1.csv', reference: 'First quarter', planHash }
  const { batchId } = (await world.portal.call(enterPostingBatch, { query, upload }, as)).reply
  await calls.confirm(batchId)
  await calls.charge(february)
  await calls.charge(march)

  const entries = (
    await world.portal.call(listJournalEntries, { query: { keywords: String(fund.fundId), first: 50 } }, as)
  ).reply.data
  const wrong = entries.find(({ amountMinor }) => amountMinor === 4_000_00n)
  const reversed = await world.portal.call(
    reverseJournalEntry,
    {
      params: { entryId: wrong?.entryId ?? '' },
      body: {
        data: {
          type: 'command',
          attributes: {
            reason: 'A zero too many',
            replacement: { fundId: fund.fundId, amountMinor: 400_00n, comment: 'Dividends' },
          },
        },
      },
    },
    { as: (await makeStaff(world.portal)).session, idempotencyKey: randomUUID() },
  )
  expect(reversed.status).toBe(200)

  const range = { from: isoDate('2026-01-01'), to: isoDate('2026-04-02') }
  const own = { as: fund.donor.session, fundId: fund.fundId }
  const params = { fundId: fund.fundId }
  const statement = (await world.portal.call(getStatement, { params, query: range }, own)).reply
  const totalOf = (section: number) => statement.sections.find(each => each.section === section)?.totalMinor
  expect(totalOf(3)).toBe(25_400_00n)
  // February: 0.6% of 500,000 and 0.3% of the rest, of 28 days. March: on 31 days what February left, and on the last day the file.
  const februaryFee = (4_500_00n * 28n * 2n + 365n) / (2n * 365n)
  const daysMinor = (1_000_000_00n - februaryFee) * 31n + 29_000_00n
  const above = daysMinor > 1_000_000_00n * 31n ? daysMinor - 1_000_000_00n * 31n : 0n
  const millionths =
    500_000_00n * 31n * 6_000n + (daysMinor - above - 500_000_00n * 31n) * 3_000n + above * 1_500n
  const marchFee = (millionths * 2n + 365_000_000n) / (2n * 365_000_000n)
  expect(totalOf(5)).toBe(-februaryFee - marchFee)
  const rows = (
    await world.portal.call(
      getSectionRows,
      { params: { ...params, section: 3 }, query: { ...range, first: 50 } },
      own,
    )
  ).reply.data
  expect(rows.map(({ amount }) => amount).toSorted((one, other) => Number(one - other))).toEqual([
    -4_000_00n,
    400_00n,
    4_000_00n,
    25_000_00n,
  ])
  expect(rows.find(({ amount }) => amount === -4_000_00n)).toMatchObject({
    comment: 'A zero too many',
    concernsDate: '2026-03-31',
    linked: { link: 'reverses', effectiveDate: '2026-03-31' },
  })
  expect(await calls.available(fund)).toBe(1_000_000_00n + 25_400_00n - februaryFee - marchFee)
  await calls.isSound()
})
