import { CalendarDate, endOfMonth, parseDate, startOfMonth } from '@internationalized/date'

/** A calendar date `YYYY-MM-DD`, without time or zone, from column to screen (open-points 4). */
export type IsoDate = string & { readonly isoDate: true }

/** Both days belong to it. */
export type DateRange = { from: IsoDate; to: IsoDate }

/** The date if it exists in the calendar (not 2026-02-30) and lies between 1900 and 2200, else null. */
export function asIsoDate(text: string): IsoDate | null {
  const known = checkedDates.get(text)
  if (known !== undefined) return known
  const date = isInCalendar(text) ? (text as IsoDate) : null
  if (checkedDates.size >= mostCheckedDates) checkedDates.clear()
  // What is no date may be of any length, and is not worth keeping.
  if (date !== null) checkedDates.set(text, date)
  return date
}

/** Replies hold the same few thousand days over and over. */
const checkedDates = new Map<string, IsoDate>()
const mostCheckedDates = 10_000

function isInCalendar(text: string): boolean {
  if (!/^(19|20|21)\d\d-\d\d-\d\d$/.test(text)) return false
  const instantMs = Date.parse(`${text}T00:00:00Z`)
  // A day beyond the month's last is read as one of the next month: it does not come back as it was.
  return !Number.isNaN(instantMs) && new Date(instantMs).toISOString().startsWith(text)
}

/** The calendar date of an instant where the reader is; the sponsor's day is what a posting bears. */
export function dateOf(instant: Date, timeZone: string): IsoDate {
  // Every request asks, and within a minute the answer is the same: zones differ by whole minutes.
  const minute = Math.floor(instant.getTime() / 60_000)
  const known = lastDates.get(timeZone)
  if (known?.minute === minute) return known.date
  const date = calendarOf(timeZone).format(instant) as IsoDate
  lastDates.set(timeZone, { minute, date })
  return date
}

const lastDates = new Map<string, { minute: number; date: IsoDate }>()

const calendars = new Map<string, Intl.DateTimeFormat>()

/** Kept, because making one costs as much as the rest of a request. */
function calendarOf(timeZone: string): Intl.DateTimeFormat {
  // The Swedish locale writes dates as ISO 8601 does.
  const found = calendars.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' })
  calendars.set(timeZone, found)
  return found
}

const iso = (date: CalendarDate): IsoDate => date.toString() as IsoDate

export function addDays(date: IsoDate, days: number): IsoDate {
  return iso(parseDate(date).add({ days }))
}

export function addMonths(date: IsoDate, months: number): IsoDate {
  return iso(parseDate(date).add({ months }))
}

export function monthEnd(date: IsoDate): IsoDate {
  return iso(endOfMonth(parseDate(date)))
}

/** The ranges that Fund Activity offers (open-points 5), in the order of its selector. */
export const rangePresets = [
  'this-month',
  'last-month',
  'this-quarter',
  'last-quarter',
  'year-to-date',
  'last-year',
  'since-opening',
] as const
export type RangePreset = (typeof rangePresets)[number]

function quarterStart(date: CalendarDate): CalendarDate {
  return new CalendarDate(date.year, date.month - ((date.month - 1) % 3), 1)
}

/** The days of a named range as seen from `today`; a range that runs on ends today. */
export function presetRange(preset: RangePreset, today: IsoDate, openedOn: IsoDate): DateRange {
  const day = parseDate(today)
  switch (preset) {
    case 'this-month':
      return { from: iso(startOfMonth(day)), to: today }
    case 'last-month': {
      const last = startOfMonth(day).subtract({ months: 1 })
      return { from: iso(last), to: iso(endOfMonth(last)) }
    }
    case 'this-quarter':
      return { from: iso(quarterStart(day)), to: today }
    case 'last-quarter': {
      const start = quarterStart(day).subtract({ months: 3 })
      return { from: iso(start), to: iso(endOfMonth(start.add({ months: 2 }))) }
    }
    case 'year-to-date':
      return { from: `${day.year}-01-01` as IsoDate, to: today }
    case 'last-year':
      return { from: `${day.year - 1}-01-01` as IsoDate, to: `${day.year - 1}-12-31` as IsoDate }
    case 'since-opening':
      return { from: openedOn, to: today }
  }
}

/** `2026-11-20` → `November 20, 2026` in en-US, `20 November 2026` in en-GB. */
export function formatDate(date: IsoDate, locale: string, month: 'long' | 'short' = 'long'): string {
  return new Intl.DateTimeFormat(locale, { day: 'numeric', month, year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${date}T00:00:00Z`),
  )
}

/** An instant, a Date or its ISO 8601 text, with its zone named: `Nov 20, 2026, 10:47 AM EST`; where the reader is unless a zone is given. */
export function formatInstant(instant: Date | string, locale: string, timeZone?: string): string {
  return new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    ...(timeZone === undefined ? {} : { timeZone }),
  }).format(new Date(instant))
}
