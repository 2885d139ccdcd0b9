import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { npt } from '../../../clients/configuration/npt.ts'
import { hostOf } from '../../../testing/app.ts'
import { testClock } from '../../../testing/clock.ts'
import { makeStaff } from '../../../testing/factories/make-fund.ts'
import { jobsDone } from '../../../testing/mailbox.ts'
import { nachaFile } from '../../../testing/payments/bank-files.ts'
import { type CamtEntry, camtFile } from '../../../testing/payments/camt.ts'
import { paymentCalls } from '../../../testing/payments/payment-calls.ts'
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

describe('a statement with the number of our account and no bank', () => {
  test('changes nothing until a person confirms the account', async () => {
    const [paid] = await statements.paidGrants()
    const before = await statements.available()
    const entry = creditOf(paid.reference, { amount: '305.00' })
    const { accountNumber: account } = npt.payments
    const text = camtFile([{ account, entries: [entry] }], { id: 'NO-BANK' })
    const { lines, newLines, toDecide } = await statements.preview(text)
    expect(lines).toMatchObject([
      { effect: 'ask', question: 'It is our account', sentence: expect.stringMatching(/names no bank/) },
      { effect: 'none', sentence: expect.stringMatching(/^Left out/) },
    ])
    expect([newLines, toDecide]).toEqual([0, 1])
    // The second line has no question: an answer to it confirms nothing.
    expect(await statements.take(text, [2])).toEqual(['ask', 'none'])
    expect(await statements.available()).toBe(before)
    expect(await statements.movements(paid.reference)).toEqual([])
    expect((await statements.take(text, [1])).toSorted()).toEqual(['none', 'returned'])
    expect(await statements.available()).toBe(before + 305_00n)
    // The same entry, from a statement that names the bank.
    expect(await statements.effects(statements.message([entry]))).toEqual(['booked'])
    const { rows } = await world.portal.database.admin.query(
      `select is_confirmed from bank_file_answer where question like 'It is our account?%' order by bank_file_id desc limit 1`,
    )
    expect(rows).toEqual([{ is_confirmed: true }])
  })
})

describe('an entry of several payments', () => {
  const batch = (references: readonly string[], amounts = ['305.00', '305.00']): CamtEntry => ({
    amount: '610.00',
    side: 'CRDT',
    servicerRef: `BATCH-${references.join('-')}`,
    parts: references.map((endToEnd, index) => ({
      endToEnd,
      amount: amounts[index] ?? '0',
      amountIn: 'InstdAmt',
    })),
  })

  test('returns what its parts say, and nothing if they are not the entry', async () => {
    const paid = await statements.paidGrants(2)
    const references = paid.map(({ reference }) => reference)
    const before = await statements.available()
    expect(await statements.take(statements.message([batch(references, ['305.00', '205.00'])]))).toEqual([
      'refused',
    ])
    expect(await statements.available()).toBe(before)
    expect(await statements.take(statements.message([{ ...batch(references), servicerRef: 'B-2' }]))).toEqual(
      ['returned', 'returned'],
    )
    expect(await statements.available()).toBe(before + 610_00n)
  })

  test('that stood without its parts is explained by them later', async () => {
    const paid = await statements.paidGrants(2)
    const entry = batch(paid.map(({ reference }) => reference))
    const { parts: _parts, ...whole } = entry
    const before = await statements.available()
    expect(await statements.take(statements.message([whole], 'camt.052'))).toEqual(['unknown'])
    expect(await statements.take(statements.message([entry], 'camt.054'))).toEqual(['returned', 'returned'])
    expect(await statements.available()).toBe(before + 610_00n)
    expect(await statements.take(statements.message([whole]))).toEqual(['booked'])
    expect(
      await statements.take(statements.message([{ ...entry, parts: entry.parts?.toReversed() ?? [] }])),
    ).toEqual(['booked', 'booked'])
    // The whole counts, its parts explain it.
    const { rows } = await world.portal.database.admin.query(
      'select count(*)::int as lines, count(part_of)::int as parts from bank_line where reference = $1',
      [entry.servicerRef],
    )
    expect(rows).toEqual([{ lines: 3, parts: 2 }])
  })

  test('is not split in another way', async () => {
    const paid = await statements.paidGrants(2)
    const references = paid.map(({ reference }) => reference)
    await statements.take(statements.message([batch(references)]))
    const other = batch(references, ['300.00', '310.00'])
    const { lines } = await statements.preview(statements.message([other]))
    expect(lines).toMatchObject([
      { effect: 'refused', sentence: expect.stringContaining('other parts') },
      { effect: 'refused' },
    ])
  })
})

