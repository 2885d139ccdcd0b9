import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { npt } from '../../../clients/configuration/npt.ts'
import { testClock } from '../../../testing/clock.ts'
import { makeCharity } from '../../../testing/factories/make-charity.ts'
import { makeCharityProfile } from '../../../testing/factories/make-charity-profile.ts'
import { jobsDone } from '../../../testing/mailbox.ts'
import { type BacsItem, bacsItems } from '../../../testing/payments/bacs-files.ts'
import { nachaFile, pain002File } from '../../../testing/payments/bank-files.ts'
import {
  type PaymentFixture,
  paymentTime,
  startPaymentWorld,
} from '../../../testing/payments/payment-fixture.ts'
import { type PaidGrant, statementCalls } from '../../../testing/payments/statement-calls.ts'

// A line of the bank that names another account than that to which the payment went, or names it in part, is for a person.

const clock = testClock(paymentTime.now)
type World = { world: PaymentFixture; statements: ReturnType<typeof statementCalls> }
const worlds = new Map<string, World>()
const at = (realm: string): World => worlds.get(realm) as World

beforeAll(async () => {
  for (const realm of ['npt', 'nptuk', 'rathbones']) {
    const world = await startPaymentWorld(clock, realm)
    worlds.set(realm, { world, statements: statementCalls(world) })
  }
})
afterAll(async () => {
  for (const { world } of worlds.values()) await world.stop()
})
const renewed = (realm: string) => beforeEach(() => at(realm).world.renew())

/** The line of a file about a payment; and that it returns nothing until a person confirms it. */
async function asks(realm: string, textOf: (paid: PaidGrant) => string, sentence: RegExp): Promise<void> {
  const { statements } = at(realm)
  const [paid] = await statements.paidGrants()
  const before = await statements.available()
  const text = textOf(paid)
  const [line] = (await statements.preview(text)).lines
  expect(line).toMatchObject({ effect: 'ask', sentence: expect.stringMatching(sentence) })
  expect(await statements.take(text)).toEqual(['ask'])
  expect([await statements.available(), await statements.stateOf(paid)]).toEqual([before, 'Paid'])
  // What nobody decided is offered again, and counts when a person confirms it.
  expect(await statements.take(text, [line?.line ?? 0])).toEqual(['returned'])
  expect(await statements.available()).toBe(before + 305_00n)
}

describe('a NACHA return', () => {
  renewed('npt')
  const returned = (reference: string, about: Partial<Parameters<typeof nachaFile>[0][number]> = {}) =>
    nachaFile([{ reference, amountMinor: 305_00n, ...about }])

  test('of the account and the trace number of the payment counts', async () => {
    const { statements } = at('npt')
    const [paid] = await statements.paidGrants()
    expect(await statements.take(returned(paid.reference))).toEqual(['returned'])
  })

  test.each<[string, Parameters<typeof returned>[1], RegExp]>([
    [
      'another account',
      { account: '87654321' },
      /account number differs: the bank names an account that ends in 4321, but this payment went to one that ends in 5678\./,
    ],
    ['an account with the same last digits', { account: '99995678' }, /another that ends in the same digits/],
    ['an account with more zeros', { account: '0012345678' }, /account number differs/],
    [
      'another bank',
      { bank: '02100002' },
      /routing number differs: the bank names routing number 02100002, but this payment went to routing number 011000015\./,
    ],
    [
      'another bank and account',
      { bank: '02100002', account: '87654321' },
      /routing number and the account number differ/,
    ],
    ['no account', { account: '' }, /does not name the account/],
    ['a masked account', { account: 'XXXX5678' }, /shows only some digits/],
    ['another trace number', { place: 9 }, /trace number .* differs: the bank names 099990010000009/],
    ['a trace number of another bank', { originalTrace: '021000020000001' }, /trace number .* differs/],
    ['no trace number', { originalTrace: '' }, /does not name the trace number/],
  ])('of %s is for a person', async (_what, about, sentence) => {
    await asks('npt', ({ reference }) => returned(reference, about), sentence)
  })

  test('names no account whole in its sentence', async () => {
    const { statements } = at('npt')
    const [paid] = await statements.paidGrants()
    const [line] = (await statements.preview(returned(paid.reference, { account: '87654321' }))).lines
    expect(line?.sentence).not.toMatch(/87654321|12345678/)
  })
})

