import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { npt } from '../../../clients/configuration/npt.ts'
import { addDays, addMonths, type IsoDate, isoDate } from '../../../domain/dates.ts'
import { testClock } from '../../../testing/clock.ts'
import { makeAccount } from '../../../testing/factories/make-account.ts'
import { clientsWithFees, feeCalls, feeTime } from '../../../testing/fee-calls.ts'
import {
  availableOf,
  chargeFund,
  type ModelFund,
  type ModelPeriod,
  owedOf,
  reverseBatch,
} from '../../../testing/fee-model.ts'
import { type PostingWorld, startPostingWorld } from '../../../testing/posting-world.ts'
import { propertyRuns, propertyTimeoutMs } from '../../../testing/property-runs.ts'
import { marketPostings } from '../../ledger/domain/postings.ts'
import { postEntries } from '../../ledger/server/post-entry.ts'
import { reversePostingBatch } from '../../posting-batches/posting-batches.contract.ts'
import { confirmFeeReduction, enterFeeReduction } from '../fee-reductions.contract.ts'

// Random entries, also backdated ones, reductions, runs of months and reversals of runs, through the portal; and the same in a model without
// SQL. Each fee, each difference, what was posted, what is owed and what the funds have agree to the cent.

const [schedule] = npt.feeSchedules
const [terms] = schedule.versions
/** Its first February has 29 days. */
const firstMonth = isoDate('2024-01-01')
const clock = testClock(feeTime)
const today = isoDate('2026-04-02')
let world: PostingWorld
let calls: ReturnType<typeof feeCalls>

beforeAll(async () => {
  const feeSchedules = [{ ...schedule, versions: [{ ...terms, from: firstMonth }] }]
  world = await startPostingWorld(clock, {
    clients: { ...clientsWithFees, npt: { ...clientsWithFees.npt, feeSchedules } },
  })
  calls = feeCalls(world)
})
afterAll(() => world.stop())

const fundCount = 6
const command = <A>(attributes: A) => ({ data: { type: 'command' as const, attributes } })

/** January to March of a leap year, and the February of the year after it. */
const periods: readonly ModelPeriod[] = [0, 1, 2, 13].map(month => {
  const from = addMonths(firstMonth, month)
  return { from, to: addDays(addMonths(from, 1), -1) }
})

const fund = fc.nat({ max: fundCount - 1 })
const day = fc.integer({ min: -20, max: 95 }).map(days => addDays(firstMonth, days))
const entry = fc.record({
  step: fc.constant('entry' as const),
  fund,
  on: day,
  amountMinor: fc.bigInt({ min: -300_000_00n, max: 900_000_00n }).filter(amount => amount !== 0n),
})
const reduction = fc.record({
  step: fc.constant('reduce' as const),
  fund,
  from: day,
  length: fc.nat({ max: 40 }),
  hundredths: fc.integer({ min: 1, max: 10_000 }),
})
const steps = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: entry },
    { weight: 1, arbitrary: reduction },
    { weight: 3, arbitrary: fc.record({ step: fc.constant('charge' as const) }) },
    { weight: 1, arbitrary: fc.record({ step: fc.constant('reverse' as const) }) },
  ),
  { minLength: 12, maxLength: 24 },
)
type Step = (typeof steps extends fc.Arbitrary<infer Each> ? Each : never)[number]
/** Opened before the first month, or within the first two. */
const openings = fc.array(
  fc.integer({ min: -40, max: 45 }).map(days => addDays(firstMonth, days)),
  { minLength: fundCount, maxLength: fundCount },
)

type Made = ModelFund & { accountId: string; fundId: number }
type State = {
  funds: Made[]
  /** The runs that stand, and the periods of those that were reversed. */
  runs: { batchId: string; batch: number; period: ModelPeriod }[]
  reversed: Set<IsoDate>
  batches: number
}

async function makeState(openedOn: readonly IsoDate[]): Promise<State> {
  await calls.renew()
  await world.portal.database.admin.query('delete from fee_reduction')
  const funds: Made[] = []
  for (const opened of openedOn) {
    const { accountId, fundId } = await makeAccount(world.portal.databases, {
      ...{ openedOn: opened, accountType: 'Joint' },
    })
    funds.push({ accountId, fundId, openedOn: opened, entries: [], reductions: [], charges: [], lines: [] })
  }
  return { funds, runs: [], reversed: new Set(), batches: 0 }
}

async function take(state: State, step: Step): Promise<void> {
  clock.advance(1_000)
  if (step.step === 'charge') return await charge(state)
  if (step.step === 'reverse') return await reverse(state)
  const about = state.funds[step.fund]
  if (!about) throw new Error('there is such a fund')
  if (step.step === 'reduce') return await reduce(about, step)
  const { on, amountMinor } = step
  about.entries.push({ on, amountMinor })
  await postEntries(world.portal.databases.book('npt'), [
    {
      ...{ kind: amountMinor < 0n ? ('loss' as const) : ('gain' as const), currency: 'USD' as const },
      ...{ effectiveDate: on, actorUserId: null, onBehalfOfUserId: null },
      postings: marketPostings(about.accountId, amountMinor),
    },
  ])
}

