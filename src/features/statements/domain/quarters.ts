import { type BankCalendar, bankingDayAfter } from '../../../domain/bank-holidays.ts'
import { addDays, addMonths, type DateRange, type IsoDate, isoDate } from '../../../domain/dates.ts'

/** A calendar quarter: its days, and its name such as `2026-Q3`. */
export type Quarter = DateRange & { name: string }

/** A quarter's statements are made on this banking day after its end, when its gains and fees have been posted (§12). */
const statementBankingDay = 5

/** The last quarter that ended before a day. */
export function quarterBefore(day: IsoDate): Quarter {
  const year = Number(day.slice(0, 4))
  const quarter = Math.floor((Number(day.slice(5, 7)) - 1) / 3)
  const start = isoDate(`${year}-${String(quarter * 3 + 1).padStart(2, '0')}-01`)
  const name = quarter === 0 ? `${year - 1}-Q4` : `${year}-Q${quarter}`
  return { from: addMonths(start, -3), to: addDays(start, -1), name }
}

/** The quarter whose statements are due on a day; null on most days. */
export function quarterDueOn(day: IsoDate, calendar: BankCalendar): Quarter | null {
  const quarter = quarterBefore(day)
  return dueDayOf(quarter, calendar) === day ? quarter : null
}

/** The last quarter whose statements are due on a day or were before. */
export function lastQuarterDue(day: IsoDate, calendar: BankCalendar): Quarter {
  const quarter = quarterBefore(day)
  return dueDayOf(quarter, calendar) <= day ? quarter : quarterBefore(quarter.from)
}

const dueDayOf = (quarter: Quarter, calendar: BankCalendar) =>
  bankingDayAfter(quarter.to, statementBankingDay, calendar)
