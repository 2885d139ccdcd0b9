import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testClock } from '../../../testing/clock.ts'
import { makeEntry } from '../../../testing/factories/make-contribution.ts'
import { type MadeFund, makeFund } from '../../../testing/factories/make-fund.ts'
import {
  type PostingWorld,
  postingCalls,
  postingTime,
  startPostingWorld,
} from '../../../testing/posting-world.ts'
import { propertyRuns } from '../../../testing/property-runs.ts'
import { verifyLedger } from '../../ledger/server/verify-ledger.ts'
import { type BatchKind, changeOf, postingsOf } from '../../posting-batches/domain/posting-batch.ts'
import { reverseJournalEntry } from '../journal-entries.contract.ts'

let world: PostingWorld
beforeAll(async () => {
  world = await startPostingWorld(testClock(postingTime))
})
afterAll(() => world.stop())

const kinds = [
  'gain',
  'loss',
  'income',
  'administrative_fee',
  'exclude',
] as const satisfies readonly BatchKind[]
const which = fc.nat({ max: 50 })
const amount = fc.bigInt({ min: 1n, max: 20_00n })
const steps = fc.array(
  fc.oneof(
    fc.record({ step: fc.constant('post' as const), kind: fc.constantFrom(...kinds), fund: which, amount }),
    fc.record({
      step: fc.constant('reverse' as const),
      of: which,
      isRepeated: fc.boolean(),
      isReplaced: fc.boolean(),
      fund: which,
      amount,
    }),
    fc.record({ step: fc.constant('contribute' as const), fund: which, amount }),
    fc.record({
      step: fc.constantFrom('move' as const, 'bounce' as const, 'reverse-contribution' as const),
      of: which,
      fund: which,
    }),
  ),
  { minLength: 8, maxLength: 16 },
)

/** What the program should have, without SQL: each fund's available money, and what can still be corrected. */
type Model = {
  available: bigint[]
  entries: { id: string; kind: BatchKind; fund: number; amount: bigint; isReversed: boolean }[]
  contributions: { id: string; fund: number; amount: bigint; isOpen: boolean }[]
}

const pick = <T>(list: readonly T[], index: number): T | undefined => list[index % list.length]

test('random entries, reversals, moves and unpaid checks leave each fund what a model without SQL says', {
  timeout: 600_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(steps, async sequence => {
      await world.renew()
      const funds = await Promise.all([1, 2].map(() => makeFund(world.portal, { balanceMinor: 1_000_00n })))
      const model: Model = { available: funds.map(() => 1_000_00n), entries: [], contributions: [] }
      for (const step of sequence) await run(step, funds, model)
      const stored = await Promise.all(funds.map(fund => postingCalls({ ...world, fund }).available()))
      expect(stored).toEqual(model.available)
      expect((await verifyLedger(world.portal.databases.book('npt'))).differences).toEqual([])
    }),
    { numRuns: propertyRuns({ usual: 3, long: 60 }) },
  )
})

type Step = (typeof steps extends fc.Arbitrary<infer S> ? S : never) extends (infer One)[] ? One : never

async function run(step: Step, funds: readonly MadeFund[], model: Model): Promise<void> {
  const at = 'fund' in step ? step.fund % funds.length : 0
  const fund = funds[at]
  if (!fund) throw new Error('there is a fund')
  const add = (index: number, change: bigint) => {
    model.available[index] = (model.available[index] ?? 0n) + change
  }
  const calls = postingCalls({ ...world, fund })
  switch (step.step) {
    case 'post': {
      const postings = postingsOf(step.kind, fund.accountId, step.amount)
      const id = await makeEntry(world.portal.databases, fund, { kind: step.kind, postings })
      add(at, changeOf(step.kind, step.amount).spendableMinor)
      model.entries.push({ id, kind: step.kind, fund: at, amount: step.amount, isReversed: false })
      return
    }
    case 'reverse': {
      const entry = pick(model.entries, step.of)
      if (!entry) return
      const replacement = step.isReplaced
        ? { fundId: fund.fundId, amountMinor: step.amount, comment: '' }
        : null
      const key = randomUUID()
      const call = () =>
        world.portal.call(
          reverseJournalEntry,
          {
            params: { entryId: entry.id },
            body: { data: { type: 'command', attributes: { reason: 'A mistake', replacement } } },
          },
          { as: world.staff.session, idempotencyKey: key },
        )
      const answers = await Promise.all(step.isRepeated ? [call(), call()] : [call()])
      expect(answers.filter(({ status }) => status === 200).length > 0).toBe(!entry.isReversed)
      if (entry.isReversed) return
      entry.isReversed = true
      add(entry.fund, -changeOf(entry.kind, entry.amount).spendableMinor)
      if (replacement === null) return
      add(at, changeOf(entry.kind, step.amount).spendableMinor)
      return
    }
    case 'contribute': {
      const { contributionId } = await calls.received(step.amount)
      add(at, step.amount)
      model.contributions.push({ id: contributionId, fund: at, amount: step.amount, isOpen: true })
      return
    }
    case 'move':
    case 'bounce':
    case 'reverse-contribution':
      return await correct(step.step, pick(model.contributions, step.of), { at, fund, funds, add })
  }
}

type Correcting = {
  at: number
  fund: MadeFund
  funds: readonly MadeFund[]
  add: (index: number, change: bigint) => void
}

async function correct(
  step: 'move' | 'bounce' | 'reverse-contribution',
  contribution: Model['contributions'][number] | undefined,
  { at, fund, funds, add }: Correcting,
): Promise<void> {
  const of = contribution && funds[contribution.fund]
  if (!contribution || !of) return
  const calls = postingCalls({ ...world, fund: of })
  const asked =
    step === 'move'
      ? await calls.move(contribution.id, fund.fundId, world.staff, of)
      : step === 'bounce'
        ? await calls.bounce(contribution.id, world.staff, of)
        : await calls.reverse(contribution.id, world.staff, of)
  const isPossible = contribution.isOpen && !(step === 'move' && at === contribution.fund)
  expect(asked.status === 200).toBe(isPossible)
  if (!isPossible) return
  expect((await calls.confirm(await calls.requestId())).status).toBe(200)
  contribution.isOpen = false
  add(contribution.fund, -contribution.amount)
  if (step === 'move') add(at, contribution.amount)
}
