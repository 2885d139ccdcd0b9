import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testClock } from '../../../testing/clock.ts'
import { type BacsItem, bacsFile, bacsItems } from '../../../testing/payments/bacs-files.ts'
import {
  type PaymentFixture,
  paymentTime,
  startPaymentWorld,
} from '../../../testing/payments/payment-fixture.ts'
import { statementCalls } from '../../../testing/payments/statement-calls.ts'
import { listBankDetails } from '../../charity-profiles/bank-details.contract.ts'

const clock = testClock(paymentTime.now)
let world: PaymentFixture
let statements: ReturnType<typeof statementCalls>

beforeAll(async () => {
  world = await startPaymentWorld(clock, 'nptuk')
  statements = statementCalls(world)
})
afterAll(() => world.stop())
beforeEach(() => world.renew())

describe('an ARUCS', () => {
  test('returns the grants of our payments, and tells the donor why', async () => {
    const [paid] = await statements.paidGrants()
    const before = await statements.available()
    const file = bacsItems([{ ref: paid.reference }])
    expect(await statements.preview(file)).toMatchObject({
      format: 'arucs',
      returned: { payments: 1, amountMinor: 305_00n },
      lines: [{ effect: 'returned', reference: paid.reference, sentence: 'B Account closed' }],
    })
    expect(await statements.take(file)).toEqual(['returned'])
    expect(await statements.available()).toBe(before + 305_00n)
    expect(await statements.stateOf(paid)).toBe('Returned')
    const { steps } = await world.grants.read(paid.grantId, world.fund)
    expect(JSON.stringify(steps)).toContain('We are asking the charity for new bank details')
  })

  test('counts each item once: in the same file, in an overlapping one, and in a statement', async () => {
    const [first, second = first] = await statements.paidGrants(2)
    const before = await statements.available()
    const file = bacsItems([{ ref: first.reference }])
    expect(await statements.take(file)).toEqual(['returned'])
    const { lines } = await statements.preview(file)
    expect(lines[0]).toMatchObject({
      effect: 'booked',
      sentence: 'Already booked on 19 March 2026, from “bank-file.txt” of 16 March 2026.',
    })
    const overlapping = bacsItems([{ ref: second.reference }, { ref: first.reference }], {}, '002')
    expect(await statements.take(overlapping)).toEqual(['returned', 'booked'])
    expect(await statements.available()).toBe(before + 610_00n)
    // A report of another day that has the item again is for a person, who has nothing left to decide.
    const again = bacsItems([{ ref: first.reference }], { processedOn: '2026-03-20' })
    expect(await statements.take(again)).toEqual(['done'])
    expect(await statements.available()).toBe(before + 610_00n)
  })

  test('asks about two items that are alike, and about another amount than the payment’s', async () => {
    const [paid] = await statements.paidGrants()
    const before = await statements.available()
    const part: BacsItem = { ref: paid.reference, amount: '100.00' }
    const file = bacsItems([part, part])
    const { lines } = await statements.preview(file)
    expect(lines).toMatchObject([
      { effect: 'ask', question: 'A part was returned' },
      {
        effect: 'ask',
        question: 'It is another payment',
        sentence: expect.stringMatching(/lists this entry twice/),
      },
    ])
    expect(await statements.take(file, [1])).toEqual(['returned', 'ask'])
    expect(await statements.available()).toBe(before + 100_00n)
    expect((await statements.effects(file)).toSorted()).toEqual(['ask', 'booked'])
    const more = bacsItems([{ ref: paid.reference, amount: '305.01' }])
    expect(await statements.effects(more)).toEqual(['refused'])
  })

  test('asks about a reason that is not known, with its code', async () => {
    const [paid] = await statements.paidGrants()
    const item = { ref: paid.reference, returnCode: '1012', returnDescription: 'SOMETHING NEW' }
    const file = bacsItems([item])
    expect((await statements.preview(file)).lines).toMatchObject([
      {
        effect: 'ask',
        question: 'It is a return of this payment',
        sentence: expect.stringMatching(/“1012” is not known.*1012 SOMETHING NEW/),
      },
    ])
    expect(await statements.take(file, [1])).toEqual(['returned'])
  })

  test('leaves out the items of another account, and says so', async () => {
    const [paid] = await statements.paidGrants()
    const file = bacsFile({
      records: [
        { account: { number: '10000001' }, items: [{ ref: paid.reference }] },
        { account: { sortCode: '000002' }, items: [{ ref: paid.reference }] },
        { items: [{ ref: 'A SALARY' }] },
      ],
    })
    expect((await statements.preview(file)).lines).toMatchObject([
      { effect: 'unknown', sentence: 'Not one of our payments. B Account closed' },
      { effect: 'none', sentence: 'Of another account, ending in 0001. It was left out.' },
      { effect: 'none', sentence: expect.stringMatching(/0001/) },
    ])
  })

  test('asks the bank about an item that names two payments', async () => {
    const [first, second = first] = await statements.paidGrants(2)
    const accounts = { PayeeAccount: { ref: second.reference } }
    expect((await statements.preview(bacsItems([{ ref: first.reference, accounts }]))).lines).toMatchObject([
      { effect: 'refused', sentence: expect.stringMatching(/names two payments/) },
    ])
  })
})

