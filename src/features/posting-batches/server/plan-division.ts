import type { Kysely } from 'kysely'
import { fieldProblem } from '../../../contract/problems.ts'
import { averageOf, daysBetween } from '../../../domain/averages.ts'
import { type DateRange, isoDate } from '../../../domain/dates.ts'
import { boundsProblem } from '../../../domain/read-date.ts'
import type { DB } from '../../../server/db/schema.ts'
import { sumDailyBalances } from '../../ledger/server/daily-balances.queries.ts'
import type { DivisionInput } from '../division.contract.ts'
import { divideByWeights } from '../domain/division.ts'
import type { BatchContext } from './batch-context.ts'
import type { PlanInput } from './describe-plan.ts'
import { acceptedBy, type PlannedBatch, type PlannedLine, planBatch } from './plan-batch.ts'
import { findAccountsOfTypes } from './posting-batches.queries.ts'
import { hashOfLines, type RowToPlan, rowsOf } from './read-batch-file.ts'

/** No entry is dated before it. */
const earliest = isoDate('1990-01-01')
const maxDays = 366

export type PlannedDivision = {
  /** What was asked for, with the days that its key uses. */
  division: DivisionInput
  plan: PlannedBatch
  lines: PlannedLine[]
  input: PlanInput
  /** The days of the balances; 0 for equal parts. */
  days: number
  withoutShare: number
}

/**
 * Divides a total over the funds of some types whose status accepts the kind, with the balances of now. Throws `validation` at the field that
 * is wrong, on `key` if no fund has a balance.
 */
export async function planDivision(
  db: Kysely<DB>,
  asked: DivisionInput,
  context: BatchContext,
): Promise<PlannedDivision> {
  const { kind, totalMinor, effectiveDate, comment, withExcludedAssets } = asked
  requireDate('effectiveDate', effectiveDate, context)
  if (kind === 'other' && comment === null)
    throw fieldProblem('comment', 'Other activity needs a comment that the donor can read')
  const range = rangeOf(asked, context)
  const division = { ...asked, from: range?.from ?? null, to: range?.to ?? null }
  const found = await findAccountsOfTypes(db, division.fundTypes)
  const accepts = await acceptedBy(
    db,
    found.map(({ account_status: status }) => status),
  )
  const accounts = found.filter(
    ({ account_status: status, opened_on: openedOn }) =>
      accepts(status, kind) && openedOn !== null && openedOn <= effectiveDate,
  )
  const balances =
    range &&
    (await sumDailyBalances(
      db,
      accounts.map(({ account_id: accountId }) => ({ accountId, ...range })),
    ))
  const shares = divideByWeights(
    totalMinor,
    accounts.map((account, index) => {
      const balance = balances?.[index]
      const excluded = withExcludedAssets ? 0n : (balance?.excludedDaysMinor ?? 0n)
      return { fundId: Number(account.fund_id), weight: balance ? balance.balanceDaysMinor - excluded : 1n }
    }),
  )
  if (shares === null)
    throw fieldProblem('key', 'None of these funds has a balance to divide by. Choose other days or accounts')
  const rows: RowToPlan[] = shares
    .filter(({ amountMinor }) => amountMinor > 0n)
    .map(({ fundId, weight, amountMinor }, index) => ({
      ...{ line: index + 1, fundId, kind, effectiveDate, amountMinor, comment, weight, arrearsMinor: 0n },
    }))
  const lines: PlannedLine[] = []
  const wrong = { count: 0, first: [] }
  return {
    division,
    plan: await planBatch(db, { rows: rowsOf(rows), wrong }, context, line => lines.push(line)),
    lines,
    input: { what: 'division', inputHash: hashOfDivision(division) },
    days: range ? daysBetween(range.from, range.to) : 0,
    withoutShare: shares.length - rows.length,
  }
}

/** The balance by which a fund gets its share. */
export const basisOf = (weight: bigint | null, days: number): bigint | null =>
  days === 0 || weight === null ? null : averageOf(weight, days)

/** The same total, divided in the same way for the same day, is a batch once. */
const hashOfDivision = (division: DivisionInput): string =>
  hashOfLines([
    JSON.stringify([
      ...['division', division.kind, String(division.totalMinor), division.effectiveDate, division.comment],
      ...[division.key, division.from, division.to, division.withExcludedAssets],
      division.fundTypes.toSorted(),
    ]),
  ])

function rangeOf({ key, from, to }: DivisionInput, context: BatchContext): DateRange | null {
  if (key === 'equal') return null
  const last = requireDate('to', to, context)
  if (key === 'balance') return { from: last, to: last }
  const first = requireDate('from', from, context)
  if (first > last) throw fieldProblem('to', 'The last day is before the first')
  if (daysBetween(first, last) > maxDays) throw fieldProblem('from', 'Choose at most a year')
  return { from: first, to: last }
}

function requireDate(field: string, date: DateRange['from'] | null, { today, client }: BatchContext) {
  if (date === null) throw fieldProblem(field, 'Enter the date')
  const problem = boundsProblem(
    date,
    { earliest, latest: today, tooLate: 'The date is in the future' },
    client.locale,
  )
  if (problem !== null) throw fieldProblem(field, problem)
  return date
}
