import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { isoDate } from '../../../domain/dates.ts'
import { testClock } from '../../../testing/clock.ts'
import { type MadeFund, makeFund } from '../../../testing/factories/make-fund.ts'
import { clientsWithFees, february, feeCalls, feeTime, march } from '../../../testing/fee-calls.ts'
import { type PostingWorld, startPostingWorld } from '../../../testing/posting-world.ts'
import { getPostingBatch, reversePostingBatch } from '../../posting-batches/posting-batches.contract.ts'
import { listFeeWriteOffs, writeOffFee } from '../fee-write-offs.contract.ts'

const clock = testClock(feeTime)
let world: PostingWorld
let calls: ReturnType<typeof feeCalls>

beforeAll(async () => {
  world = await startPostingWorld(clock, { clients: clientsWithFees })
  calls = feeCalls(world)
})
afterAll(() => world.stop())
beforeEach(() => calls.renew())

const command = <A>(attributes: A) => ({ data: { type: 'command' as const, attributes } })
const today = isoDate('2026-04-02')

/** A fund that owes $36.03 of February's fee of $46.03. */
async function owingFund(): Promise<{ fund: MadeFund; batchId: string }> {
  const fund = await makeFund(world.portal, { balanceMinor: 100_000_00n })
  await calls.gain(fund, -99_990_00n, isoDate('2026-03-31'))
  const batchId = await calls.charge(february)
  clock.advance(1_000)
  return { fund, batchId }
}
const writeOff = async ({ fundId }: MadeFund, amountMinor = 36_03n, idempotencyKey = randomUUID()) =>
  await world.portal.call(
    writeOffFee,
    {
      body: command({
        ...{ fundId, kind: 'administrative_fee' as const, amountMinor },
        reason: 'The donor left the country',
      }),
    },
    { as: world.staff.session, idempotencyKey },
  )

const listed = async ({ fundId }: MadeFund) =>
  (
    await world.portal.call(
      listFeeWriteOffs,
      { query: { keywords: String(fundId) } },
      { as: world.staff.session },
    )
  ).reply.data

test('an owed fee is written off by two people: nothing is posted, it is listed, and no later run takes it', async () => {
  const { fund } = await owingFund()
  const key = randomUUID()
  const entered = [await writeOff(fund, 36_03n, key), await writeOff(fund, 36_03n, key)]
  expect(entered.map(({ status }) => status)).toEqual([200, 200])
  expect(await calls.waiting(fund)).toMatchObject([{ waitingMinor: 36_03n }])
  await calls.confirm(fund.accountId)
  expect(await calls.waiting(fund)).toEqual([])
  expect(await calls.available(fund)).toBe(0n)
  expect(await listed(fund)).toMatchObject([
    {
      ...{ fundId: fund.fundId, kind: 'administrative_fee', amountMinor: 36_03n, endedMinor: 0n },
      ...{ reason: 'The donor left the country', enteredByName: expect.any(String) },
    },
  ])
  // A late entry would make February's fee larger; what was forgiven is settled.
  await calls.gain(fund, 50_000_00n, isoDate('2026-02-01'))
  const plan = (await calls.check(march)).reply
  expect(
    plan.charges.filter(({ fundId }) => fundId === fund.fundId).map(({ periodFrom }) => periodFrom),
  ).toEqual([march])
  expect(plan.arrearsMinor).toBe(0n)
  expect((await writeOff(fund)).status).toBe(400)
  await calls.isSound()
})

