import { asIsoDate, type IsoDate, monthEnd, monthStart } from '../../../domain/dates.ts'
import { invariant } from '../../../domain/invariant.ts'

/** `2026-10`. */
export type Month = string

/** So many months are read at once: two fiscal years. */
export const maxMonths = 24

export const monthOf = (day: IsoDate): Month => day.slice(0, 7)

export function firstDayOf(month: Month): IsoDate {
  const day = asIsoDate(`${month}-01`)
  invariant(day !== null, 'a month exists')
  return day
}

export const lastDayOf = (month: Month): IsoDate => monthEnd(firstDayOf(month))
export const addMonthsTo = (month: Month, months: number): Month =>
  monthOf(monthStart(firstDayOf(month), months))
/** The last month that is over. */
export const lastMonth = (today: IsoDate): Month => addMonthsTo(monthOf(today), -1)

/** The months from one to another, both included; empty if the other is earlier. */
export function monthsBetween(from: Month, to: Month): Month[] {
  const months: Month[] = []
  for (let month = from; month <= to && months.length <= maxMonths; month = addMonthsTo(month, 1))
    months.push(month)
  return months
}

/** `2026-10` → `October 2026`. */
export const monthName = (month: Month, locale: string): string =>
  new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00Z`),
  )
