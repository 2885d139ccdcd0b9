import { type BankCalendar, bankingDayAfter } from '../../../domain/bank-holidays.ts'
import { addDays, dateOf, type IsoDate, wallClock } from '../../../domain/dates.ts'

/** The instant at which a day ends in a time zone. */
export function endOfDay(day: IsoDate, timeZone: string): Date {
  const asUtc = Date.parse(addDays(day, 1))
  // How far the clock of the zone is from UTC at that time.
  const shown = Date.parse(`${wallClock(new Date(asUtc), timeZone).replace(' ', 'T')}Z`)
  return new Date(asUtc - (shown - asUtc))
}

/** The day on which the bank pays a file of now: the next banking day, or after its cutoff (`15:00`) the one after that. */
export function paymentDayOf(
  now: Date,
  { cutoff, timeZone, calendar }: { cutoff: string; timeZone: string; calendar: BankCalendar },
): IsoDate {
  const isLate = wallClock(now, timeZone).slice(11, 16) >= cutoff
  return bankingDayAfter(dateOf(now, timeZone), isLate ? 2 : 1, calendar)
}
