import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { npt } from '../../../clients/configuration/npt.ts'
import { testClock } from '../../../testing/clock.ts'
import {
  type PaymentFixture,
  paymentTime,
  startPaymentWorld,
} from '../../../testing/payments/payment-fixture.ts'
import { statementCalls } from '../../../testing/payments/statement-calls.ts'
import { suspenseCalls } from '../../../testing/payments/suspense-calls.ts'
import {
  confirmPostingRequest,
  listPostingRequests,
} from '../../posting-requests/posting-requests.contract.ts'
import type { SuspenseDecision, SuspenseItem } from '../reconciliation.contract.ts'

let world: PaymentFixture
let statements: ReturnType<typeof statementCalls>
beforeAll(async () => {
  world = await startPaymentWorld(testClock(paymentTime.now))
  statements = statementCalls(world)
})
afterAll(() => world.stop())
beforeEach(() => world.renew())

const command = <A>(attributes: A) => ({ data: { type: 'command' as const, attributes } })
const { items, itemOf, inSuspense, decide, announced, matchedTo, ledger, matchesOf } = suspenseCalls(() => ({
  world,
  statements,
}))

describe('money in suspense', () => {
  test('is several contributions of one payer, each with its part, also of two funds', async () => {
    const [first, second] = [await announced(30_00n), await announced(25_00n)]
    const { item } = await inSuspense('55.00', { text: `GIFTS ${first} AND ${second}` })
    expect(item.suggestions.map(each => each.contributionNumber)).toEqual([first, second])
    const shares = [{ contributionNumber: second, amountMinor: 25_00n }]
    const [before, suspense] = [await statements.available(), await ledger('suspense')]
    const refusals: [Partial<SuspenseDecision>, string][] = [
      [{ shares: [{ contributionNumber: second, amountMinor: 55_00n }] }, 'shares'],
      [{ shares: [{ contributionNumber: first, amountMinor: 25_00n }] }, 'shares'],
      [{ shares: [{ contributionNumber: 1, amountMinor: 25_00n }] }, 'contributionNumber'],
      [{ shares, otherItemIds: [randomUUID()] }, 'otherItemIds'],
      [{ otherItemIds: [randomUUID()] }, 'otherItemIds'],
      [{ otherItemIds: [item.itemId] }, 'otherItemIds'],
    ]
    for (const [decision, field] of refusals) {
      const { problem } = await decide(item.itemId, { ...matchedTo(first), ...decision })
      expect(Object.keys(problem.errors ?? {}).join()).toContain(field)
    }
    const done = await decide(item.itemId, { ...matchedTo(first), shares })
    expect(done.reply).toEqual({ state: 'matched', postingRequest: null })
    expect(await statements.available()).toBe(before + 55_00n)
    expect(await ledger('suspense')).toBe(suspense - 55_00n)
    expect(await matchesOf([first, second])).toEqual([
      { number: first, cents: 30_00 },
      { number: second, cents: 25_00 },
    ])
  })

  test('is one contribution together with other credits of its payer, once', async () => {
    const contributionNumber = await announced(100_00n)
    const parts = [
      { parties: `<RltdPties><Dbtr><Pty><Nm>Wren ${randomUUID()}</Nm></Pty></Dbtr></RltdPties>` },
    ]
    const [one, other] = [
      await inSuspense('60.00', { parts }),
      await inSuspense('40.00', { parts, on: '2026-03-14' }),
    ]
    const [{ suggestions } = one.item] = (await items()).filter(({ itemId }) => itemId === one.item.itemId)
    expect(suggestions).toMatchObject([
      { contributionNumber, withItemIds: [other.item.itemId], reasons: [/all credits of this payer/] },
    ])
    const before = await statements.available()
    const together = (first: SuspenseItem, second: SuspenseItem) =>
      decide(first.itemId, { ...matchedTo(contributionNumber), otherItemIds: [second.itemId] })
    const answers = await Promise.all([together(one.item, other.item), together(other.item, one.item)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await statements.available()).toBe(before + 100_00n)
    expect(await matchesOf([contributionNumber])).toEqual([
      { number: contributionNumber, cents: 40_00 },
      { number: contributionNumber, cents: 60_00 },
    ])
    const third = await inSuspense('100.00')
    const again = await decide(third.item.itemId, matchedTo(contributionNumber))
    expect(again.problem.detail).toContain('Another credit of the bank is already this contribution')
  })

  test('together with other credits takes two people from the threshold on, and names them', async () => {
    const half = npt.dualControlFromMinor / 2n
    const contributionNumber = await announced(half * 2n)
    const [one, other] = [await inSuspense(String(half / 100n)), await inSuspense(String(half / 100n))]
    const otherItemIds = [other.item.itemId]
    const filed = await decide(one.item.itemId, { ...matchedTo(contributionNumber), otherItemIds })
    expect(filed.reply).toMatchObject({ state: 'open', postingRequest: { kind: 'suspense-item' } })
    const { reply } = await world.portal.call(listPostingRequests, {}, { as: world.two.session })
    const request = reply.data.find(({ subjectId }) => subjectId === one.item.itemId)
    expect(request).toMatchObject({
      amountMinor: half * 2n,
      details: {
        accounts: [{ contributionNumber, fundId: world.fund.fundId }],
        others: [{ detail: other.item.detail, amountMinor: String(half) }],
      },
    })
    // Somebody decides about the other credit meanwhile.
    expect((await decide(other.item.itemId, { end: 'own' }, { as: world.two })).status).toBe(200)
    const confirmed = await world.portal.call(
      confirmPostingRequest,
      { params: { requestId: request?.requestId ?? '' }, body: command({}) },
      { as: world.two.session, idempotencyKey: randomUUID() },
    )
    expect(confirmed.status).toBe(409)
    expect(await itemOf(one.entry)).toBeDefined()
  })

  test('is never more or less than the contributions that the database has of it', async () => {
    const contributionNumber = await announced(90_00n)
    const { item } = await inSuspense('90.00')
    expect((await decide(item.itemId, matchedTo(contributionNumber))).status).toBe(200)
    const other = await inSuspense('90.00')
    const insert = `insert into suspense_match (book, item_id, contribution_id, amount_minor)
      select 'npt', $1, contribution_id, $2 from contribution where transaction_id = $3`
    const { admin } = world.portal.database
    await expect(admin.query(insert, [other.item.itemId, 90_00, contributionNumber])).rejects.toThrow(
      'are not its amount',
    )
    await expect(
      admin.query(
        `update suspense_item set state = 'matched', ended_by = gen_random_uuid(), ended_by_name = 'X', ended_at = now(),
        ending_entry_id = entry_id, reason = 'X' where item_id = $1`,
        [other.item.itemId],
      ),
    ).rejects.toThrow('are not its amount')
  })
})
