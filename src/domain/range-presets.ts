import { addDays, type DateRange, type IsoDate, isoDate, monthStart } from './dates.ts'

/** The first days `MM-DD` of a client's years beside the calendar's (client settings): 6 April is `04-06`. */
export type ClientYears = { taxYearStartsOn: string; fiscalYearStartsOn: string }

/** The named ranges (§12), in the order of their selector. */
export const rangePresets = [
  'this-month',
  'last-month',
  'this-quarter',
  'last-quarter',
  'year-to-date',
  'last-year',
  'this-tax-year',
  'last-tax-year',
  'this-fiscal-year',
  'last-fiscal-year',
  'since-opening',
] as const
export type RangePreset = (typeof rangePresets)[number]

/** The presets of a client: a year that begins with another one is not offered twice. */
export function offeredPresets({ taxYearStartsOn, fiscalYearStartsOn }: ClientYears): RangePreset[] {
  const hidden: RangePreset[] = []
  if (taxYearStartsOn === newYear) hidden.push('this-tax-year', 'last-tax-year')
  if (fiscalYearStartsOn === newYear || fiscalYearStartsOn === taxYearStartsOn)
    hidden.push('this-fiscal-year', 'last-fiscal-year')
  return rangePresets.filter(preset => !hidden.includes(preset))
}

const newYear = '01-01'

/** The days of a named range as of `today`; a current range ends today. */
export function presetRange(
  preset: RangePreset,
  today: IsoDate,
  openedOn: IsoDate,
  settings: ClientYears,
): DateRange {
  const month = Number(today.slice(5, 7))
  const monthOfQuarter = (month - 1) % 3
  const until = (next: IsoDate) => addDays(next, -1)
  switch (preset) {
    case 'this-month':
      return { from: monthStart(today, 0), to: today }
    case 'last-month':
      return { from: monthStart(today, -1), to: until(monthStart(today, 0)) }
    case 'this-quarter':
      return { from: monthStart(today, -monthOfQuarter), to: today }
    case 'last-quarter':
      return {
        from: monthStart(today, -monthOfQuarter - 3),
        to: until(monthStart(today, -monthOfQuarter)),
      }
    case 'year-to-date':
      return { from: yearStart(newYear, today, 0), to: today }
    case 'last-year':
      return lastYear(newYear, today)
    case 'this-tax-year':
      return { from: yearStart(settings.taxYearStartsOn, today, 0), to: today }
    case 'last-tax-year':
      return lastYear(settings.taxYearStartsOn, today)
    case 'this-fiscal-year':
      return { from: yearStart(settings.fiscalYearStartsOn, today, 0), to: today }
    case 'last-fiscal-year':
      return lastYear(settings.fiscalYearStartsOn, today)
    case 'since-opening':
      return { from: openedOn, to: today }
  }
}

/** The first day of the year that contains `today`, or of an earlier one. */
function yearStart(startsOn: string, today: IsoDate, yearsBefore: number): IsoDate {
  const year = Number(today.slice(0, 4)) - (today.slice(5) < startsOn ? 1 : 0)
  return isoDate(`${year - yearsBefore}-${startsOn}`)
}

const lastYear = (startsOn: string, today: IsoDate): DateRange => ({
  from: yearStart(startsOn, today, 1),
  to: addDays(yearStart(startsOn, today, 0), -1),
})
