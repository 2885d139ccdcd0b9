import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { npt } from '../../../clients/configuration/npt.ts'
import { testClock } from '../../../testing/clock.ts'
import { nachaFile } from '../../../testing/payments/bank-files.ts'
import { type CamtEntry, camtFile } from '../../../testing/payments/camt.ts'
import {
  type PaymentFixture,
  paymentTime,
  startPaymentWorld,
} from '../../../testing/payments/payment-fixture.ts'
import { creditOf, statementCalls } from '../../../testing/payments/statement-calls.ts'

const clock = testClock(paymentTime.now)
let world: PaymentFixture
let statements: ReturnType<typeof statementCalls>

beforeAll(async () => {
  world = await startPaymentWorld(clock)
  statements = statementCalls(world)
})
afterAll(() => world.stop())
beforeEach(() => world.renew())

describe('a movement of the account', () => {
  test('that stands in two statements counts once, and says where it was booked', async () => {
    const [first, second = first] = await statements.paidGrants(2)
    const before = await statements.available()
    const one = statements.message([creditOf(first.reference)])
    // A part came back, which a person confirms.
    expect(await statements.effects(one)).toEqual(['ask'])
    expect(await statements.take(one, [1])).toEqual(['returned'])
    expect(await statements.available()).toBe(before + 100_00n)
    const overlapping = statements.message([
      creditOf(first.reference),
      { amount: '305.00', side: 'DBIT', servicerRef: 'SVCR-778', parts: [{ endToEnd: second.reference }] },
    ])
    const { lines } = await statements.preview(overlapping)
    expect(lines.find(({ effect }) => effect === 'booked')?.sentence).toBe(
      'Already booked on March 18, 2026, from “bank-file.txt” of March 16, 2026.',
    )
    // No answer makes two of one.
    expect((await statements.take(overlapping, [1, 2])).toSorted()).toEqual(['booked', 'cleared'])
    expect([await statements.stateOf(first), await statements.stateOf(second)]).toEqual([
      'Partly returned',
      'Received by the charity',
    ])
    expect(await statements.available()).toBe(before + 100_00n)
    expect(await statements.movements(first.reference)).toEqual(['10000'])
  })

  test('is the same in reports within the day, advices and statements', async () => {
    const [paid] = await statements.paidGrants()
    const entry = creditOf(paid.reference, { amount: '305.00' })
    expect(await statements.take(statements.message([{ ...entry, status: 'PDNG' }], 'camt.052'))).toEqual([
      'none',
    ])
    expect(await statements.take(statements.message([entry], 'camt.054'))).toEqual(['returned'])
    const announced = await world.portal.database.admin.query(
      'select stated_in from bank_line where end_to_end_id = $1',
      [paid.reference],
    )
    expect(announced.rows).toEqual([{ stated_in: null }])
    expect(await statements.take(statements.message([{ ...entry, entryRef: '3' }], 'camt.052'))).toEqual([
      'booked',
    ])
    expect(await statements.take(statements.message([{ ...entry, isOldStatus: true }]))).toEqual(['booked'])
    const stated = await world.portal.database.admin.query(
      `select f.format from bank_line l join bank_file f on f.bank_file_id = l.stated_in where end_to_end_id = $1`,
      [paid.reference],
    )
    expect(stated.rows).toEqual([{ format: 'camt.053' }])
    expect(await statements.movements(paid.reference)).toEqual(['30500'])
  })

  test('in two statements of one file counts once', async () => {
    const [paid] = await statements.paidGrants()
    const statement = {
      account: npt.payments.accountNumber,
      bank: npt.payments.routingNumber,
      entries: [creditOf(paid.reference, { amount: '305.00' })],
    }
    expect((await statements.take(camtFile([statement, statement], { id: 'TWICE' }))).toSorted()).toEqual([
      'booked',
      'returned',
    ])
    expect(await statements.movements(paid.reference)).toEqual(['30500'])
  })

  test('twice in one statement is for a person, who may say that it is another', async () => {
    const [paid] = await statements.paidGrants()
    const before = await statements.available()
    const text = statements.message([creditOf(paid.reference), creditOf(paid.reference)])
    expect(await statements.take(text, [1])).toEqual(['returned', 'ask'])
    expect(await statements.available()).toBe(before + 100_00n)
    // Applied again with the other answer, it does what was left out.
    expect(await statements.effects(text, [1, 2])).toEqual(['returned', 'booked'])
    await statements.take(text, [1, 2])
    expect(await statements.available()).toBe(before + 200_00n)
    expect(await statements.effects(text, [1, 2])).toEqual(['booked', 'booked'])
    expect(await statements.movements(paid.reference)).toEqual(['10000', '10000'])
  })

  const withoutReference = (entry: CamtEntry): CamtEntry => {
    const { servicerRef: _none, ...others } = entry
    return others
  }

  test.each<[string, (entry: CamtEntry) => CamtEntry, string]>([
    ['without a reference of the bank', withoutReference, 'ask'],
    ['with a counter of the statement', entry => ({ ...withoutReference(entry), entryRef: '12' }), 'ask'],
    // The bank’s other reference is known then, and nobody is asked again.
    ['with another reference', entry => ({ ...entry, servicerRef: 'SVCR-OTHER-1' }), 'booked'],
    ['with the same reference on another day', entry => ({ ...entry, on: '2026-03-19' }), 'booked'],
  ])('that looks like another, %s, is left out unless a person says so', async (_what, change, next) => {
    const [paid] = await statements.paidGrants()
    const before = await statements.available()
    await statements.take(statements.message([creditOf(paid.reference)]), [1])
    const alike = change(creditOf(paid.reference))
    const { lines, toDecide } = await statements.preview(statements.message([alike]))
    expect(lines[0]).toMatchObject({ effect: 'ask', question: 'It is another payment' })
    expect(lines[0]?.sentence).toContain('Already booked on March 18, 2026, from “bank-file.txt”')
    expect(toDecide).toBe(1)
    await statements.take(statements.message([alike]))
    expect(await statements.available()).toBe(before + 100_00n)
    expect(await statements.movements(paid.reference)).toEqual(['10000'])
    expect(await statements.effects(statements.message([alike]))).toEqual([next])
  })

  test('that a person calls another payment counts too, and the answer is stored', async () => {
    const [paid] = await statements.paidGrants()
    const before = await statements.available()
    const noReference = withoutReference(creditOf(paid.reference))
    await statements.take(statements.message([noReference]), [1])
    const text = statements.message([noReference])
    const unanswered = (await statements.preview(text)).planHash
    expect((await world.calls.applyBankFileLines(text, world.one, unanswered, [1])).status).toBe(409)
    expect(await statements.take(text, [1])).toEqual(['returned'])
    expect(await statements.available()).toBe(before + 200_00n)
    const { rows } = await world.portal.database.admin.query(
      `select question, is_confirmed from bank_file_answer order by bank_file_id desc limit 1`,
    )
    expect(rows).toEqual([
      { question: expect.stringMatching(/^It is another payment\? This looks like/), is_confirmed: true },
    ])
    // Both stand in the next statement.
    expect(await statements.effects(statements.message([noReference, noReference]))).toEqual(['ask', 'ask'])
    expect(await statements.movements(paid.reference)).toEqual(['10000', '10000'])
  })

  test('of a file of returns and of a statement is one', async () => {
    const [paid] = await statements.paidGrants()
    expect(await statements.take(nachaFile([{ reference: paid.reference, amountMinor: 305_00n }]))).toEqual([
      'returned',
    ])
    const entry = creditOf(paid.reference, { amount: '305.00', on: '2026-03-17' })
    expect(await statements.take(statements.message([entry]))).toEqual(['done'])
    expect(await statements.take(statements.message([entry]))).toEqual(['booked'])
    expect(await statements.movements(paid.reference)).toEqual(['30500'])
    // The same return under another time stamp of the file.
    const again = nachaFile([{ reference: paid.reference, amountMinor: 305_00n }]).replace(
      '2603170900A',
      '2603181000B',
    )
    expect(await statements.take(again)).toEqual(['booked'])
  })

  test('that names another payment under the same reference of the bank is another', async () => {
    const paid = await statements.paidGrants(3)
    const entries = paid.map(
      ({ reference }): CamtEntry => ({
        amount: '305.00',
        side: 'DBIT',
        servicerRef: 'BATCH-4711',
        parts: [{ endToEnd: reference }],
      }),
    )
    expect(await statements.take(statements.message(entries))).toEqual(['cleared', 'cleared', 'cleared'])
    expect(await statements.take(statements.message(entries.toReversed()))).toEqual([
      'booked',
      'booked',
      'booked',
    ])
  })

  test('that no payment explains is stored once too', async () => {
    const gift: CamtEntry = {
      amount: '40.00',
      side: 'CRDT',
      servicerRef: 'GIFT-4000',
      parts: [{ endToEnd: 'A GIFT 4000' }],
    }
    expect(await statements.take(statements.message([gift]))).toEqual(['unknown'])
    expect(await statements.take(statements.message([gift]))).toEqual(['booked'])
    expect(await statements.movements('A GIFT 4000')).toEqual(['4000'])
  })
})