describe('a notice of change', () => {
  renewed('npt')
  renewed('nptuk')
  const noticeOf = async ({ world }: World, reference: string) =>
    (await world.calls.notices(world.one)).reply.data.find(each => each.reference === reference)

  test.each([
    [{ account: '87654321' }, /account number differs/],
    [{ account: 'XXXX5678' }, /shows only some digits/],
    [{ place: 9 }, /trace number/],
  ])('of NACHA with %j proposes nothing, and a person closes it', async (about, problem) => {
    const npt = at('npt')
    const [{ reference }] = await npt.statements.paidGrants()
    const file = nachaFile([{ reference, amountMinor: 0n, code: 'C01', corrected: '55512345', ...about }])
    expect(await npt.statements.take(file)).toEqual(['change'])
    const notice = await noticeOf(npt, reference)
    expect(notice).toMatchObject({
      state: 'open',
      problem: expect.stringMatching(problem),
      proposalRefusal: expect.stringMatching(problem),
    })
    const { world } = npt
    expect((await world.calls.proposeNotice(notice?.noticeId ?? '', world.one)).status).toBe(409)
    expect((await world.calls.closeNotice(notice?.noticeId ?? '', world.one)).status).toBe(200)
  })

  test('of NACHA about the account of the payment is proposed', async () => {
    const npt = at('npt')
    const [{ reference }] = await npt.statements.paidGrants()
    await npt.statements.take(nachaFile([{ reference, amountMinor: 0n, code: 'C01', corrected: '55512345' }]))
    expect(await noticeOf(npt, reference)).toMatchObject({ state: 'proposed', problem: null })
  })

  test('of Bacs about another account proposes nothing', async () => {
    const nptuk = at('nptuk')
    const [{ reference }] = await nptuk.statements.paidGrants()
    const accounts = {
      ReceiverAccount: { number: '12345679' },
      NewAccount: { sortCode: '10-79-99', number: '87654321' },
    }
    await nptuk.statements.take(bacsItems([{ ref: reference, returnCode: '3', accounts }], { kind: 'AWACS' }))
    expect(await noticeOf(nptuk, reference)).toMatchObject({
      state: 'open',
      problem: expect.stringMatching(/account number differs.*ends in 5679/),
    })
  })
})

describe('an ARUCS', () => {
  renewed('nptuk')
  test.each<[string, BacsItem['accounts'], RegExp]>([
    ['another account', { ReceiverAccount: { number: '12345679' } }, /account number differs/],
    [
      'another sort code',
      { ReceiverAccount: { sortCode: '10-79-99' } },
      /sort code differs: the bank names sort code 107999, but this payment went to sort code 089999\./,
    ],
  ])('of %s is for a person', async (_what, accounts, sentence) => {
    await asks(
      'nptuk',
      ({ reference }) => bacsItems([{ ref: reference, accounts: accounts ?? {} }]),
      sentence,
    )
  })
})

