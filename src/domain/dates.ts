import { dayMs, minuteMs } from './durations.ts'

/** A calendar date `YYYY-MM-DD` without time or zone (§16). */
export type IsoDate = string & { readonly isoDate: true }

/** Both ends are inclusive. */
export type DateRange = { from: IsoDate; to: IsoDate }

/** The date if it exists in the calendar (not 2026-02-30) and is between 1900 and 2200, else null. */
export function asIsoDate(text: string): IsoDate | null {
  const known = checkedDates.get(text)
  if (known !== undefined) return known
  // Here a text becomes a date.
  const date = isInCalendar(text) ? (text as IsoDate) : null
  if (checkedDates.size >= maxCheckedDates) checkedDates.clear()
  // Invalid text may be of any length, so it is not cached.
  if (date !== null) checkedDates.set(text, date)
  return date
}

/** The date of a text that the program has written. @throws Error if it is none. */
export function isoDate(text: string): IsoDate {
  const date = asIsoDate(text)
  if (date === null) throw new Error(`${text} is no date`)
  return date
}

/** A cache, because responses repeat the same few thousand dates. */
const checkedDates = new Map<string, IsoDate>()
const maxCheckedDates = 10_000

function isInCalendar(text: string): boolean {
  if (!/^(19|20|21)\d\d-\d\d-\d\d$/.test(text)) return false
  const instantMs = Date.parse(`${text}T00:00:00Z`)
  // Date reads February 30 as March 2, so an impossible date changes in the round trip.
  return !Number.isNaN(instantMs) && new Date(instantMs).toISOString().startsWith(text)
}

/** The calendar date of an instant in a time zone; a posting is dated in the sponsor's. */
export function dateOf(instant: Date, timeZone: string): IsoDate {
  // Every request calls this, and the result changes at most once a minute because zones differ by whole minutes.
  const minute = Math.floor(instant.getTime() / minuteMs)
  const known = lastDates.get(timeZone)
  if (known?.minute === minute) return known.date
  // The formatter writes ISO 8601.
  const date = calendarOf(timeZone).format(instant) as IsoDate
  lastDates.set(timeZone, { minute, date })
  return date
}

const lastDates = new Map<string, { minute: number; date: IsoDate }>()

const calendars = new Map<string, Intl.DateTimeFormat>()

/** A cache, because creating a formatter costs as much as the rest of a request. */
function calendarOf(timeZone: string): Intl.DateTimeFormat {
  // The Swedish locale formats dates as ISO 8601.
  const found = calendars.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' })
  calendars.set(timeZone, found)
  return found
}

// No calendar library, which would add 9 KB to the first load of every page.

/** Day 0 of a month is the last day of the month before. Months count from 1 and may exceed 12. */
const isoOf = (year: number, month: number, day: number): IsoDate => isoAt(Date.UTC(year, month - 1, day))
// The ISO text of an instant begins with its date.
const isoAt = (instantMs: number): IsoDate => new Date(instantMs).toISOString().slice(0, 10) as IsoDate

function partsOf(date: IsoDate): { year: number; month: number; day: number } {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
  return { year, month, day }
}

export function addDays(date: IsoDate, days: number): IsoDate {
  return isoAt(Date.parse(date) + days * dayMs)
}

/** The days from one date to another; 0 if the other is earlier. */
export const daysBetween = (from: IsoDate, to: IsoDate): number =>
  Math.max(0, (Date.parse(to) - Date.parse(from)) / dayMs)

/** The same day of another month, or that month's last day if it is shorter. */
export function addMonths(date: IsoDate, months: number): IsoDate {
  const { year, month, day } = partsOf(date)
  const last = isoOf(year, month + months + 1, 0)
  return day < partsOf(last).day ? isoOf(year, month + months, day) : last
}

export function monthEnd(date: IsoDate): IsoDate {
  const { year, month } = partsOf(date)
  return isoOf(year, month + 1, 0)
}

/** The first day of the month, or of another by a number of months. */
export function monthStart(date: IsoDate, months: number): IsoDate {
  const { year, month } = partsOf(date)
  return isoOf(year, month + months, 1)
}

/** `2026-11-20` → `November 20, 2026` in en-US, `20 November 2026` in en-GB. */
export function formatDate(date: IsoDate, locale: string, month: 'long' | 'short' = 'long'): string {
  return dateFormatter(locale, { day: 'numeric', month, year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${date}T00:00:00Z`),
  )
}

/** `2031-02-03` → `Monday, February 3, 2031` in en-US, `Monday 3 February 2031` in en-GB. */
export const formatDay = (date: IsoDate, locale: string): string =>
  dateFormatter(locale, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${date}T00:00:00Z`))

/** How a client writes an instant. Its own zone, not the reader's, so that an event has the same date for everyone (§16). */
export type InstantStyle = { locale: string; timeZone: string }

/** An instant (a Date or ISO 8601 text) with its zone: `Nov 20, 2026, 10:47 AM EST`. */
export function formatInstant(instant: Date | string, { locale, timeZone }: InstantStyle): string {
  return dateFormatter(locale, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone,
  }).format(new Date(instant))
}

/** A time of day, `15:00` → `3:00 PM` in en-US, `15:00` in en-GB. */
export function formatTime(time: string, locale: string): string {
  return dateFormatter(locale, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' }).format(
    new Date(`1970-01-01T${time}:00Z`),
  )
}

/** `2026-11-20 10:03:00` in the time zone: a date and a time for a file, without the zone. */
export function wallClock(instant: Date | string, timeZone: string): string {
  // Swedish writes dates as ISO 8601 does.
  return dateFormatter('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone }).format(
    new Date(instant),
  )
}

/** The instant at which a day begins in a time zone. No zone of a client changes its clocks at midnight. */
export function startOfDay(date: IsoDate, timeZone: string): Date {
  const targetMs = Date.parse(`${date}T00:00:00Z`)
  const aheadMs = (instantMs: number) =>
    Date.parse(`${wallClock(new Date(instantMs), timeZone).replace(' ', 'T')}Z`) - targetMs
  const closeMs = targetMs - aheadMs(targetMs)
  // The clocks may change between that instant and the day's beginning.
  return new Date(closeMs - aheadMs(closeMs))
}

/** The hour of an instant in the time zone, from 0 to 23. */
export const hourOf = (instant: Date, timeZone: string): number =>
  Number(wallClock(instant, timeZone).slice(11, 13))

/** Creating a formatter takes a hundred times as long as formatting with it. */
const dateFormatters = new Map<string, Intl.DateTimeFormat>()

function dateFormatter(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`
  const found = dateFormatters.get(key) ?? new Intl.DateTimeFormat(locale, options)
  dateFormatters.set(key, found)
  return found
}