async function reduce(
  about: Made,
  { from, length, hundredths }: Extract<Step, { step: 'reduce' }>,
): Promise<void> {
  const to = addDays(from, length)
  const body = command({
    ...{ fundId: about.fundId, schedule: schedule.name, hundredths, startsOn: from, endsOn: to },
    reason: 'Agreed',
  })
  const key = () => ({ idempotencyKey: randomUUID() })
  const entered = await world.portal.call(enterFeeReduction, { body }, { as: world.staff.session, ...key() })
  const params = { reductionId: entered.reply.reductionId }
  const confirmed = await world.portal.call(
    confirmFeeReduction,
    { params, body: command({}) },
    { as: world.other.session, ...key() },
  )
  expect(confirmed.status).toBe(200)
  about.reductions.push({ from, to, hundredths })
}

/** Charges the first period that is not charged. */
async function charge(state: State): Promise<void> {
  const period = periods.find(each => !state.runs.some(run => run.period === each))
  if (!period) return
  const batch = ++state.batches
  const postedOn = state.reversed.has(period.from) ? today : addDays(period.to, 1)
  const earlier = state.runs.map(run => run.period)
  const before = structuredClone(state.funds)
  const made = state.funds.map(each => chargeFund(each, { batch, terms, period, earlier }, postedOn))
  if (made.every(({ line }) => line === null)) {
    state.funds = before
    expect((await calls.check(period.from)).status).toBe(409)
    return
  }
  const batchId = await calls.charge(period.from)
  state.runs.push({ batchId, batch, period })
  const { rows } = await world.portal.database.admin.query(
    `select a.fund_id::int as fund, c.period_from::text as period, c.fee_minor as fee, c.due_minor as due
     from fee_charge c join fund_account a using (book, account_id) where c.batch_id = $1 order by 1, 2`,
    [batchId],
  )
  const inOrder = state.funds.map((each, index) => ({ each, ...made[index] }))
  inOrder.sort((one, other) => one.each.fundId - other.each.fundId)
  expect(rows.map(row => Object.values(row).map(String))).toEqual(
    inOrder.flatMap(({ each, charges = [] }) =>
      charges
        .toSorted((one, other) => (one.period < other.period ? -1 : 1))
        .map(made => [each.fundId, made.period, made.feeMinor, made.dueMinor].map(String)),
    ),
  )
  const lines = await calls.linesOf(batchId)
  for (const { each, line } of inOrder) {
    const found = lines.find(({ fundId }) => fundId === each.fundId)
    expect(found?.amountMinor ?? 0n).toBe(line?.amountMinor ?? 0n)
    expect(found?.postedMinor ?? 0n).toBe(line?.postedMinor ?? 0n)
  }
}

/** Reverses the latest run as a whole. */
async function reverse(state: State): Promise<void> {
  const run = state.runs.pop()
  if (!run) return
  const asked = await world.portal.call(
    reversePostingBatch,
    { params: { batchId: run.batchId }, body: command({ reason: 'Wrong tiers' }) },
    { as: world.staff.session },
  )
  expect(asked.status).toBe(200)
  await calls.confirm(run.batchId)
  state.reversed.add(run.period.from)
  for (const each of state.funds) reverseBatch(each, run.batch, today)
}

async function expectEqual({ funds }: State): Promise<void> {
  const { rows } = await world.portal.database.admin.query<{ account_id: string; minor: string }>(
    'select account_id, spendable_minor::text as minor from account_balance where account_id = any($1)',
    [funds.map(({ accountId }) => accountId)],
  )
  const available = new Map(rows.map(row => [row.account_id, BigInt(row.minor)]))
  for (const each of funds) {
    expect(available.get(each.accountId) ?? 0n).toBe(availableOf(each))
    const [waiting] = await calls.waiting({ ...world.fund, fundId: each.fundId })
    expect(waiting?.waitingMinor ?? 0n).toBe(owedOf(each))
  }
  await calls.isSound()
}

/** A leap February, a late entry in it, a fee that is larger than the fund, and a run that is reversed and charged anew. */
const told: Step[] = [
  { step: 'entry', fund: 0, on: addDays(firstMonth, -10), amountMinor: 800_000_00n },
  { step: 'entry', fund: 1, on: firstMonth, amountMinor: 400_000_00n },
  { step: 'reduce', fund: 0, from: addDays(firstMonth, 35), length: 10, hundredths: 2_500 },
  { step: 'charge' },
  { step: 'charge' },
  { step: 'entry', fund: 0, on: addDays(firstMonth, 40), amountMinor: 123_456_78n },
  { step: 'entry', fund: 1, on: addDays(firstMonth, 90), amountMinor: -399_700_00n },
  { step: 'charge' },
  { step: 'reverse' },
  { step: 'charge' },
  { step: 'charge' },
]

test(
  'fee runs charge, post and leave owed what a model without SQL does, whatever comes late or is reversed',
  async () => {
    await fc.assert(
      fc.asyncProperty(steps, openings, async (taken, openedOn) => {
        const state = await makeState(openedOn)
        for (const step of taken) await take(state, step)
        await expectEqual(state)
      }),
      {
        numRuns: propertyRuns({ usual: 2, long: 60 }),
        examples: [[told, Array.from({ length: fundCount }, () => addDays(firstMonth, -30))]],
        endOnFailure: true,
      },
    )
  },
  propertyTimeoutMs,
)
