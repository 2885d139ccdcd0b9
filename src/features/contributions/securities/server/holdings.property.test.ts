import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { appraisedLine, assetCalls } from '../../../../testing/asset-calls.ts'
import { testClock } from '../../../../testing/clock.ts'
import { jobsDone } from '../../../../testing/mailbox.ts'
import {
  type PostingWorld,
  postingCalls,
  postingTime,
  startPostingWorld,
} from '../../../../testing/posting-world.ts'
import { propertyRuns, propertyTimeoutMs } from '../../../../testing/property-runs.ts'
import { receiptCalls } from '../../../../testing/receipt-calls.ts'
import { verifyLedger } from '../../../ledger/server/verify-ledger.ts'

let world: PostingWorld
beforeAll(async () => {
  world = await startPostingWorld(testClock(postingTime))
})
afterAll(() => world.stop())

const which = fc.nat({ max: 20 })
const units = fc.integer({ min: 1, max: 120_500 }).map(thousandths => (thousandths / 1000).toFixed(3))
const steps = fc.array(
  fc.oneof(
    fc.record({ step: fc.constant('receive' as const), valueMinor: fc.bigInt({ min: 1n, max: 999_99n }) }),
    fc.record({
      step: fc.constant('sell' as const),
      of: which,
      units,
      proceedsMinor: fc.bigInt({ min: 1n, max: 999_99n }),
      costMinor: fc.bigInt({ min: 0n, max: 9n }),
      // Two at once, of whom one may be refused.
      twice: fc.boolean(),
    }),
    fc.record({ step: fc.constant('release' as const), of: which, units }),
    fc.record({ step: fc.constantFrom('reverse' as const, 'take-back' as const), of: which }),
    fc.record({ step: fc.constant('killed' as const), of: which }),
  ),
  { minLength: 5, maxLength: 12 },
)
type Step = (typeof steps extends fc.Arbitrary<infer S> ? S : never) extends (infer One)[] ? One : never

async function run(step: Step): Promise<void> {
  const assets = assetCalls(world)
  const posting = postingCalls(world)
  if (step.step === 'receive') {
    await assets.receive({ lines: [appraisedLine(step.valueMinor)] })
    return
  }
  const held = await assets.holdings()
  const found = held[step.of % Math.max(1, held.length)]
  if (!found) return
  const { holdingId } = found
  const disposal = found.disposals.find(({ isReversed }) => !isReversed)
  if (step.step === 'sell') {
    const { units: sold, proceedsMinor, costMinor, twice } = step
    const sell = () => assets.sell(holdingId, { units: sold, proceedsMinor, costMinor })
    await Promise.all(twice ? [sell(), sell()] : [sell()])
  } else if (step.step === 'release') await assets.release(holdingId, step.units)
  else if (step.step === 'reverse') {
    if (disposal) await assets.reverse(holdingId, disposal.disposalId)
  } else if (step.step === 'take-back') {
    const [row] = await receiptCalls(world).query(
      'select contribution_id from contribution_holding where holding_id = $1',
      holdingId,
    )
    await posting.reverse(row.contribution_id)
  } else {
    // The program loses its connections in the midst of a sale, and no job does.
    await jobsDone(world.portal)
    const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const sale = assets.sell(holdingId, { units: '0.001', proceedsMinor: 5n, costMinor: 0n })
    await receiptCalls(world).query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where usename = 'book_npt' and datname = current_database() and state = 'idle in transaction'`,
    )
    await sale
    for (const [said] of errors.mock.calls) expect(String(said)).toMatch(/connection|ECONNRESET/i)
    errors.mockRestore()
  }
  for (const { requestId } of await posting.waiting()) await posting.confirm(requestId)
}

const sum = (amounts: readonly bigint[]) => amounts.reduce((all, each) => all + each, 0n)

test(
  'what is excluded and what was sold or released add up to what was received, to the cent',
  async () => {
    await fc.assert(
      fc.asyncProperty(steps, async plan => {
        await world.renew()
        for (const step of plan) await run(step)
        const all = await assetCalls(world).holdings()
        const received = all.filter(({ isTakenBack }) => !isTakenBack)
        const [row] = await receiptCalls(world).query(
          'select spendable_minor, excluded_minor from account_balance where account_id = $1',
          world.fund.accountId,
        )
        const open = all.flatMap(({ disposals }) => disposals).filter(({ isReversed }) => !isReversed)
        expect(BigInt(row.excluded_minor)).toBe(sum(received.map(({ leftMinor }) => leftMinor)))
        expect(BigInt(row.excluded_minor) + sum(open.map(each => each.giftValueMinor))).toBe(
          sum(received.map(each => each.giftValueMinor)),
        )
        expect(BigInt(row.spendable_minor)).toBe(
          1_000_000_00n + sum(open.map(each => each.proceedsMinor - each.costMinor)),
        )
      }),
      { numRuns: propertyRuns({ usual: 4, long: 200 }) },
    )
    expect((await verifyLedger(world.portal.databases.book('npt'))).differences).toEqual([])
  },
  propertyTimeoutMs,
)
