import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isoDate } from '../../../../domain/dates.ts'
import { assetCalls, listedValueMinor } from '../../../../testing/asset-calls.ts'
import { testClock } from '../../../../testing/clock.ts'
import { makeFund, makeStaff } from '../../../../testing/factories/make-fund.ts'
import {
  type PostingWorld,
  postingCalls,
  postingTime,
  startPostingWorld,
} from '../../../../testing/posting-world.ts'
import { postingDay, receiptCalls } from '../../../../testing/receipt-calls.ts'

const clock = testClock(postingTime)
let world: PostingWorld
let calls: ReturnType<typeof assetCalls> & Omit<ReturnType<typeof postingCalls>, 'reverse'>
let takeBack: ReturnType<typeof postingCalls>['reverse']

beforeAll(async () => {
  world = await startPostingWorld(clock)
})
afterAll(() => world.stop())
beforeEach(async () => {
  await world.renew()
  const { reverse, ...posting } = postingCalls(world)
  takeBack = reverse
  calls = { ...posting, ...assetCalls(world) }
})

const query = (sql: string, ...values: unknown[]) => receiptCalls(world).query(sql, ...values)
const one = async () => {
  const [holding] = await calls.holdings()
  if (!holding) throw new Error('there is a holding')
  return holding
}
const start = 1_000_000_00n

describe('a sale', () => {
  test('posts the gain, releases the proceeds and takes the cost as a fee, once', async () => {
    await calls.receive()
    const { holdingId } = await one()
    const idempotencyKey = randomUUID()
    const sold = () => calls.sell(holdingId, {}, { idempotencyKey })
    expect((await Promise.all([sold(), sold()])).map(({ status }) => status)).toEqual([200, 200])
    expect(await calls.balance()).toEqual({ spendable: start + 12_500_00n - 9_95n, excluded: 0n })
    const kinds = await query(
      `select e.kind, p.section, p.amount_minor from journal_entry e join posting p using (book, entry_id)
        where p.account_id = $1 and e.comment like '%Heron%' order by e.kind, p.ledger`,
      world.fund.accountId,
    )
    expect(kinds).toEqual([
      { kind: 'gain', section: 3, amount_minor: '48073' },
      { kind: 'investment_fee', section: 5, amount_minor: '-995' },
      { kind: 'release', section: 9, amount_minor: '-1250000' },
      { kind: 'release', section: 9, amount_minor: '1250000' },
    ])
    expect(await calls.holdings('held')).toEqual([])
    expect((await calls.sell(holdingId, { units: '0.000001' })).status).toBe(400)
  })

  test('of parts takes all of the gift value, also with losses, and two at once sell no unit twice', async () => {
    await calls.receive()
    const { holdingId } = await one()
    const both = await Promise.all([
      calls.sell(holdingId, { units: '100', proceedsMinor: 9_000_00n }),
      calls.sell(holdingId, { units: '100', proceedsMinor: 9_000_00n }, { as: world.other }),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400])
    expect((await calls.release(holdingId, '20.5')).status).toBe(200)
    const { disposals, leftMinor, unitsLeft } = await one()
    expect(disposals.reduce((sum, each) => sum + each.giftValueMinor, 0n)).toBe(listedValueMinor)
    expect({ leftMinor, unitsLeft }).toEqual({ leftMinor: 0n, unitsLeft: '0' })
    const rest = listedValueMinor - (disposals[0]?.giftValueMinor ?? 0n)
    expect(await calls.balance()).toEqual({ spendable: start + 9_000_00n - 9_95n + rest, excluded: 0n })
  })

  test.each([
    ['before the gift', { soldOn: isoDate('2026-03-15') }],
    ['to come', { soldOn: isoDate('2026-03-17') }],
    ['after its effective date', { effectiveDate: isoDate('2026-03-15') }],
    ['of more than is held', { units: '120.500001' }],
    ['with costs above the proceeds', { proceedsMinor: 5n, costMinor: 6n }],
  ])('%s is refused', async (_name, attributes) => {
    await calls.receive()
    const { holdingId } = await one()
    expect((await calls.sell(holdingId, attributes)).status).toBe(400)
    expect((await calls.balance()).excluded).toBe(listedValueMinor)
  })

  test('waits for a second person from the threshold on, who finds it refused if it was sold meanwhile', async () => {
    await calls.receive()
    const { holdingId } = await one()
    expect((await calls.sell(holdingId, { proceedsMinor: 30_000_00n })).reply.postingRequest).not.toBeNull()
    expect((await calls.sell(holdingId)).status).toBe(409)
    expect((await calls.confirm(await calls.requestId())).status).toBe(200)
    expect((await calls.balance()).excluded).toBe(0n)
  })

  test('is reversed by two people as a whole, and then sold again', async () => {
    const { contributionId } = await calls.receive()
    const { holdingId } = await one()
    await calls.sell(holdingId)
    expect((await takeBack(contributionId)).problem.detail).toMatch(/were sold or released/)
    const disposalId = (await one()).disposals[0]?.disposalId ?? ''
    expect((await calls.reverse(holdingId, disposalId)).status).toBe(200)
    expect((await calls.reverse(holdingId, disposalId)).status).toBe(409)
    expect((await calls.balance()).excluded).toBe(0n)
    expect((await calls.confirm(await calls.requestId())).status).toBe(200)
    expect(await calls.balance()).toEqual({ spendable: start, excluded: listedValueMinor })
    expect((await calls.reverse(holdingId, disposalId)).status).toBe(409)
    expect((await calls.sell(holdingId, { units: '0.5', proceedsMinor: 50_00n })).status).toBe(200)
    const open = (await one()).disposals.find(({ isReversed }) => !isReversed)?.disposalId ?? ''
    await calls.reverse(holdingId, open)
    expect((await calls.confirm(await calls.requestId())).status).toBe(200)
    expect((await takeBack(contributionId)).status).toBe(200)
    expect((await calls.confirm(await calls.requestId())).status).toBe(200)
    expect(await calls.balance()).toEqual({ spendable: start, excluded: 0n })
    expect((await calls.sell(holdingId)).status).toBe(409)
  })

  test('moves nothing of another fund, book or role', async () => {
    await calls.receive()
    const { holdingId } = await one()
    const elsewhere = await makeFund(world.portal, { balanceMinor: 1_00n })
    const abroad = await makeFund(world.portal, { balanceMinor: 1_00n, book: 'rathbones' })
    const stranger = await makeStaff(world.portal, { realm: 'rathbones' })
    expect((await calls.sell(holdingId, {}, { of: elsewhere })).status).toBe(404)
    expect((await calls.sell(holdingId, {}, { of: abroad, as: stranger })).status).toBe(404)
    expect((await calls.sell(holdingId, {}, { as: world.fund.donor })).problem.type).toMatch(/access-denied$/)
    expect((await calls.release(holdingId, '1', { of: elsewhere })).status).toBe(404)
    expect((await calls.value(holdingId, postingDay, { of: elsewhere })).status).toBe(404)
    expect(await calls.holdings('all', { of: abroad, as: stranger })).toEqual([])
    expect((await calls.balance()).excluded).toBe(listedValueMinor)
  })
})
