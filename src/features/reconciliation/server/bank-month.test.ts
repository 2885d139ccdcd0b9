import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { npt } from '../../../clients/configuration/npt.ts'
import { testClock } from '../../../testing/clock.ts'
import { bankMonthCalls } from '../../../testing/payments/bank-month-calls.ts'
import {
  type PaymentFixture,
  paymentTime,
  startPaymentWorld,
} from '../../../testing/payments/payment-fixture.ts'
import { statementCalls } from '../../../testing/payments/statement-calls.ts'
import { exportBankMonthItems, getBankMonth } from '../bank-month.contract.ts'
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

describe('a month of a bank account', () => {
  test('adds up, is signed off in order and once, and shows what changes later', async () => {
    const credit = calls.entry('CRDT', '70.00', '2026-01-30')
    await statements.take(
      calls.statement('100.00', '165.00', [calls.entry('DBIT', '5.00', '2026-01-30'), credit]),
    )
    const january = await calls.month('2026-01')
    expect(january.figures).toMatchObject({
      opening: { amountMinor: 100_00n },
      closing: { on: '2026-01-30', amountMinor: 165_00n },
      booked: [
        { kind: 'suspense', items: 1, amountMinor: 70_00n },
        { kind: 'unexplained', items: 1, amountMinor: -5_00n },
      ],
      differenceMinor: 0n,
    })
    expect(january.refusal).toMatch(/^Explain the debits/)
    expect((await calls.sign('2026-01')).problem.detail).toMatch(/^Explain the debits/)

    const [debit] = await calls.items('2026-01', 'to-explain')
    const answers = await Promise.all([
      calls.explain(debit?.itemId ?? ''),
      calls.explain(debit?.itemId ?? '', world.two),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect((await calls.month('2026-01')).refusal).toBeNull()
    expect((await calls.sign('2026-01', world.one, january.figuresHash)).problem.detail).toMatch(
      /have changed/,
    )

    await statements.take(calls.statement('165.00', '175.00', [calls.entry('CRDT', '10.00', '2026-02-27')]))
    expect((await calls.month('2026-02')).figures.opening).toEqual({ on: '2026-01-30', amountMinor: 165_00n })
    const signs = await Promise.all([calls.sign('2026-01'), calls.sign('2026-01', world.two)])
    expect(signs.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(signs.find(({ status }) => status === 409)?.problem.detail).toMatch(/signed off this month on/)
    expect((await calls.sign('2026-03')).problem.detail).toBe('This month isn’t over yet.')
    expect((await calls.sign('2025-12')).problem.detail).toMatch(/^A later month/)

    expect((await calls.month('2026-01')).signed).toMatchObject({ changes: [] })
    await statements.take(calls.statement('165.00', '168.00', [calls.entry('CRDT', '3.00', '2026-01-30')]))
    expect((await calls.month('2026-01')).signed?.changes).toContainEqual({
      what: 'suspense',
      beforeMinor: 70_00n,
      nowMinor: 73_00n,
    })
    expect((await calls.month('2026-02')).refusal).toMatch(/do not add up/)
  })

  test('of the account that pays has what each run still expects', async () => {
    const [paid] = await statements.paidGrants()
    const before = await calls.month('2026-03', 'grants')
    const [run] = before.runs.filter(({ amountMinor }) => amountMinor === 305_00n)
    expect(run).toMatchObject({ method: 'eft', payments: 1 })
    expect(before.figures.outstanding).toContainEqual(expect.objectContaining({ kind: 'transfer' }))
    expect((await calls.items('2026-03', 'outstanding', 'grants')).map(({ detail }) => detail)).toContain(
      paid.reference,
    )
    await statements.take(
      statements.message([
        {
          amount: '305.00',
          side: 'DBIT',
          on: '2026-03-16',
          servicerRef: randomUUID(),
          parts: [{ endToEnd: paid.reference }],
        },
      ]),
    )
    const after = await calls.month('2026-03', 'grants')
    expect(after.runs.map(({ runId }) => runId)).not.toContain(run?.runId)
    expect(after.figures.booked).toContainEqual({ kind: 'payments', items: 1, amountMinor: -305_00n })
  })

  test('is exported whole', async () => {
    const { status } = await world.portal.call(
      exportBankMonthItems,
      { ...calls.of('2026-01'), query: { format: 'csv' } },
      calls.as(),
    )
    expect(status).toBe(200)
  })

  test.each(['savings', 'grants-2'])('of no account of the book is not found: %s', async account => {
    const { status } = await world.portal.call(getBankMonth, calls.of('2026-03', account), calls.as())
    expect(status).toBe(404)
  })
})

test('a large debit takes two people to explain, and two to withdraw the explanation', async () => {
  const amount = npt.dualControlFromMinor / 100n
  await statements.take(
    calls.statement('0.00', `-${amount}.00`, [calls.entry('DBIT', `${amount}.00`, '2026-02-26')]),
  )
  const isLarge = ({ amountMinor }: { amountMinor: bigint }) => amountMinor === -npt.dualControlFromMinor
  const debit = (await calls.items('2026-02', 'to-explain')).find(isLarge)
  const lineId = debit?.itemId ?? ''
  expect((await calls.explain(lineId)).reply).toMatchObject({
    kind: null,
    postingRequest: { kind: 'bank-debit' },
  })
  expect(await calls.confirmAbout(lineId)).toMatchObject({ details: { kind: 'fee' }, status: 200 })
  const [explained] = (await calls.items('2026-02', 'explained')).filter(isLarge)
  expect(explained).toMatchObject({ kind: 'fee', note: 'Monthly fee, see their letter' })

  const explanationId = explained?.explanation?.explanationId ?? ''
  expect((await calls.withdraw(explanationId)).reply).toMatchObject({ isWithdrawn: false })
  expect((await calls.withdraw(explanationId, world.two)).status).toBe(409)
  expect(await calls.confirmAbout(lineId, world.one)).toMatchObject({ status: 400 })
  expect(await calls.confirmAbout(lineId)).toMatchObject({
    details: { explanationId, reason: 'It was a direct debit' },
    status: 200,
  })
  expect((await calls.items('2026-02', 'to-explain')).filter(isLarge)).toHaveLength(1)
})

describe('an explanation', () => {
  test('is withdrawn once, and the debit is explained anew', async () => {
    await statements.take(calls.statement('0.00', '-6.01', [calls.entry('DBIT', '6.01', '2026-02-25')]))
    const find = async (show: 'to-explain' | 'explained') =>
      (await calls.items('2026-02', show)).find(({ amountMinor }) => amountMinor === -6_01n)
    const lineId = (await find('to-explain'))?.itemId ?? ''
    await calls.explain(lineId)
    const explanationId = (await find('explained'))?.explanation?.explanationId ?? ''
    const answers = await Promise.all([
      calls.withdraw(explanationId),
      calls.withdraw(explanationId, world.two),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await find('explained')).toBeUndefined()
    expect(
      (await calls.explain(lineId, world.two, { kind: 'direct-debit', creditLineId: null })).reply.kind,
    ).toBe('direct-debit')
    expect((await calls.withdraw(explanationId)).status).toBe(409)
    expect((await calls.withdraw(randomUUID())).status).toBe(404)
    expect(await find('explained')).toMatchObject({ kind: 'direct-debit' })
  })

  test('of a month that is signed off is withdrawn by two people, and the difference is shown', async () => {
    const [explained] = await calls.items('2026-01', 'explained')
    expect((await calls.month('2026-01')).signed).not.toBeNull()
    const withdrawn = await calls.withdraw(explained?.explanation?.explanationId ?? '')
    expect(withdrawn.reply).toMatchObject({ isWithdrawn: false, postingRequest: { kind: 'bank-debit' } })
    expect(await calls.confirmAbout(explained?.itemId ?? '')).toMatchObject({ status: 200 })
    expect((await calls.month('2026-01')).signed?.changes).toContainEqual({
      what: 'unexplained',
      beforeMinor: 0n,
      nowMinor: -5_00n,
    })
  })

  test('of a transfer between accounts of the book names the credit, which leaves suspense once', async () => {
    const from = statements.message([
      {
        amount: '812.34',
        side: 'DBIT',
        on: '2026-02-24',
        servicerRef: randomUUID(),
        text: 'TO CONTRIBUTIONS',
      },
      { amount: '812.34', side: 'DBIT', on: '2026-02-24', servicerRef: randomUUID(), text: 'SUPPLIER' },
    ])
    await statements.take(from)
    const debits = async () =>
      (await calls.items('2026-02', 'to-explain', 'grants')).filter(
        ({ amountMinor }) => amountMinor === -812_34n,
      )
    expect((await debits()).map(({ transfers }) => transfers)).toEqual([[], []])
    await statements.take(
      calls.statement('0.00', '813.34', [
        calls.entry('CRDT', '812.34', '2026-02-26'),
        calls.entry('CRDT', '1.00', '2026-02-26'),
      ]),
    )
    const [first, second] = await debits()
    const credit = first?.transfers[0]
    expect(credit).toMatchObject({ accountName: 'Contributions', on: '2026-02-26' })
    const inSuspense = async () =>
      (await world.portal.call(listSuspenseItems, { query: { first: 500 } }, calls.as())).reply.data.filter(
        ({ amountMinor }) => amountMinor === 812_34n,
      )
    expect((await inSuspense())[0]?.transfers).toContainEqual({
      accountName: 'Grants',
      accountKey: 'grants',
      on: '2026-02-24',
    })

    const pair = { kind: 'own-transfer' as const, creditLineId: credit?.bankLineId ?? '' }
    const wrong = await calls.explain(first?.itemId ?? '', world.one, { ...pair, kind: 'fee' })
    expect(Object.keys(wrong.problem.errors ?? {})).toContainEqual(expect.stringContaining('creditLineId'))
    const foreign = { ...pair, creditLineId: second?.itemId ?? '' }
    expect((await calls.explain(first?.itemId ?? '', world.one, foreign)).status).toBe(409)
    const answers = await Promise.all([
      calls.explain(first?.itemId ?? '', world.one, pair),
      calls.explain(second?.itemId ?? '', world.two, pair),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await inSuspense()).toEqual([])
    expect((await debits())[0]?.transfers).toEqual([])
    expect((await calls.items('2026-02', 'booked')).map(({ kind }) => kind)).toContain('own-credit')

    // Each side shows the other.
    expect(
      (await calls.items('2026-02', 'explained', 'grants')).find(
        ({ amountMinor }) => amountMinor === -812_34n,
      )?.otherSide,
    ).toEqual({ ...credit, bankLineId: pair.creditLineId })
    expect(
      (await calls.items('2026-02', 'booked')).find(({ itemId }) => itemId === pair.creditLineId)?.otherSide,
    ).toMatchObject({ accountName: 'Grants', on: '2026-02-24' })

    // Once the explanation is withdrawn, the credit stays our own money, and may be paired again.
    const explained = (await calls.items('2026-02', 'explained', 'grants')).find(
      ({ amountMinor }) => amountMinor === -812_34n,
    )
    await calls.withdraw(explained?.explanation?.explanationId ?? '')
    const [again] = await debits()
    expect(again?.transfers[0]?.bankLineId).toBe(pair.creditLineId)
    expect((await calls.explain(again?.itemId ?? '', world.two, pair)).status).toBe(200)
  })
})
