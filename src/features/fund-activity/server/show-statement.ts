import type { Kysely } from 'kysely'
import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import type { Permission } from '../../../contract/permissions.ts'
import { fieldProblem } from '../../../contract/problems.ts'
import type { DateRange, IsoDate } from '../../../domain/dates.ts'
import type { DB } from '../../../server/db/schema.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import { type SectionNumber, sectionNumbers, sectionRule } from '../domain/sections.ts'
import type { getStatement } from '../fund-activity.contract.ts'
import { countPending } from './fund-activity.queries.ts'
import { type SectionSum, sumSections } from './subtotals.queries.ts'

/** Beginning + sections 1 to 8 = ending, and ending − pending − excluded = available, exactly (§2.6). */
export async function showStatement(
  { query }: HandlerInput<typeof getStatement>,
  { db, book, account, actor, today }: ContextOf<typeof getStatement>,
): Promise<Reply<typeof getStatement>> {
  const range = validateRange(query, today)
  const sums = await sumSections(db, account.accountId, range)
  const figures = await calculateFigures(db, account.accountId, range, sums)
  const visible = sectionNumbers.filter(section => actor.actions.has(sectionRule(section).permission))
  const seesAll =
    visible.length === sectionNumbers.length && actor.actions.has('FUND_SUMMARY_VIEW' satisfies Permission)
  return {
    range,
    currency: book.currency,
    openedDate: account.openedOn,
    sections: visible.map(section => ({ section, ...figures.totalOfSection(section) })),
    summary: seesAll ? figures.summary : null,
  }
}

/** @throws a validation problem where the range is reversed or ends after today. */
export function validateRange({ from, to }: DateRange, today: IsoDate): DateRange {
  if (from > to) throw fieldProblem('from', 'The first day must not be after the last day')
  if (to > today) throw fieldProblem('to', 'The last day must not be after today')
  return { from, to }
}

type SectionTotal = { totalMinor: bigint; details: number }

/** The totals of the sections and the balances, from the sums of the postings. */
export async function calculateFigures(
  db: Kysely<DB>,
  accountId: string,
  { to }: DateRange,
  sums: readonly SectionSum[],
) {
  const totalOf = (amount: (sum: SectionSum) => bigint) => sums.reduce((all, sum) => all + amount(sum), 0n)
  const beginningMinor = totalOf(sum => sum.before_minor)
  const endingMinor = beginningMinor + totalOf(sum => sum.within_minor)
  const pendingMinor = totalOf(sum => sum.pending_minor)
  const excludedMinor = totalOf(sum => sum.excluded_minor)
  const bySection = new Map(sums.map(sum => [sum.section, sum]))
  // Most funds have no pending grant and need no second query.
  const pendingGrants = pendingMinor === 0n ? 0 : await countPending(db, accountId, to)
  const totalOfSection = (section: SectionNumber): SectionTotal => {
    if (section === 0) return { totalMinor: beginningMinor, details: 0 }
    if (section === 10) return { totalMinor: endingMinor, details: 0 }
    if (section === 9)
      return { totalMinor: excludedMinor, details: Number(totalOf(sum => sum.excluded_rows)) }
    if (section === 11) return { totalMinor: pendingMinor, details: pendingGrants }
    const sum = bySection.get(section)
    return { totalMinor: sum?.within_minor ?? 0n, details: Number(sum?.rows_within ?? 0n) }
  }
  const availableMinor = endingMinor - pendingMinor - excludedMinor
  return {
    totalOfSection,
    summary: { beginningMinor, endingMinor, pendingMinor, excludedMinor, availableMinor },
  }
}
