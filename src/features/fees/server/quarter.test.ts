import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type IsoDate, isoDate } from '../../../domain/dates.ts'
import { testClock } from '../../../testing/clock.ts'
import { type MadeFund, makeFund, makeStaff } from '../../../testing/factories/make-fund.ts'
import { clientsWithFees, february, feeCalls, feeTime, march } from '../../../testing/fee-calls.ts'
import { type PostingWorld, startPostingWorld } from '../../../testing/posting-world.ts'
import { getSectionRows, getStatement } from '../../fund-activity/fund-activity.contract.ts'
import { reverseJournalEntry } from '../../journal-entries/journal-entries.contract.ts'
import { checkPostingBatch, enterPostingBatch } from '../../posting-batches/posting-batches.contract.ts'

// The work of a quarter through the front door: a file of gains, the fees of two months, a line that was wrong, and the statements of the
// donors.

let world: PostingWorld
let calls: ReturnType<typeof feeCalls>

beforeAll(async () => {
  world = await startPostingWorld(testClock(feeTime), { clients: clientsWithFees })
  calls = feeCalls(world)
  await calls.renew()
})
afterAll(() => world.stop())

const [firstDay, lastDay, today] = [isoDate('2026-01-01'), isoDate('2026-03-31'), isoDate('2026-04-02')]

/** Enters a file that another person confirms, and waits until it is posted. */
async function post(lines: readonly string[]): Promise<string> {
  const as = { as: world.staff.session }
  const upload = new TextEncoder().encode(['Account ID,Kind,Date,Amount,Comment', ...lines].join('\n'))
  const { planHash } = (await world.portal.call(checkPostingBatch, { query: { name: 'q1.csv' }, upload }, as))
    .reply
  const { batchId } = (
    await world.portal.call(
      enterPostingBatch,
      { query: { name: 'q1.csv', reference: 'First quarter', planHash }, upload },
      as,
    )
  ).reply
  await calls.confirm(batchId)
  return batchId
}

const ofDonor = (fund: MadeFund) => ({ as: fund.donor.session, fundId: fund.fundId })
async function statementOf(fund: MadeFund, from: IsoDate, to: IsoDate) {
  const { reply } = await world.portal.call(
    getStatement,
    { params: { fundId: fund.fundId }, query: { from, to } },
    ofDonor(fund),
  )
  return Object.fromEntries(reply.sections.map(({ section, totalMinor }) => [section, totalMinor]))
}

test('a quarter of gains, fees and a correction leaves statements that say what happened, to the cent', async () => {
  const right = await makeFund(world.portal, { balanceMinor: 100_000_00n })
  const wrong = await makeFund(world.portal, { balanceMinor: 100_000_00n })
  const batchId = await post([
    `${right.fundId},Gain,2026-03-31,"1,000.00",`,
    `${right.fundId},Loss,2026-03-30,12.34,`,
    `${wrong.fundId},Gain,2026-03-31,500.00,First quarter`,
  ])
  await calls.charge(february)
  await calls.charge(march)
  // February: 0.6% of $100,000.00 for 28 of 365 days, taken on March 1; of March's 31 days one has the gain and two the loss.
  const februaryFee = 46_03n
  const balanceDays = (100_000_00n - februaryFee) * 31n + 1_000_00n - 2n * 12_34n
  const marchFee = (balanceDays * 6n * 2n + 365_000n) / (2n * 365_000n)
  expect(await statementOf(right, firstDay, lastDay)).toMatchObject({
    ...{ 1: 100_000_00n, 3: 987_66n, 5: -februaryFee, 10: 100_987_66n - februaryFee },
  })
  expect(await statementOf(right, isoDate('2026-04-01'), today)).toMatchObject({
    ...{ 3: 0n, 5: -marchFee, 10: 100_987_66n - februaryFee - marchFee },
  })

  const before = await statementOf(wrong, firstDay, lastDay)
  const [line] = (await calls.linesOf(batchId)).filter(({ fundId }) => fundId === wrong.fundId)
  const { rows } = await world.portal.database.admin.query<{ entry_id: string }>(
    'select entry_id from journal_entry where transaction_id = $1',
    [line?.transactionId],
  )
  const corrected = await world.portal.call(
    reverseJournalEntry,
    {
      params: { entryId: rows[0]?.entry_id ?? '' },
      body: {
        data: {
          type: 'command',
          attributes: {
            reason: 'The custodian sent ten times too much',
            replacement: { fundId: wrong.fundId, amountMinor: 50_00n, comment: '' },
          },
        },
      },
    },
    { as: (await makeStaff(world.portal)).session, idempotencyKey: randomUUID() },
  )
  expect(corrected.status).toBe(200)
  // What the statement of the quarter said stays; the correction stands in April and says what it concerns.
  expect(await statementOf(wrong, firstDay, lastDay)).toEqual(before)
  expect(await statementOf(wrong, isoDate('2026-04-01'), today)).toMatchObject({ 3: -450_00n })
  const shown = await world.portal.call(
    getSectionRows,
    { params: { fundId: wrong.fundId, section: 3 }, query: { from: firstDay, to: today } },
    ofDonor(wrong),
  )
  expect(
    shown.reply.data.map(({ amount, effectiveDate, concernsDate }) => [amount, effectiveDate, concernsDate]),
  ).toEqual(
    expect.arrayContaining([
      [500_00n, lastDay, null],
      [-500_00n, today, lastDay],
      [50_00n, today, lastDay],
    ]),
  )
  const reversal = shown.reply.data.find(({ amount }) => amount === -500_00n)
  expect(reversal?.comment).toContain('The custodian sent ten times too much')
  await calls.isSound()
})
