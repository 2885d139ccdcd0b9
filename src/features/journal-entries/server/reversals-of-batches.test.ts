import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { isoDate } from '../../../domain/dates.ts'
import { testClock } from '../../../testing/clock.ts'
import { type MadeFund, makeFund, makeStaff } from '../../../testing/factories/make-fund.ts'
import { jobsDone } from '../../../testing/mailbox.ts'
import { postingCalls, postingTime, startPostingWorld } from '../../../testing/posting-world.ts'
import { verifyLedger } from '../../ledger/server/verify-ledger.ts'
import {
  checkPostingBatch,
  enterPostingBatch,
  getPostingBatch,
  listPostingBatchLines,
  reversePostingBatch,
} from '../../posting-batches/posting-batches.contract.ts'
import { getJournalEntry, reverseJournalEntry } from '../journal-entries.contract.ts'

const world = await startPostingWorld(testClock(postingTime))
const calls = postingCalls(world)
afterAll(() => world.stop())
let second: MadeFund
beforeEach(async () => {
  await world.renew()
  second = await makeFund(world.portal, { balanceMinor: 0n })
})

const reason = 'The custodian sent wrong figures'
const command = <A>(attributes: A) => ({ data: { type: 'command' as const, attributes } })
const asStaff = () => ({ as: world.staff.session })
const secondCalls = () => postingCalls({ ...world, fund: second })

/** A posted batch of a gain for each fund, whose entries are of February. */
async function postedBatch(): Promise<{ batchId: string; entries: string[] }> {
  const lines = [world.fund, second].map(({ fundId }, index) => `${fundId},Gain,2026-02-10,${index + 1}.00,`)
  const upload = new TextEncoder().encode(['Account ID,Kind,Date,Amount,Comment', ...lines].join('\n'))
  const name = 'q.csv'
  const { planHash } = (await world.portal.call(checkPostingBatch, { query: { name }, upload }, asStaff()))
    .reply
  const query = { name, reference: `Gains ${randomUUID()}`, planHash }
  const { batchId } = (await world.portal.call(enterPostingBatch, { query, upload }, asStaff())).reply
  expect((await calls.confirm(await calls.requestOfSubject(batchId))).status).toBe(200)
  await jobsDone(world.portal)
  const { reply } = await world.portal.call(
    listPostingBatchLines,
    { params: { batchId }, query: {} },
    asStaff(),
  )
  return { batchId, entries: reply.data.map(({ entryId }) => entryId ?? '') }
}
const askForLine = async (entryId: string) => {
  const body = command({ reason, replacement: null })
  expect(
    (await world.portal.call(reverseJournalEntry, { params: { entryId }, body }, asStaff())).status,
  ).toBe(200)
  return await calls.requestOfSubject(entryId)
}
const askForBatch = async (batchId: string, key: string = randomUUID()) =>
  await world.portal.call(
    reversePostingBatch,
    { params: { batchId }, body: command({ reason }) },
    { ...asStaff(), idempotencyKey: key },
  )
const statusOf = async (batchId: string) =>
  (await world.portal.call(getPostingBatch, { params: { batchId } }, asStaff())).reply
const show = async (entryId: string) =>
  (await world.portal.call(getJournalEntry, { params: { entryId } }, asStaff())).reply
const balances = async () => [await calls.available(), await secondCalls().available()]
const isSound = async () =>
  expect((await verifyLedger(world.portal.databases.book('npt'))).differences).toEqual([])

test('a line and its batch that wait for their reversal together are reversed once, in either order', async () => {
  const before = await balances()
  for (const isLineFirst of [true, false]) {
    const { batchId, entries } = await postedBatch()
    const ofLine = await askForLine(entries[1] ?? '')
    expect((await askForBatch(batchId)).status).toBe(200)
    const ofBatch = await calls.requestOfSubject(batchId)
    const [first, then] = isLineFirst ? [ofLine, ofBatch] : [ofBatch, ofLine]
    // Two windows of the same person.
    const answers = await Promise.all([calls.confirm(first), calls.confirm(first)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    await jobsDone(world.portal)
    expect((await calls.confirm(then)).status).toBe(isLineFirst ? 200 : 409)
    await jobsDone(world.portal)
    expect(await statusOf(batchId)).toMatchObject({ status: 'reversed', reversedLines: 2 })
    expect(await balances()).toEqual(before)
    // Back, and pressed again.
    expect((await askForBatch(batchId)).status).toBe(409)
  }
  await isSound()
})

test('a batch whose month was closed meanwhile is reversed today, and its entries say which day they concern', async () => {
  const before = await balances()
  const { batchId, entries } = await postedBatch()
  await world.portal.databases
    .book('npt')
    .insertInto('month_close')
    .values({
      ...{ month: isoDate('2026-02-01'), checks: '[]', balances: '{}' },
      ...{ closed_by: randomUUID(), closed_by_name: 'Erin', closed_at: new Date() },
    })
    .execute()
  const key = randomUUID()
  const [once, again] = await Promise.all([askForBatch(batchId, key), askForBatch(batchId, key)])
  expect(again.reply.postingRequest).toEqual(once.reply.postingRequest)
  expect((await calls.confirm(await calls.requestOfSubject(batchId))).status).toBe(200)
  await jobsDone(world.portal)
  expect(await balances()).toEqual(before)
  const { reversedBy } = await show(entries[0] ?? '')
  expect(await show(reversedBy?.entryId ?? '')).toMatchObject({
    concernsDate: '2026-02-10',
    effectiveDate: '2026-03-16',
  })
  const uk = await makeStaff(world.portal, { realm: 'nptuk' })
  const ofOther = await world.portal.call(
    reversePostingBatch,
    { params: { batchId }, body: command({ reason }) },
    { as: uk.session, client: 'nptuk' },
  )
  expect(ofOther.status).toBe(404)
  await isSound()
})
