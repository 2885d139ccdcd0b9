import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, type IsoDate, isoDate } from '../../../domain/dates.ts'
import type { FeeTerms } from '../../../domain/fee-terms.ts'
import { testClock } from '../../../testing/clock.ts'
import { withoutTriggers } from '../../../testing/database/without-triggers.ts'
import { makeAccount } from '../../../testing/factories/make-account.ts'
import { clientsWithFees, feeCalls, feeTime } from '../../../testing/fee-calls.ts'
import {
  availableOf,
  type ChargedPeriod,
  chargeFund,
  type ModelFund,
  owedOf,
  reverseBatch,
  writeOff,
} from '../../../testing/fee-model.ts'
import {
  type FeeStep,
  firstMonth,
  fundCount,
  type NewTermsStep,
  openings,
  periods,
  type ScheduleName,
  scheduleNames,
  schedules,
  steps,
  termsOf,
  termsOfStep,
  told,
} from '../../../testing/fee-steps.ts'
import { type PostingWorld, startPostingWorld } from '../../../testing/posting-world.ts'
import { propertyRuns, propertyTimeoutMs } from '../../../testing/property-runs.ts'
import { marketPostings } from '../../ledger/domain/postings.ts'
import { postEntries } from '../../ledger/server/post-entry.ts'
import { reversePostingBatch } from '../../posting-batches/posting-batches.contract.ts'
import { confirmFeeReduction, enterFeeReduction } from '../fee-reductions.contract.ts'
import { writeOffFee } from '../fee-write-offs.contract.ts'
import { storedTerms } from './stored-terms.ts'

// Random entries, also backdated ones, reductions, new terms, runs of months of administrative and investment fees, write-offs and reversals of runs,
// through the portal; and the same in a model without SQL. Each fee, each difference, what was posted, what is owed and what the funds have
// agree to the cent.

const clock = testClock(feeTime)
const today = isoDate('2026-04-02')
let world: PostingWorld
let calls: Record<ScheduleName, ReturnType<typeof feeCalls>>

beforeAll(async () => {
  const feeSchedules = Object.values(schedules)
  world = await startPostingWorld(clock, {
    clients: { ...clientsWithFees, npt: { ...clientsWithFees.npt, feeSchedules } },
  })
  calls = {
    administrative: feeCalls(world, schedules.administrative),
    investment: feeCalls(world, schedules.investment),
  }
})
afterAll(() => world.stop())

const command = <A>(attributes: A) => ({ data: { type: 'command' as const, attributes } })

/** Both models of a fund have the same entries. */
type Made = { accountId: string; fundId: number; of: Record<ScheduleName, ModelFund> }
type State = {
  funds: Made[]
  /** The runs that stand, and those that were reversed, as `administrative 2024-01-01`. */
  runs: { batchId: string; batch: number; name: ScheduleName; period: ChargedPeriod }[]
  /** The terms of each schedule, in the order in which they were set: the last word holds from its day on. */
  terms: Record<ScheduleName, FeeTerms[]>
  reversed: Set<string>
  batches: number
}

async function makeState(openedOn: readonly IsoDate[]): Promise<State> {
  await calls.administrative.renew()
  await world.portal.database.admin.query('delete from fee_reduction')
  await withoutTriggers(world.portal.database.admin, 'truncate fee_terms_change')
  const funds: Made[] = []
  for (const opened of openedOn) {
    const { accountId, fundId } = await makeAccount(world.portal.databases, {
      ...{ openedOn: opened, accountType: 'Joint' },
    })
    const entries: ModelFund['entries'] = []
    const model = (): ModelFund => ({
      ...{ openedOn: opened, entries, reductions: [], charges: [], lines: [], writeOffs: [] },
    })
    funds.push({ accountId, fundId, of: { administrative: model(), investment: model() } })
  }
  const terms = { administrative: [termsOf.administrative], investment: [termsOf.investment] }
  return { funds, runs: [], terms, reversed: new Set(), batches: 0 }
}