test('a write-off of another amount than the fund owes is refused, and a second one while one waits', async () => {
  const { fund } = await owingFund()
  const { problem } = await writeOff(fund, 36_02n)
  expect(problem.errors).toEqual({
    amountMinor: ['This account owes $36.03. All of it is written off, or nothing'],
  })
  expect((await writeOff(world.fund)).problem.errors).toEqual({
    fundId: ['This account owes nothing of this fee'],
  })
  const both = await Promise.all([writeOff(fund), writeOff(fund)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
})

test('a write-off is not confirmed once the fund has paid, nor while other fees are posted', async () => {
  const { fund } = await owingFund()
  await writeOff(fund)
  await calls.gain(fund, 10_00n, today)
  const { batchId } = (await calls.enterWaiting()).reply
  expect((await calls.confirmBatch(fund.accountId)).problem.detail).toMatch(
    /^Batch \d+ of fees is not finished/,
  )
  await calls.confirm(batchId)
  expect((await calls.confirmBatch(fund.accountId)).problem.detail).toBe(
    'What this fund owes has changed since. Decline this, and enter it again.',
  )
  expect(await calls.waiting(fund)).toMatchObject([{ waitingMinor: 26_03n }])
})

const reverseBatch = async (batchId: string) => {
  await world.portal.call(
    reversePostingBatch,
    { params: { batchId }, body: command({ reason: 'Wrong tiers' }) },
    { as: world.staff.session },
  )
  await calls.confirm(batchId)
}
const writtenOffOf = async (batchId: string) =>
  (await world.portal.call(getPostingBatch, { params: { batchId } }, { as: world.staff.session })).reply
    .writtenOff

test('a write-off ends when its batch is reversed: no credit is left, and what is charged again is owed', async () => {
  const { fund, batchId } = await owingFund()
  expect(await writtenOffOf(batchId)).toEqual({ funds: 0, amountMinor: 0n })
  await writeOff(fund)
  await calls.confirm(fund.accountId)
  expect(await writtenOffOf(batchId)).toEqual({ funds: 1, amountMinor: 36_03n })
  await reverseBatch(batchId)
  expect(await calls.available(fund)).toBe(10_00n)
  expect(await calls.waiting(fund)).toEqual([])
  expect(await listed(fund)).toMatchObject([{ amountMinor: 36_03n, endedMinor: 36_03n }])
  const plan = (await calls.check(march)).reply
  expect(plan.charges.filter(({ fundId }) => fundId === fund.fundId)).toHaveLength(1)
  expect(plan.arrearsMinor).toBe(0n)
  await calls.charge(february)
  expect(await calls.available(fund)).toBe(0n)
  expect(await calls.waiting(fund)).toMatchObject([{ waitingMinor: 36_03n }])
  await calls.isSound()
})

test.each([
  ['the earlier batch', 0, { paidMinor: 10_00n, waitingMinor: -5_00n }],
  ['the later batch', 1, { paidMinor: 5_00n, waitingMinor: 5_00n }],
] as const)('of a write-off of two batches only what %s left ends with it', async (_, place, expected) => {
  const { fund, batchId } = await owingFund()
  await calls.gain(fund, 5_00n, today)
  const batches = [batchId, await calls.charge(march)]
  clock.advance(1_000)
  const [waiting] = await calls.waiting(fund)
  const later = (await calls.linesOf(batches[1] ?? '')).find(({ fundId }) => fundId === fund.fundId)
  // The five dollars paid February’s fee first.
  expect(waiting?.waitingMinor).toBe((later?.amountMinor ?? 0n) - 5_00n)
  await writeOff(fund, waiting?.waitingMinor)
  await calls.confirm(fund.accountId)
  expect(await calls.waiting(fund)).toEqual([])
  await reverseBatch(batches[place] ?? '')
  const ofLater = (later?.amountMinor ?? 0n) - 36_03n
  const endedMinor = place === 0 ? 31_03n : ofLater
  expect(await listed(fund)).toMatchObject([{ endedMinor }])
  expect(await calls.available(fund)).toBe(expected.paidMinor)
  expect((await calls.waiting(fund)).map(({ waitingMinor }) => waitingMinor)).toEqual([expected.waitingMinor])
  await calls.isSound()
})

test('a fee that is reversed by itself after its rest was written off leaves neither a debt nor a credit', async () => {
  const { fund, batchId } = await owingFund()
  await writeOff(fund)
  await calls.confirm(fund.accountId)
  await calls.giveBack(batchId, fund)
  expect(await calls.available(fund)).toBe(10_00n)
  expect(await calls.waiting(fund)).toEqual([])
  await reverseBatch(batchId)
  expect(await calls.waiting(fund)).toEqual([])
  expect((await calls.check(march)).reply.arrearsMinor).toBe(0n)
})

test('a debt above the client’s largest amount is written off in several parts', async () => {
  const { npt } = clientsWithFees
  const small = { ...clientsWithFees, npt: { ...npt, maxAmountMinor: 20_00n } }
  const other = await startPostingWorld(clock, { clients: small })
  const usual = { world, calls }
  try {
    world = other
    calls = feeCalls(other)
    const { fund } = await owingFund()
    expect((await writeOff(fund, 16_03n)).problem.errors).toEqual({
      amountMinor: ['This account owes $36.03. Write off $20.00 at a time'],
    })
    for (const part of [20_00n, 16_03n]) {
      expect((await writeOff(fund, part)).status).toBe(200)
      await calls.confirm(fund.accountId)
    }
    expect(await calls.waiting(fund)).toEqual([])
  } finally {
    await other.stop()
    world = usual.world
    calls = usual.calls
  }
})

test('the database accepts no write-off that nobody asked for', async () => {
  const { fund } = await owingFund()
  await expect(
    world.portal.database.admin.query(
      `insert into fee_write_off (book, request_id, account_id, kind, amount_minor, written_off_at)
        values ('npt', gen_random_uuid(), $1, 'administrative_fee', 3603, now())`,
      [fund.accountId],
    ),
  ).rejects.toMatchObject({ constraint: 'fee_write_off_requested' })
})
