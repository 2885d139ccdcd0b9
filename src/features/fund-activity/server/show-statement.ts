import type { Kysely } from 'kysely'
import { fieldProblem } from '../../../contract/problems.ts'
import type { DateRange, IsoDate } from '../../../domain/dates.ts'
import type { DB } from '../../../server/db/schema.ts'
import type { SectionNumber } from '../domain/sections.ts'
import { countPending } from './fund-activity.queries.ts'
import type { SectionSum } from './subtotals.queries.ts'

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