describe('a credit', () => {
  test('that merely quotes a grant is no return unless a person says so', async () => {
    const [paid] = await statements.paidGrants()
    const gift = (about: Partial<CamtEntry> = {}): CamtEntry => ({
      amount: '305.00',
      side: 'CRDT',
      servicerRef: 'NEW-MONEY-1',
      parts: [{ endToEnd: 'NOTPROVIDED', text: `thank you for ${paid.reference.toLowerCase()}` }],
      ...about,
    })
    const text = statements.message([gift()])
    expect((await statements.preview(text)).lines[0]).toMatchObject({
      effect: 'ask',
      question: 'It is a return of this payment',
    })
    await statements.take(text)
    expect(await statements.stateOf(paid)).toBe('Paid')
    expect(
      await statements.take(
        statements.message([gift({ servicerRef: 'NEW-MONEY-2', on: '2026-03-20', returnCode: 'RRTN' })]),
      ),
    ).toEqual(['returned'])
    expect(await statements.stateOf(paid)).toBe('Returned')
  })

  test('of more or less than the payment is for a person, or refused', async () => {
    const [paid] = await statements.paidGrants()
    expect(
      await statements.effects(statements.message([creditOf(paid.reference, { amount: '305.01' })])),
    ).toEqual(['refused'])
    expect((await statements.preview(statements.message([creditOf(paid.reference)]))).lines[0]).toMatchObject(
      {
        effect: 'ask',
        question: 'A part was returned',
        sentence: 'The bank booked $100.00, but $305.00 was paid. Credited',
      },
    )
    expect(
      await statements.effects(nachaFile([{ reference: paid.reference, amountMinor: 304_00n }])),
    ).toEqual(['ask'])
  })

  test('that the bank took back neither clears nor returns', async () => {
    const [paid] = await statements.paidGrants()
    const taken = creditOf(paid.reference, { amount: '305.00', side: 'DBIT', isReversal: true })
    expect(await statements.take(statements.message([taken]))).toEqual(['refused'])
    expect(await statements.stateOf(paid)).toBe('Paid')
  })

  test.each(['RUN-3000000000', 'GRANT-999999999999999999', `GRANT-${'1'.repeat(40)}`])(
    'whose text is %s is none of our payments',
    async text => {
      expect(await statements.effects(statements.message([{ amount: '1.00', side: 'CRDT', text }]))).toEqual([
        'unknown',
      ])
    },
  )
})

test('what could not be applied yet can be applied later, from the same file', async () => {
  const charityId = await world.transferCharity()
  const grantId = await world.approved(charityId, 305_00n)
  const reference = `GRANT-${(await world.grants.read(grantId, world.fund)).transactionId}`
  const runId = await world.createdRun()
  await world.calls.approve(runId, world.two)
  await world.calls.release(runId, world.one)
  const text = statements.message([creditOf(reference, { amount: '305.00' })])
  expect(await statements.take(text)).toEqual(['refused'])
  await world.calls.send(runId, world.one)
  await jobsDone(world.portal)
  expect((await statements.preview(text)).appliedAt).not.toBeNull()
  expect(await statements.take(text)).toEqual(['returned'])
  expect(await statements.stateOf({ grantId })).toBe('Returned')
})

test('sixteen at once, with one file and with files that overlap, count each movement once', async () => {
  const paid = await statements.paidGrants(2)
  const before = await statements.available()
  const entries = paid.map(({ reference }) => creditOf(reference, { amount: '305.00' }))
  const texts = [
    statements.message(entries),
    ...Array.from({ length: 7 }, () => statements.message(entries.toReversed())),
  ]
  const plans = await Promise.all(texts.map(async text => (await statements.preview(text)).planHash))
  const answers = await Promise.all(
    [...texts, ...texts].map((text, index) =>
      world.calls.applyBankFileLines(text, index % 2 === 0 ? world.one : world.two, plans[index % 8] ?? ''),
    ),
  )
  // One file is applied, and its repeat finds nothing to do. What others show has changed since they were checked.
  expect(answers.map(({ status }) => status).toSorted()).toEqual([
    ...Array.from({ length: 2 }, () => 200),
    ...Array.from({ length: 14 }, () => 409),
  ])
  await jobsDone(world.portal)
  expect(await statements.available()).toBe(before + 610_00n)
  for (const { reference } of paid) expect(await statements.movements(reference)).toEqual(['30500'])
})

test('the database refuses a second line with the same identity, also to a server that looks before it inserts', async () => {
  const [paid] = await statements.paidGrants()
  await statements.take(statements.message([creditOf(paid.reference, { amount: '305.00' })]))
  await expect(
    world.portal.database.admin.query(
      `insert into bank_line select (jsonb_populate_record(l, jsonb_build_object('bank_line_id', uuidv7()))).*
       from bank_line l where end_to_end_id = $1`,
      [paid.reference],
    ),
  ).rejects.toThrow(/one_bank_line/)
})

describe('the answers', () => {
  test('are refused if they are no list of lines', async () => {
    for (const confirmed of ['1;2', '-1', 'all', '1234567', '1,,2', ' 1', '1,'.repeat(3000)]) {
      const { statusCode } = await world.portal.app.inject({
        method: 'POST',
        url: `/api/bank-files/check?name=x.xml&confirmed=${encodeURIComponent(confirmed)}`,
        headers: {
          host: hostOf('npt'),
          ...world.one.session.headers,
          'content-type': 'application/octet-stream',
        },
        payload: statements.message([]),
      })
      expect([confirmed, statusCode]).toEqual([confirmed, 400])
    }
  })

  test('of another book reach nothing', async () => {
    const [paid] = await statements.paidGrants()
    const elsewhere = await makeStaff(world.portal, { realm: 'ubs' })
    const text = nachaFile([{ reference: paid.reference, amountMinor: 100_00n }])
    const answer = await paymentCalls(world.portal, 'ubs').previewFile(text, elsewhere, [1, 2, 3])
    expect(answer.reply.lines[0]).toMatchObject({ effect: 'none', isConfirmed: false, grantId: null })
  })
})
