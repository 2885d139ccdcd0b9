import type { Kysely } from 'kysely'
import { type FeePeriod, type FeeSchedule, periodsUntil } from '../../../clients/fee-schedules.ts'
import { fieldProblem, Problem } from '../../../contract/problems.ts'
import type { IsoDate } from '../../../domain/dates.ts'
import type { DB } from '../../../server/db/schema.ts'
import { sumDailyBalances } from '../../ledger/server/daily-balances.queries.ts'
import type { BatchContext } from '../../posting-batches/server/batch-context.ts'
import type { PlanInput } from '../../posting-batches/server/describe-plan.ts'
import { type PlannedBatch, planBatch } from '../../posting-batches/server/plan-batch.ts'
import { findAccountsOfTypes } from '../../posting-batches/server/posting-batches.queries.ts'
import { hashOfLines, type RowToPlan, rowsOf } from '../../posting-batches/server/read-batch-file.ts'
import { periodText } from '../domain/describe-terms.ts'
import { type ChargedAccount, chargePeriods, type WorkedOut } from './charge-periods.ts'
import {
  findLateAccounts,
  findOpenFeeBatch,
  findReversedDifferences,
  listClosedSince,
  listOwed,
  listRuns,
  type RunRow,
  wasReversed,
} from './fees.queries.ts'
import { feeSchedulesInForce } from './schedules-in-force.ts'
import { storedTerms, termsOf } from './stored-terms.ts'

export type PlannedRun = {
  schedule: FeeSchedule
  period: FeePeriod
  charges: WorkedOut[]
  plan: PlannedBatch
  input: PlanInput
  /** What accounts owed of fees of the kind before. */
  owed: ReadonlyMap<string, bigint>
  /** What of it the fees of this run take up. */
  arrearsMinor: bigint
  /** What remains to their credit where a run posts nothing. */
  creditsMinor: bigint
  /** Funds that were closed in the period or since, and had a balance that would have been charged. */
  closedFunds: number
}

/**
 * The fees of a period with the balances of now: of each fund that pays the schedule, and of earlier periods whose balances changed since.
 * Throws `validation` for a period that cannot be charged yet, and `conflict` for one that was charged, or while other fees are posted.
 */
export async function planFeeRun(
  db: Kysely<DB>,
  { schedule: name, periodFrom }: { schedule: string; periodFrom: IsoDate },
  context: Pick<BatchContext, 'client' | 'book' | 'today'>,
): Promise<PlannedRun> {
  const schedule = (await feeSchedulesInForce(db, context)).find(each => each.name === name)
  if (!schedule) throw fieldProblem('schedule', 'Choose a fee schedule')
  const period = periodsUntil(schedule, context.today).find(({ from }) => from === periodFrom)
  if (!period) throw fieldProblem('periodFrom', 'This period cannot be charged yet. Choose another one')
  await requireNoOpenFees(db)
  const runs = await listRuns(db, name)
  requireUncharged(period, runs)
  const accounts = await accountsThatPay(db, schedule)
  const charges = await chargePeriods(db, {
    schedule: name,
    accounts,
    current: period,
    earlier: runs.map(earlierPeriod),
    late: await lateAccounts(db, name, runs),
  })
  const owed = await listOwed(db, schedule.kind)
  const dues = new Map<string, bigint>()
  for (const { account, dueMinor } of charges)
    dues.set(account.accountId, (dues.get(account.accountId) ?? 0n) + dueMinor)
  const totals = accounts.map(({ accountId, fundId }) => {
    const arrearsMinor = owed.get(accountId) ?? 0n
    return { fundId, arrearsMinor, amountMinor: (dues.get(accountId) ?? 0n) + arrearsMinor }
  })
  // A reversal is dated on its day. The fee that takes its place is too, so that the days between bear one fee and not two.
  const effectiveDate = (await wasReversed(db, name, period)) ? context.today : period.chargedOn
  const comment = `${schedule.title}, ${periodText(period, context.client.locale)}`
  const rows: RowToPlan[] = totals
    .filter(({ amountMinor }) => amountMinor > 0n)
    .map((total, index) => ({
      ...{ ...total, line: index + 1, kind: schedule.kind, effectiveDate },
      ...{ comment, weight: null },
    }))
  if (rows.length === 0) throw new Problem('conflict', { detail: 'No fund owes a fee for this period.' })
  return {
    ...{ schedule, period, charges, owed },
    plan: onTerms(
      await planBatch(db, { rows: rowsOf(rows), wrong: { count: 0, first: [] } }, context),
      period,
    ),
    arrearsMinor: rows.reduce((sum, { arrearsMinor }) => sum + arrearsMinor, 0n),
    input: { what: 'fee run', inputHash: hashOfLines([JSON.stringify(['fee-run', name, period.from])]) },
    closedFunds: await countClosedFunds(db, schedule, period),
    creditsMinor: totals.reduce((sum, { amountMinor }) => (amountMinor < 0n ? sum - amountMinor : sum), 0n),
  }
}

