import type { Client } from '../../../clients/client.ts'
import { bankCalendarOf, bankingDayAfter } from '../../../domain/bank-holidays.ts'
import { dateOf, type IsoDate } from '../../../domain/dates.ts'

const reportWithin = 10

/**
 * The last day for the report of property that was blocked, or of a payment that was rejected: ten business days (31 CFR 501.603, 501.604).
 * The United Kingdom wants it as soon as practicable; this day is the latest there too.
 */
export const reportDay = (
  confirmedAt: Date,
  { timeZone, defaultPhoneCountry }: Pick<Client, 'timeZone' | 'defaultPhoneCountry'>,
): IsoDate =>
  bankingDayAfter(dateOf(confirmedAt, timeZone), reportWithin, bankCalendarOf(defaultPhoneCountry))
