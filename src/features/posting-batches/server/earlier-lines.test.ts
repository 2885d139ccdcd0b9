import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testClock } from '../../../testing/clock.ts'
import { type MadeFund, makeFund } from '../../../testing/factories/make-fund.ts'
import { jobsDone } from '../../../testing/mailbox.ts'
import { postingCalls, postingTime, startPostingWorld } from '../../../testing/posting-world.ts'
import { checkPostingBatch, enterPostingBatch } from '../posting-batches.contract.ts'

const world = await startPostingWorld(testClock(postingTime))
const calls = postingCalls(world)
afterAll(() => world.stop())
let poor: MadeFund
beforeAll(async () => {
  await world.renew()
  poor = await makeFund(world.portal, { balanceMinor: 10_00n })
})

const fileOf = (...lines: string[]) =>
  new TextEncoder().encode(['Account ID,Kind,Date,Amount,Comment', ...lines].join('\r\n'))
const asStaff = () => ({ as: world.staff.session })
const check = (upload: Uint8Array<ArrayBuffer>) =>
  world.portal.call(checkPostingBatch, { query: { name: 'q1.csv' }, upload }, asStaff())
const enter = async (upload: Uint8Array<ArrayBuffer>, { planHash }: { planHash?: string } = {}) =>
  world.portal.call(
    enterPostingBatch,
    {
      query: {
        name: 'q1.csv',
        reference: `Gains ${randomUUID()}`,
        planHash: planHash ?? (await check(upload)).reply.planHash,
      },
      upload,
    },
    { ...asStaff(), idempotencyKey: randomUUID() },
  )

test('a file says which of its lines an earlier batch has, also if that one came meanwhile', async () => {
  const { fundId } = world.fund
  const gain = `${fundId},Gain,2026-03-14,31.07,`
  const fee = `${fundId},Administrative fee,2026-03-15,0.57,`
  const corrected = fileOf(gain, `${fundId},Administrative fee,2026-03-15,0.58,`)
  const alone = (await check(corrected)).reply
  expect(alone).toMatchObject({
    earlier: [],
    earlierLines: 0,
    days: { from: '2026-03-14', to: '2026-03-15' },
  })
  const first = (await enter(fileOf(gain, fee))).reply
  const waiting = (await check(corrected)).reply
  expect(waiting).toMatchObject({
    earlier: [{ line: 2, batchNumber: first.batchNumber }],
    earlierLines: 1,
    refusal: null,
  })
  expect((await enter(corrected, { planHash: alone.planHash })).problem.detail).toContain('has changed')
  expect((await calls.confirm(await calls.requestOfSubject(first.batchId))).status).toBe(200)
  await jobsDone(world.portal)
  // The same lines in another order, as another program saves them.
  expect((await check(fileOf(fee, gain))).reply).toMatchObject({ earlierLines: 2 })
  // Another day, amount, kind or account is another line.
  const others = [
    gain.replace('14', '13'),
    gain.replace('07', '08'),
    gain.replace('Gain', 'Income'),
    gain.replace(`${fundId}`, `${poor.fundId}`),
  ]
  expect((await check(fileOf(...others))).reply).toMatchObject({ earlierLines: 0 })
  expect((await enter(corrected)).status).toBe(200)
})