/** The accounts of a schedule's types, which pay from the day on which they were opened. */
export async function accountsThatPay(
  db: Kysely<DB>,
  { fundTypes }: Pick<FeeSchedule, 'fundTypes'>,
): Promise<ChargedAccount[]> {
  return (await findAccountsOfTypes(db, fundTypes)).flatMap(account =>
    account.opened_on === null
      ? []
      : [{ accountId: account.account_id, fundId: Number(account.fund_id), openedOn: account.opened_on }],
  )
}

/** The plan with its terms in the hash: a person who has seen other terms checks the run again, also where each amount is the same. */
const onTerms = (plan: PlannedBatch, { terms }: FeePeriod): PlannedBatch => ({
  ...plan,
  planHash: hashOfLines([plan.planHash, storedTerms(terms)]),
})

async function countClosedFunds(
  db: Kysely<DB>,
  { fundTypes }: FeeSchedule,
  { from, baseFrom, baseTo }: FeePeriod,
): Promise<number> {
  const closed = await listClosedSince(db, fundTypes, { from, to: baseTo })
  const balances = await sumDailyBalances(
    db,
    closed.map(({ account_id: accountId, opened_on: openedOn }) => ({
      ...{ accountId, to: baseTo, from: openedOn !== null && openedOn > baseFrom ? openedOn : baseFrom },
    })),
  )
  return balances.filter(({ balanceDaysMinor }) => balanceDaysMinor > 0n).length
}

/** Throws `conflict` while a batch of fees waits for a second person or a job, because the next one takes up what it leaves waiting. */
export async function requireNoOpenFees(db: Kysely<DB>): Promise<void> {
  const open = await findOpenFeeBatch(db)
  if (open)
    throw new Problem('conflict', {
      detail: `Batch ${open.batch_number} of fees is not finished. The next fees can be computed after it.`,
    })
}

function requireUncharged({ from, to }: FeePeriod, runs: readonly RunRow[]): void {
  const charged = runs.find(run => run.period_from <= to && run.period_to >= from)
  if (charged)
    throw new Problem('conflict', { detail: `This period was charged by batch ${charged.batch_number}.` })
}

/** The period that a run charged, with its own terms. */
export const earlierPeriod = (run: RunRow): FeePeriod => ({
  ...{ from: run.period_from, to: run.period_to, baseFrom: run.base_from, baseTo: run.base_to },
  ...{ chargedOn: run.period_to, terms: termsOf(run) },
})

/** The accounts whose earlier periods may have changed since the last run, with the first day on which they did. */
async function lateAccounts(
  db: Kysely<DB>,
  schedule: string,
  runs: readonly RunRow[],
): Promise<Map<string, IsoDate>> {
  const [first, ...rest] = runs
  if (!first) return new Map()
  const last = rest.reduce((latest, run) => (run.balances_at > latest.balances_at ? run : latest), first)
  const until = rest.reduce((latest, { base_to: day }) => (day > latest ? day : latest), first.base_to)
  const late = await findLateAccounts(db, { recordedSince: last.balances_at, until })
  for (const [accountId, since] of await findReversedDifferences(db, schedule)) {
    const known = late.get(accountId)
    late.set(accountId, known !== undefined && known < since ? known : since)
  }
  return late
}
