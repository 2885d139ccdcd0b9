import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { npt } from '../../../clients/configuration/npt.ts'
import { isoDate } from '../../../domain/dates.ts'
import { testClock } from '../../../testing/clock.ts'
import { makeAnnouncement } from '../../../testing/factories/make-announcement.ts'
import { jobsDone } from '../../../testing/mailbox.ts'
import { type CamtEntry, camtFile } from '../../../testing/payments/camt.ts'
import {
  type PaymentFixture,
  paymentTime,
  startPaymentWorld,
} from '../../../testing/payments/payment-fixture.ts'
import { creditOf, statementCalls } from '../../../testing/payments/statement-calls.ts'
import { suspenseCalls } from '../../../testing/payments/suspense-calls.ts'
import { fromIra, receiptCalls } from '../../../testing/receipt-calls.ts'
import {
  confirmPostingRequest,
  listPostingRequests,
} from '../../posting-requests/posting-requests.contract.ts'
import { listBankAccounts, noteSuspenseItem, type SuspenseDecision } from '../reconciliation.contract.ts'

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
const as = () => ({ as: world.one.session })
const { gift, itemOf, inSuspense, decide, entered, announced, matchedTo, ledger } = suspenseCalls(() => ({
  world,
  statements,
}))

describe('a credit that nothing explains', () => {
  test('is in suspense once, whatever statements repeat it, and in no fund', async () => {
    const [before, available] = [await ledger('suspense'), await statements.available()]
    const { entry, item } = await inSuspense('25.00')
    expect(item).toMatchObject({
      accountName: 'Grants',
      amountMinor: 25_00n,
      days: 3,
      detail: expect.stringMatching(/^ADA FINCH/),
    })
    await statements.take(statements.message([entry, gift('10.00')]))
    expect(await ledger('suspense')).toBe(before + 35_00n)
    expect(await statements.available()).toBe(available)
  })

  test('is in suspense only when a statement has it', async () => {
    const entry = gift('30.00')
    await statements.take(statements.message([entry], 'camt.054'))
    expect(await itemOf(entry)).toBeUndefined()
    await statements.take(
      camtFile(
        [
          {
            account: npt.payments.accountNumber,
            bank: npt.payments.routingNumber,
            opening: '0.00',
            closing: '30.00',
            entries: [entry],
          },
        ],
        { id: `AFTER-${entry.servicerRef}` },
      ),
    )
    expect(await itemOf(entry)).toMatchObject({ amountMinor: 30_00n })
  })

  test('in the other account of the book says so', async () => {
    const entry = gift('40.00')
    const text = camtFile([{ account: '0000218840', bank: '099990011', entries: [entry] }], { id: 'OTHER' })
    await statements.take(text)
    expect(await itemOf(entry)).toMatchObject({ accountName: 'Contributions' })
    const { reply } = await world.portal.call(listBankAccounts, {}, as())
    expect(reply.data.map(({ name }) => name)).toEqual(['Grants', 'Contributions'])
    expect(reply.data[1]).toMatchObject({ numberEnd: '8840', suspense: { items: 1, amountMinor: 40_00n } })
  })

  test('leaves suspense when a later file finds its payment', async () => {
    const [paid] = await statements.paidGrants()
    // Nobody confirmed that the money came back, so it waits in suspense.
    const entry = creditOf(paid.reference, { amount: '100.00', returnCode: 'OTHR' })
    await statements.take(statements.message([entry]))
    const before = await ledger('suspense')
    expect(await itemOf(entry)).toBeDefined()
    const text = statements.message([entry, gift('1.00')])
    const { lines } = await statements.preview(text)
    const asked = lines.filter(({ question }) => question !== null).map(({ line }) => line)
    await statements.take(text, asked)
    expect(await itemOf(entry)).toBeUndefined()
    expect(await ledger('suspense')).toBe(before - 100_00n + 1_00n)
  })
})

