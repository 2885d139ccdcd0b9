import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { npt } from '../../../clients/configuration/npt.ts'
import { testClock } from '../../../testing/clock.ts'
import { type CamtEntry, camtFile } from '../../../testing/payments/camt.ts'
import {
  type PaymentFixture,
  paymentTime,
  startPaymentWorld,
} from '../../../testing/payments/payment-fixture.ts'
import { statementCalls } from '../../../testing/payments/statement-calls.ts'
import {
  confirmPostingRequest,
  listPostingRequests,
} from '../../posting-requests/posting-requests.contract.ts'
import {
  type BankMonthItem,
  explainDebit,
  exportBankMonthItems,
  getBankMonth,
  listBankMonthItems,
  type MonthView,
  signBankMonth,
} from '../bank-month.contract.ts'

const clock = testClock(paymentTime.now)
let world: PaymentFixture
let statements: ReturnType<typeof statementCalls>

beforeAll(async () => {
  world = await startPaymentWorld(clock)
  statements = statementCalls(world)
})
afterAll(() => world.stop())
beforeEach(() => world.renew())

const command = <A>(attributes: A) => ({ data: { type: 'command' as const, attributes } })
const of = (month: string, account = 'contributions') => ({ params: { account, month } })
const as = (person = world.one) => ({ as: person.session })
const month = async (name: string, account?: string) =>
  (await world.portal.call(getBankMonth, of(name, account), as())).reply
const items = async (name: string, show?: MonthView, account?: string): Promise<BankMonthItem[]> =>
  (await world.portal.call(listBankMonthItems, { ...of(name, account), query: { first: 500, show } }, as()))
    .reply.data
const sign = async (name: string, person = world.one, figuresHash?: string) =>
  await world.portal.call(
    signBankMonth,
    {
      ...of(name),
      body: command({ figuresHash: figuresHash ?? (await month(name)).figuresHash, note: null }),
    },
    { ...as(person), idempotencyKey: randomUUID() },
  )
const explain = async (bankLineId: string, person = world.one) =>
  await world.portal.call(
    explainDebit,
    {
      params: { bankLineId },
      body: command({ kind: 'fee' as const, note: 'Monthly fee, see their letter' }),
    },
    { ...as(person), idempotencyKey: randomUUID() },
  )

let files = 0
/** A statement of the account for contributions. */
const statement = (opening: string, closing: string, entries: readonly CamtEntry[]) => {
  files += 1
  return camtFile([{ account: '0000218840', bank: '099990011', opening, closing, entries }], {
    id: `MONTH-${files}`,
  }).replaceAll(
    '</CdtDbtInd></Bal>',
    `</CdtDbtInd><Dt><Dt>${entries.at(-1)?.on ?? '2026-01-30'}</Dt></Dt></Bal>`,
  )
}
const entry = (side: 'CRDT' | 'DBIT', amount: string, on: string): CamtEntry => ({
  side,
  amount,
  on,
  servicerRef: `MONTH-${randomUUID()}`,
  text: side === 'CRDT' ? 'ADA FINCH' : 'MONTHLY FEE',
})

describe('a month of a bank account', () => {
  test('adds up, is signed off in order and once, and shows what changes later', async () => {
    const credit = entry('CRDT', '70.00', '2026-01-30')
    await statements.take(statement('100.00', '165.00', [entry('DBIT', '5.00', '2026-01-30'), credit]))
    const january = await month('2026-01')
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
    expect((await sign('2026-01')).problem.detail).toMatch(/^Explain the debits/)

    const [debit] = await items('2026-01', 'to-explain')
    const answers = await Promise.all([explain(debit?.itemId ?? ''), explain(debit?.itemId ?? '', world.two)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect((await month('2026-01')).refusal).toBeNull()
    expect((await sign('2026-01', world.one, january.figuresHash)).problem.detail).toMatch(/have changed/)

    await statements.take(statement('165.00', '175.00', [entry('CRDT', '10.00', '2026-02-27')]))
    expect((await month('2026-02')).figures.opening).toEqual({ on: '2026-01-30', amountMinor: 165_00n })
    const signs = await Promise.all([sign('2026-01'), sign('2026-01', world.two)])
    expect(signs.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(signs.find(({ status }) => status === 409)?.problem.detail).toMatch(/signed off this month on/)
    expect((await sign('2026-03')).problem.detail).toBe('This month isn’t over yet.')
    expect((await sign('2025-12')).problem.detail).toMatch(/^A later month/)

    expect((await month('2026-01')).signed).toMatchObject({ changes: [] })
    await statements.take(statement('165.00', '168.00', [entry('CRDT', '3.00', '2026-01-30')]))
    expect((await month('2026-01')).signed?.changes).toContainEqual({
      what: 'suspense',
      beforeMinor: 70_00n,
      nowMinor: 73_00n,
    })
    expect((await month('2026-02')).refusal).toMatch(/do not add up/)
  })

  test('of the account that pays has what each run still expects', async () => {
    const [paid] = await statements.paidGrants()
    const before = await month('2026-03', 'grants')
    const [run] = before.runs.filter(({ amountMinor }) => amountMinor === 305_00n)
    expect(run).toMatchObject({ method: 'eft', payments: 1 })
    expect(before.figures.outstanding).toContainEqual(expect.objectContaining({ kind: 'transfer' }))
    expect((await items('2026-03', 'outstanding', 'grants')).map(({ detail }) => detail)).toContain(
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
    const after = await month('2026-03', 'grants')
    expect(after.runs.map(({ runId }) => runId)).not.toContain(run?.runId)
    expect(after.figures.booked).toContainEqual({ kind: 'payments', items: 1, amountMinor: -305_00n })
  })

  test('is exported whole', async () => {
    const { status } = await world.portal.call(
      exportBankMonthItems,
      { ...of('2026-01'), query: { format: 'csv' } },
      as(),
    )
    expect(status).toBe(200)
  })

  test.each(['savings', 'grants-2'])('of no account of the book is not found: %s', async account => {
    const { status } = await world.portal.call(getBankMonth, of('2026-03', account), as())
    expect(status).toBe(404)
  })
})

test('a large debit takes two people to explain', async () => {
  const amount = npt.dualControlFromMinor / 100n
  await statements.take(statement('0.00', `-${amount}.00`, [entry('DBIT', `${amount}.00`, '2026-02-26')]))
  const debit = (await items('2026-02', 'to-explain')).find(
    ({ amountMinor }) => amountMinor === -npt.dualControlFromMinor,
  )
  const filed = await explain(debit?.itemId ?? '')
  expect(filed.reply).toMatchObject({ kind: null, postingRequest: { kind: 'bank-debit' } })
  const { reply } = await world.portal.call(listPostingRequests, {}, as(world.two))
  const request = reply.data.find(({ subjectId }) => subjectId === debit?.itemId)
  expect(request?.details).toMatchObject({ kind: 'fee' })
  const confirmed = await world.portal.call(
    confirmPostingRequest,
    { params: { requestId: request?.requestId ?? '' }, body: command({}) },
    { ...as(world.two), idempotencyKey: randomUUID() },
  )
  expect(confirmed.status).toBe(200)
  expect((await items('2026-02', 'booked')).find(({ itemId }) => itemId === debit?.itemId)).toMatchObject({
    kind: 'fee',
    note: 'Monthly fee, see their letter',
  })
})
