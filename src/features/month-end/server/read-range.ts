import { fieldProblem } from '../../../contract/problems.ts'
import type { IsoDate } from '../../../domain/dates.ts'
import {
  firstDayOf,
  lastDayOf,
  lastMonth,
  type Month,
  maxMonths,
  monthOf,
  monthsBetween,
} from '../domain/months.ts'
import type { MonthRange } from './month-end.queries.ts'

type Asked = { from?: Month | undefined; to?: Month | undefined }

/** The months that are asked for. Throws `validation` for none, for too many and for those to come. */
export function readRange(asked: Asked, today: IsoDate): MonthRange & { months: Month[] } {
  const to = asked.to ?? asked.from ?? lastMonth(today)
  const from = asked.from ?? to
  if (to > monthOf(today)) throw fieldProblem('to', 'Choose a month that has begun')
  if (from > to) throw fieldProblem('from', 'The first month must not be after the last month')
  const months = monthsBetween(from, to)
  if (months.length > maxMonths) throw fieldProblem('from', `Choose up to ${maxMonths} months`)
  return { months, from: firstDayOf(from), to: firstDayOf(to), lastDay: lastDayOf(to) }
}