describe('money in suspense', () => {
  test('becomes the announced contribution of the same amount, once', async () => {
    const contributionNumber = await announced(50_00n)
    const { item } = await inSuspense('50.00', { text: `GIFT ${contributionNumber}` })
    expect(item.suggestions[0]).toMatchObject({
      contributionNumber,
      reasons: ['The bank’s text has its number', 'Same amount'],
    })
    const [before, suspense, received] = [
      await statements.available(),
      await ledger('suspense'),
      await ledger('received'),
    ]
    const decision = matchedTo(contributionNumber)
    expect((await decide(item.itemId, decision)).reply).toEqual({ state: 'matched', postingRequest: null })
    await jobsDone(world.portal)
    expect(await statements.available()).toBe(before + 50_00n)
    expect([await ledger('suspense'), await ledger('received')]).toEqual([suspense - 50_00n, received])
    expect((await decide(item.itemId, decision)).status).toBe(409)
    expect(await statements.available()).toBe(before + 50_00n)
  })

  test('is of the other sponsor that was announced, not of the donors', async () => {
    const { contributionId, transactionId } = await makeAnnouncement(
      world.portal,
      world.fund,
      world.fund.donor.user.userId,
      { way: 'sponsor', amountMinor: 51_00n, sentFrom: 'Plover Charitable', sendsOn: null, note: '' },
    )
    const { item } = await inSuspense('51.00')
    expect((await decide(item.itemId, matchedTo(transactionId))).reply.state).toBe('matched')
    const { rows } = await world.portal.database.admin.query(
      'select payer_kind, payer_name from contribution where contribution_id = $1',
      [contributionId],
    )
    expect(rows).toEqual([{ payer_kind: 'sponsor', payer_name: 'Plover Charitable' }])
  })

  test('from an IRA takes two people, also where it was to be received elsewhere first', async () => {
    const { contributionId, transactionId } = await entered(52_00n)
    const { item } = await inSuspense('52.00')
    const day = isoDate('2026-03-13')
    const calls = receiptCalls({ ...world, clock, staff: world.one })
    const received = { amountMinor: 52_00n, giftDate: day, effectiveDate: day, payer: fromIra }
    const { answer } = await calls.receive(received, { contributionId })
    expect(answer.reply.postingRequest).not.toBeNull()
    const refused = await decide(item.itemId, matchedTo(transactionId))
    expect(refused.problem.detail).toContain('waits for a second person')
    const before = await statements.available()
    const filed = await decide(item.itemId, { ...matchedTo(await announced(52_00n)), payer: fromIra })
    expect(filed.reply).toMatchObject({ state: 'open', postingRequest: { kind: 'suspense-item' } })
    expect(await statements.available()).toBe(before)
  })

  test('that a person has decided about is matched to nothing else', async () => {
    const [paid] = await statements.paidGrants()
    const entry = creditOf(paid.reference, { amount: '100.00' })
    await statements.take(statements.message([entry]))
    const item = await itemOf(entry)
    expect((await decide(item?.itemId ?? '', {})).reply.state).toBe('returned')
    expect(await statements.effects(statements.message([entry, gift('2.00')]))).toContain('booked')
    expect(await statements.effects(statements.message([entry, gift('2.00')]))).not.toContain('ask')
  })

  test('leaves once, also if two people decide at once', async () => {
    const { item } = await inSuspense('60.00')
    const before = await ledger('suspense')
    const answers = await Promise.all(
      [world.one, world.two].map(person => decide(item.itemId, {}, { as: person })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await ledger('suspense')).toBe(before - 60_00n)
  })

  test('takes two people from the threshold on', async () => {
    const amountMinor = npt.dualControlFromMinor
    const { item } = await inSuspense(String(amountMinor / 100n))
    const before = await ledger('suspense')
    const filed = await decide(item.itemId, {})
    expect(filed.reply).toMatchObject({ state: 'open', postingRequest: { kind: 'suspense-item' } })
    expect(await ledger('suspense')).toBe(before)
    const { reply } = await world.portal.call(listPostingRequests, {}, { as: world.two.session })
    const request = reply.data.find(({ subjectId }) => subjectId === item.itemId)
    expect(request).toMatchObject({ details: { end: 'returned', detail: item.detail }, amountMinor })
    const confirm = async (person: PaymentFixture['one']) =>
      await world.portal.call(
        confirmPostingRequest,
        { params: { requestId: request?.requestId ?? '' }, body: command({}) },
        { as: person.session, idempotencyKey: randomUUID() },
      )
    expect((await confirm(world.one)).problem.detail).toMatch(/^You entered this/)
    expect((await confirm(world.two)).status).toBe(200)
    expect(await ledger('suspense')).toBe(before - amountMinor)
  })

  test.each([
    [{ end: 'matched', giftDate: '2026-03-13' }, 'contributionNumber'],
    [{ end: 'matched', contributionNumber: 1, giftDate: '2026-03-13' }, 'contributionNumber'],
    [{ end: 'transferred' }, 'toBook'],
    [{ end: 'transferred', toBook: 'npt' }, 'toBook'],
    [{ end: 'transferred', toBook: 'rathbones' }, 'toBook'],
  ] as [Partial<SuspenseDecision>, string][])('stays there with %j', async (decision, field) => {
    const { item } = await inSuspense('70.00')
    const { problem } = await decide(item.itemId, decision)
    expect(Object.keys(problem.errors ?? {}).join()).toContain(field)
    expect(await itemOf({ servicerRef: item.reference } as CamtEntry)).toBeDefined()
  })

  test('has an owner with a note', async () => {
    const { entry, item } = await inSuspense('80.00')
    const { itemId } = item
    const noted = await world.portal.call(
      noteSuspenseItem,
      { params: { itemId }, body: command({ note: 'Asked the bank' }) },
      as(),
    )
    expect(noted.status).toBe(200)
    expect(await itemOf(entry)).toMatchObject({ note: 'Asked the bank', ownerName: noted.reply.ownerName })
  })
})