describe('a statement or an advice', () => {
  renewed('npt')
  const account = (number: string) => `<Id><Othr><Id>${number}</Id></Othr></Id>`
  const agent = (bank: string) => `<FinInstnId><ClrSysMmbId><MmbId>${bank}</MmbId></ClrSysMmbId></FinInstnId>`
  const parties = (party: 'Cdtr' | 'Dbtr', number: string, bank: string | null = '011000015') =>
    `<RltdPties><${party}Acct>${account(number)}</${party}Acct></RltdPties>${
      bank === null ? '' : `<RltdAgts><${party}Agt>${agent(bank)}</${party}Agt></RltdAgts>`
    }`
  const own = `<RltdPties><DbtrAcct>${account(npt.payments.accountNumber)}</DbtrAcct><CdtrAcct>${account('12345678')}</CdtrAcct></RltdPties><RltdAgts><DbtrAgt>${agent(npt.payments.routingNumber)}</DbtrAgt><CdtrAgt>${agent('011000015')}</CdtrAgt></RltdAgts>`
  const message = (
    { reference }: PaidGrant,
    side: 'CRDT' | 'DBIT',
    xml: string,
    kind: 'camt.053' | 'camt.054' = 'camt.054',
  ) =>
    at('npt').statements.message(
      [
        {
          amount: '305.00',
          side,
          servicerRef: `S-${reference}`,
          parts: [
            {
              endToEnd: reference,
              parties: xml,
              ...(side === 'CRDT' ? { returnReason: 'AC04' } : {}),
            },
          ],
        },
      ],
      kind,
    )

  test.each([
    ['the payee as the creditor', own],
    ['the payee as the debtor', parties('Dbtr', '12345678')],
    ['no account', ''],
  ])('with a return of %s counts', async (_what, xml) => {
    const { statements } = at('npt')
    const [paid] = await statements.paidGrants()
    expect(await statements.take(message(paid, 'CRDT', xml))).toEqual(['returned'])
  })

  test.each<[string, string, RegExp]>([
    ['another account', parties('Cdtr', '87654321'), /account number differs.*4321/],
    ['another debtor', parties('Dbtr', '87654321'), /account number differs.*4321/],
    ['another bank', parties('Cdtr', '12345678', '021000021'), /routing number differs/],
    ['an IBAN abroad', parties('Cdtr', 'DE29500105175407324931', null), /account number differ/],
    ['a number without a bank', parties('Cdtr', '12345678', null), /but no routing number/],
    ['masked digits', parties('Cdtr', '****5678'), /shows only some digits/],
    ['the last four digits', parties('Cdtr', '5678'), /shows only some digits/],
    ['other masked digits', parties('Cdtr', '****5679'), /account number differs/],
  ])('with a return of %s is for a person', async (_what, xml, sentence) => {
    await asks('npt', paid => message(paid, 'CRDT', xml), sentence)
  })

  test('clears a payment by masked digits, and asks about another account', async () => {
    const { statements } = at('npt')
    const [paid] = await statements.paidGrants()
    const other = message(paid, 'DBIT', parties('Cdtr', '87654321'), 'camt.053')
    expect((await statements.preview(other)).lines).toMatchObject([
      {
        effect: 'ask',
        question: 'It is this payment',
        sentence: expect.stringMatching(/account number differs/),
      },
    ])
    expect(await statements.take(message(paid, 'DBIT', parties('Cdtr', '****5678'), 'camt.053'))).toEqual([
      'cleared',
    ])
  })

  test('that returns a cheque to an account is for a person', async () => {
    const { world, statements } = at('npt')
    const { charityId } = await makeCharity(world.portal.databases)
    await makeCharityProfile(world.portal.databases, charityId, {
      payee_address: '12 Acorn Yard, Philadelphia, PA 19103',
    })
    const grantId = await world.approved(charityId, 305_00n)
    const runId = await world.createdRun('cheque')
    await world.calls.approve(runId, world.two, '70001')
    await world.calls.release(runId, world.one)
    await world.calls.send(runId, world.one)
    await jobsDone(world.portal)
    const { transactionId } = await world.grants.read(grantId, world.fund)
    const paid = { grantId, reference: `GRANT-${transactionId}` }
    expect(
      (await statements.preview(message(paid, 'CRDT', parties('Dbtr', '12345678')))).lines,
    ).toMatchObject([{ sentence: expect.stringMatching(/made by check/) }])
  })
})

describe('a status report', () => {
  renewed('rathbones')
  const report = async (status: 'ACSC' | 'RJCT', number: string, bank = '089999') => {
    const { world, statements } = at('rathbones')
    const [paid] = await statements.paidGrants(1, 500_00n)
    const run = (await world.calls.list(world.one)).reply.data[0]?.runNumber ?? 0
    const original = `<CdtrAgt><FinInstnId><ClrSysMmbId><MmbId>${bank}</MmbId></ClrSysMmbId></FinInstnId></CdtrAgt><CdtrAcct><Id><Othr><Id>${number}</Id></Othr></Id></CdtrAcct>`
    const text = pain002File(run, {
      transfers: [
        { reference: paid.reference, status, original, ...(status === 'RJCT' ? { reason: 'AC04' } : {}) },
      ],
    })
    return { paid, text, statements }
  }

  test.each([
    ['ACSC', '12345678', 'cleared'],
    ['RJCT', '12345678', 'returned'],
    ['ACSC', '****5678', 'cleared'],
  ] as const)('of %s with the account %s is %s', async (status, number, effect) => {
    const { text, statements } = await report(status, number)
    expect(await statements.take(text)).toEqual([effect])
  })

  test.each([
    ['ACSC', '12345679', /account number differs/, 'cleared'],
    ['RJCT', '12345679', /account number differs/, 'returned'],
    ['RJCT', '****5678', /shows only some digits/, 'returned'],
  ] as const)('of %s with the account %s is for a person', async (status, number, sentence, effect) => {
    const { paid, text, statements } = await report(status, number)
    expect((await statements.preview(text)).lines).toMatchObject([
      { effect: 'ask', question: 'It is this payment', sentence: expect.stringMatching(sentence) },
    ])
    expect(await statements.take(text)).toEqual(['ask'])
    expect(await statements.stateOf(paid)).toBe('Paid')
    expect(await statements.take(text, [1])).toEqual([effect])
  })
})
