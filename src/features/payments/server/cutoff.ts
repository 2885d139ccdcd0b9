import { type BankCalendar, bankingDayAfter, nextBankingDay } from '../../../domain/bank-holidays.ts'
import { addDays, dateOf, type IsoDate, wallClock } from '../../../domain/dates.ts'
import type { PaymentMethod } from '../../grants/domain/payment-label.ts'

/** The instant at which a day ends in a time zone. */
export function endOfDay(day: IsoDate, timeZone: string): Date {
  const asUtc = Date.parse(addDays(day, 1))
  // How far the clock of the zone is from UTC at that time.
  const shown = Date.parse(`${wallClock(new Date(asUtc), timeZone).replace(' ', 'T')}Z`)
  return new Date(asUtc - (shown - asUtc))
}

/**
 * The date of a run that is approved now. A transfer is paid on the next banking day, or after the cutoff (`15:00`) on the one after that; a
 * cheque bears today, or the next banking day.
 */
export function paymentDayOf(
  method: PaymentMethod,
  now: Date,
  { cutoff, timeZone, calendar }: { cutoff: string; timeZone: string; calendar: BankCalendar },
): IsoDate {
  if (method === 'cheque') return nextBankingDay(dateOf(now, timeZone), calendar)
  const isLate = wallClock(now, timeZone).slice(11, 16) >= cutoff
  return bankingDayAfter(dateOf(now, timeZone), isLate ? 2 : 1, calendar)
}