describe('an AWACS', () => {
  const awacs = (item: BacsItem, number?: string) => bacsItems([item], { kind: 'AWACS' }, number)
  const noticeOf = async (reference: string) =>
    (await world.calls.notices(world.one)).reply.data.filter(each => each.reference === reference)
  const newAccount = { ReceiverAccount: {}, NewAccount: { sortCode: '10-79-99', number: '87654321' } }

  test('with a new account becomes a proposal of bank details, once', async () => {
    const [paid] = await statements.paidGrants()
    const before = await statements.available()
    const file = awacs({ ref: paid.reference, returnCode: '3', accounts: newAccount })
    expect(await statements.take(file)).toEqual(['change'])
    const [notice] = await noticeOf(paid.reference)
    expect(notice).toMatchObject({
      state: 'proposed',
      sentence: 'AWACS 3 Account transferred: new details: sort code 107999, account ending in 4321',
    })
    const details = await world.portal.call(
      listBankDetails,
      { params: { charityId: notice?.charityId ?? ('' as never) } },
      { as: world.one.session },
    )
    expect(details.reply.data[0]).toMatchObject({ state: 'proposed', lastFour: '4321' })
    // It moves no money, and comes again in the next report.
    expect([await statements.available(), await statements.stateOf(paid)]).toEqual([before, 'Paid'])
    const again = awacs({ ref: paid.reference, returnCode: '3', accounts: newAccount }, '002')
    expect(await statements.effects(again)).toEqual(['done'])
    expect(await noticeOf(paid.reference)).toHaveLength(1)
  })

  test.each<[string, BacsItem, RegExp]>([
    ['with one account alone', { returnCode: '0' }, /does not say which details are new/],
    [
      'with a reason that is not known',
      { returnCode: '9', accounts: newAccount },
      /does not say which details are new/,
    ],
    ['of another amount', { returnCode: '3', amount: '1.00', accounts: newAccount }, /amount differs/],
  ])('%s waits for a person', async (_what, item, problem) => {
    const [paid] = await statements.paidGrants()
    await statements.take(awacs({ ref: paid.reference, ...item }))
    const [notice] = await noticeOf(paid.reference)
    expect(notice).toMatchObject({
      state: 'open',
      problem: expect.stringMatching(problem),
      proposalRefusal: expect.stringMatching(problem),
    })
    expect((await world.calls.proposeNotice(notice?.noticeId ?? '', world.one)).status).toBe(409)
    expect((await world.calls.closeNotice(notice?.noticeId ?? '', world.one)).status).toBe(200)
  })

  test('about an unknown payment waits for a person too', async () => {
    await statements.take(awacs({ ref: 'SOMEBODY ELSE', returnCode: '3', accounts: newAccount }))
    expect(await noticeOf('SOMEBODY ELSE')).toMatchObject([
      { state: 'open', problem: expect.stringMatching(/none of our/) },
    ])
  })
})
