import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { npt } from '../../../clients/configuration/npt.ts'
import { testClock } from '../../../testing/clock.ts'
import { bankMonthCalls } from '../../../testing/payments/bank-month-calls.ts'
import {
  type PaymentFixture,
  paymentTime,
  startPaymentWorld,
} from '../../../testing/payments/payment-fixture.ts'
import { statementCalls } from '../../../testing/payments/statement-calls.ts'
import { creditWaits } from '../domain/debit-kinds.ts'
import { listSuspenseItems } from '../reconciliation.contract.ts'

const clock = testClock(paymentTime.now)
let world: PaymentFixture
let statements: ReturnType<typeof statementCalls>
let calls: ReturnType<typeof bankMonthCalls>

beforeAll(async () => {
  world = await startPaymentWorld(clock)
  statements = statementCalls(world)
  calls = bankMonthCalls(world)
})
afterAll(() => world.stop())
beforeEach(() => world.renew())

test('a second person sees both sides of a large transfer, and of its withdrawal', async () => {
  const amount = `${npt.dualControlFromMinor / 100n}.07`
  await statements.take(
    statements.message([
      { amount, side: 'CRDT', on: '2026-02-27', servicerRef: randomUUID(), text: 'FROM GIFTS' },
    ]),
  )
  const twice = `-${(npt.dualControlFromMinor * 2n) / 100n}.14`
  const entries = ['2026-02-26', '2026-02-27'].map(on => calls.entry('DBIT', amount, on))
  await statements.take(calls.statement('0.00', twice, entries))
  const isTransfer = ({ amountMinor }: { amountMinor: bigint }) =>
    amountMinor === -(npt.dualControlFromMinor + 7n)
  const debit = (await calls.items('2026-02', 'to-explain')).find(isTransfer)
  const lineId = debit?.itemId ?? ''
  const sides = {
    debit: { accountName: 'Contributions', on: '2026-02-26', detail: 'MONTHLY FEE' },
    credit: { accountName: 'Grants', on: '2026-02-27', detail: 'FROM GIFTS' },
  }
  const pair = { kind: 'own-transfer' as const, creditLineId: debit?.transfers[0]?.bankLineId ?? '' }
  await calls.explain(lineId, world.one, pair)

  // The credit is spoken for: the list says so, and nothing else is decided about it meanwhile.
  const ofCredit = async () =>
    (await world.portal.call(listSuspenseItems, { query: { first: 500 } }, calls.as())).reply.data.find(
      ({ detail, amountMinor }) => detail === 'FROM GIFTS' && amountMinor === npt.dualControlFromMinor + 7n,
    )
  const item = await ofCredit()
  expect(item?.postingRequest).toMatchObject({ kind: 'bank-debit', requestedByName: expect.any(String) })
  const ended = await calls.endSuspense(item?.itemId ?? '')
  expect(ended).toMatchObject({ status: 409, problem: { detail: creditWaits } })
  const again = (await calls.items('2026-02', 'to-explain')).find(
    ({ itemId, ...other }) => isTransfer(other) && itemId !== lineId,
  )
  expect(again?.transfers).toEqual([])
  expect((await calls.explain(again?.itemId ?? '', world.two, pair)).status).toBe(409)

  expect(await calls.confirmAbout(lineId)).toMatchObject({ details: { sides }, status: 200 })
  expect(await ofCredit()).toBeUndefined()
  const explained = (await calls.items('2026-02', 'explained')).find(isTransfer)
  await calls.withdraw(explained?.explanation?.explanationId ?? '')
  expect(await calls.confirmAbout(lineId)).toMatchObject({ details: { sides }, status: 200 })
})

test('of a transfer and another decision about its credit that are filed at once, one waits', async () => {
  const amount = `${npt.dualControlFromMinor / 100n}.08`
  await statements.take(
    statements.message([{ amount, side: 'CRDT', on: '2026-02-27', servicerRef: randomUUID(), text: 'BOTH' }]),
  )
  await statements.take(calls.statement('0.00', `-${amount}`, [calls.entry('DBIT', amount, '2026-02-26')]))
  const debit = (await calls.items('2026-02', 'to-explain')).find(
    ({ amountMinor }) => amountMinor === -(npt.dualControlFromMinor + 8n),
  )
  const { reply } = await world.portal.call(listSuspenseItems, { query: { first: 500 } }, calls.as())
  const itemId = reply.data.find(({ detail }) => detail === 'BOTH')?.itemId ?? ''
  const pair = { kind: 'own-transfer' as const, creditLineId: debit?.transfers[0]?.bankLineId ?? '' }
  const both = await Promise.all([
    calls.explain(debit?.itemId ?? '', world.one, pair),
    calls.endSuspense(itemId, world.two),
  ])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
})
