import { asIsoDate, type DateRange, formatDate, type IsoDate, isoDate, monthEnd } from './dates.ts'

/** A date, or null with the reason; empty text is null without one. */
export type DateReading = { date: IsoDate | null; problem: string | null }

/** The first and last day that a field accepts, both inclusive. `tooLate` replaces the sentence about a day after the last. */
export type DateBounds = {
  earliest?: IsoDate | undefined
  latest?: IsoDate | undefined
  tooLate?: string | undefined
}

type Order = 'month-first' | 'day-first'
type Parts = { year: string; month: string; day: string }

const orderOf = (locale: string): Order => (locale === 'en-US' ? 'month-first' : 'day-first')

const example = {
  'month-first': { name: 'month/day/year', text: '12/31/2025', pattern: 'MM/DD/YYYY' },
  'day-first': { name: 'day/month/year', text: '31/12/2025', pattern: 'DD/MM/YYYY' },
} as const

/** How the locale writes a date in figures: `MM/DD/YYYY`. */
export const datePattern = (locale: string): string => example[orderOf(locale)].pattern

/** `2025-03-01` → `03/01/2025` in en-US, `01/03/2025` in en-GB. Empty for null. */
export function dateInFigures(date: IsoDate | null, locale: string): string {
  if (date === null) return ''
  const [year, month, day] = date.split('-')
  return orderOf(locale) === 'month-first' ? `${month}/${day}/${year}` : `${day}/${month}/${year}`
}

/**
 * Reads a typed or pasted date as it stands: in figures in the locale's order, with or without separators, as ISO 8601, or with
 * the month's name. Never corrects or guesses: a day that does not exist is a problem.
 */
export function readDate(text: string, locale: string): DateReading {
  // Text from web pages contains marks of direction and blanks of all kinds.
  const typed = text
    .replace(/\p{Cf}/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()
  if (typed === '') return { date: null, problem: null }
  const order = orderOf(locale)
  const { name, text: sample } = example[order]
  const parts = partsIn(typed, order)
  if (parts === null) return problem(`Enter the date as ${name}, such as ${sample}`)
  const { year, month, day } = parts
  if (year.length !== 4) return problem(`Enter the year with four digits: ${name}, such as ${sample}`)
  if (Number(month) < 1 || Number(month) > 12)
    return problem(`Enter the date as ${name}: there is no month ${Number(month)}`)
  const first = asIsoDate(`${year}-${month.padStart(2, '0')}-01`)
  if (first === null) return problem('Enter a year from 1900 to 2199')
  const lastDay = Number(monthEnd(first).slice(8))
  if (Number(day) < 1 || Number(day) > lastDay)
    return problem(`Enter a day that exists: ${monthAndYear(first, locale)} has ${lastDay} days`)
  return { date: isoDate(`${first.slice(0, 8)}${day.padStart(2, '0')}`), problem: null }
}

/** Why a field does not accept a date, or null. */
export function boundsProblem(
  date: IsoDate,
  { earliest, latest, tooLate }: DateBounds,
  locale: string,
): string | null {
  if (earliest !== undefined && date < earliest)
    return `Enter ${formatDate(earliest, locale)} or a later date`
  if (latest !== undefined && date > latest)
    return tooLate ?? `Enter ${formatDate(latest, locale)} or an earlier date`
  return null
}

/** Two days as a range, or what is wrong with each. Without days the range is null, which is a problem only if one is required. */
export function readRange(
  from: DateReading,
  to: DateReading,
  { isRequired, locale }: { isRequired: boolean; locale: string },
): { range: DateRange | null; problems: { from: string | null; to: string | null } } {
  const isEmpty = [from, to].every(({ date, problem: found }) => date === null && found === null)
  if (isEmpty && !isRequired) return { range: null, problems: { from: null, to: null } }
  if (from.date === null || to.date === null)
    return {
      range: null,
      problems: {
        from: from.problem ?? (from.date === null ? 'Enter the first day' : null),
        to: to.problem ?? (to.date === null ? 'Enter the last day' : null),
      },
    }
  if (from.date <= to.date)
    return { range: { from: from.date, to: to.date }, problems: { from: null, to: null } }
  const first = formatDate(from.date, locale)
  return {
    range: null,
    problems: { from: null, to: `Enter ${first} or a later date, so that it is not before the first day` },
  }
}

const problem = (sentence: string): DateReading => ({ date: null, problem: sentence })

const monthAndYear = (date: IsoDate, locale: string) =>
  new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(date))

const monthNames = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]

/** The ways to write a date, each with its parts by name; `a` and `b` are day and month in the order of the locale. */
const forms = [
  /^(?<year>\d{4}) ?[-/.] ?(?<month>\d{1,2}) ?[-/.] ?(?<day>\d{1,2})$/,
  /^(?<a>\d\d)(?<b>\d\d)(?<year>\d{4})$/,
  /^(?<a>\d{1,2})(?: ?[-/.] ?| )(?<b>\d{1,2})(?: ?[-/.] ?| )(?<year>\d{1,4})$/,
  /^(?<day>\d{1,2})[ -](?<monthName>[a-z]{3,})[.,]?[ -](?<year>\d{1,4})$/,
  /^(?<monthName>[a-z]{3,})\.? (?<day>\d{1,2}),? (?<year>\d{1,4})$/,
]

function partsIn(typed: string, order: Order): Parts | null {
  for (const form of forms) {
    const found = form.exec(typed)?.groups
    if (found === undefined) continue
    const { year = '', a = '', b = '', monthName } = found
    const [inFigures, dayInFigures] = order === 'month-first' ? [a, b] : [b, a]
    const month = monthName === undefined ? (found.month ?? inFigures) : monthNumber(monthName)
    return month === null ? null : { year, month, day: found.day ?? dayInFigures }
  }
  return null
}

/** The number of a month by its name, or by three of its first letters or more. */
function monthNumber(name: string): string | null {
  const index = monthNames.findIndex(month => month.startsWith(name))
  return index === -1 ? null : String(index + 1)
}