async function take(state: State, step: FeeStep): Promise<void> {
  clock.advance(1_000)
  if (step.step === 'charge') return await charge(state, step.of)
  if (step.step === 'reverse') return await reverse(state)
  if (step.step === 'new-terms') return await setTerms(state, step)
  const about = state.funds[step.fund]
  if (!about) throw new Error('there is such a fund')
  if (step.step === 'reduce') return await reduce(about, step)
  if (step.step === 'write-off') return await forgive(state, about, step.of)
  const { on, amountMinor } = step
  about.of.administrative.entries.push({ on, amountMinor })
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
  { of: name, from, length, hundredths }: Extract<FeeStep, { step: 'reduce' }>,
): Promise<void> {
  const to = addDays(from, length)
  const body = command({
    ...{ fundId: about.fundId, schedule: name, hundredths, startsOn: from, endsOn: to },
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
  about.of[name].reductions.push({ from, to, hundredths })
}

/** Two people write off what the fund owes of a fee; it owes nothing where the program refuses it. */
async function forgive(state: State, about: Made, name: ScheduleName): Promise<void> {
  const owedMinor = owedOf(about.of[name])
  const { kind } = schedules[name]
  const { status } = await world.portal.call(
    writeOffFee,
    {
      body: command({
        ...{ fundId: about.fundId, kind, amountMinor: owedMinor > 0n ? owedMinor : 1n },
        reason: 'The donor died',
      }),
    },
    { as: world.staff.session, idempotencyKey: randomUUID() },
  )
  expect(status).toBe(owedMinor > 0n ? 200 : 400)
  if (owedMinor <= 0n) return
  await calls[name].confirm(about.accountId)
  writeOff(about.of[name], state.batches)
}

/** Charges the first period that is not charged. */
async function charge(state: State, name: ScheduleName): Promise<void> {
  const runs = state.runs.filter(run => run.name === name)
  const next = periods.find(each => !runs.some(run => run.period.from === each.from))
  if (!next) return
  const terms = state.terms[name].findLast(({ from }) => from <= next.from) ?? termsOf[name]
  const period = { ...next, terms }
  const batch = ++state.batches
  const postedOn = state.reversed.has(`${name} ${period.from}`) ? today : addDays(period.to, 1)
  const earlier = runs.map(run => run.period)
  const before = structuredClone(state.funds)
  const made = state.funds.map(each => chargeFund(each.of[name], { batch, period, earlier }, postedOn))
  if (made.every(({ line }) => line === null)) {
    state.funds = before
    expect((await calls[name].check(period.from)).status).toBe(409)
    return
  }
  const batchId = await calls[name].charge(period.from)
  state.runs.push({ batchId, batch, name, period })
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
  const lines = await calls[name].linesOf(batchId)
  for (const { each, line } of inOrder) {
    const found = lines.find(({ fundId }) => fundId === each.fundId)
    expect(found?.amountMinor ?? 0n).toBe(line?.amountMinor ?? 0n)
    expect(found?.postedMinor ?? 0n).toBe(line?.postedMinor ?? 0n)
  }
}

/** Two people set terms in time for a period after all that stand charged. Whoever writes them, the database checks them. */
async function setTerms(state: State, step: NewTermsStep): Promise<void> {
  const { of: name, later } = step
  const charged = state.runs.filter(run => run.name === name).map(({ period }) => period.from)
  const free = periods.filter(({ from }) => charged.every(each => each < from) && from > firstMonth)
  const from = free[Math.min(later, free.length - 1)]?.from
  if (from === undefined) return
  const terms = termsOfStep(step, from)
  const at = new Date(Date.parse(`${addDays(from, -10)}T12:00:00Z`))
  const db = world.portal.databases.book('npt')
  const { rows } = await world.portal.database.admin.query(
    'select count(*)::int + 1 as revision from fee_terms_change where schedule = $1',
    [schedules[name].name],
  )
  const { change_id } = await db
    .insertInto('fee_terms_change')
    .values({
      ...{ schedule: schedules[name].name, starts_on: from, terms: storedTerms(terms), reason: 'Agreed' },
      // Whatever they replace: no two of these are the same.
      before_terms: storedTerms({ ...terms, minimumPerYearMinor: terms.minimumPerYearMinor + 1n }),
      ...{ requested_by: randomUUID(), requested_by_name: 'A person', requested_at: at },
    })
    .returning('change_id')
    .executeTakeFirstOrThrow()
  await db
    .updateTable('fee_terms_change')
    .set({
      ...{ state: 'made', revision: rows[0]?.revision, decided_at: at },
      ...{ decided_by: randomUUID(), decided_by_name: 'Another person' },
    })
    .where('change_id', '=', change_id)
    .execute()
  state.terms[name] = [...state.terms[name].filter(each => each.from < from), terms]
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
  await calls[run.name].confirm(run.batchId)
  state.reversed.add(`${run.name} ${run.period.from}`)
  for (const each of state.funds) reverseBatch(each.of[run.name], run.batch, today)
}

async function expectEqual({ funds }: State): Promise<void> {
  const { rows } = await world.portal.database.admin.query<{ account_id: string; minor: string }>(
    'select account_id, spendable_minor::text as minor from account_balance where account_id = any($1)',
    [funds.map(({ accountId }) => accountId)],
  )
  const available = new Map(rows.map(row => [row.account_id, BigInt(row.minor)]))
  for (const each of funds) {
    expect(available.get(each.accountId) ?? 0n).toBe(availableOf(each.of.administrative))
    const waiting = await calls.administrative.waiting({ ...world.fund, fundId: each.fundId })
    for (const name of scheduleNames) {
      const ofKind = waiting.find(({ kind }) => kind === schedules[name].kind)
      expect(ofKind?.waitingMinor ?? 0n).toBe(owedOf(each.of[name]))
    }
  }
  await calls.administrative.isSound()
}

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
