import { addDays, asIsoDate, type IsoDate } from './dates.ts'

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
/** Day 0 of a spreadsheet's serial numbers, for days from March 1900 on. */
const serialStart = '1899-12-30' as IsoDate
/** From 1927 to 2064: other numbers of five digits are no days of a register. */
const [minSerial, maxSerial] = [10_000, 60_000]

/**
 * The day that a register's file, or a spreadsheet that saved it, writes as `2026-04-14`, `2026-04-14T00:00:00`, `2026-04-14 00:00`,
 * `14/04/2026`, `14/4/26`, `14-Apr-26`, `14 April 2026` or as a serial number; null if it is not a day. Days come before months, as in the
 * UK. A year of two digits up to 29 is of this century, as spreadsheets read it.
 */
export function publishedDay(text: string): IsoDate | null {
  const iso = /^(\d{4}-\d\d-\d\d)(?:[T ][\d:.]+Z?)?$/.exec(text)?.[1]
  if (iso !== undefined) return asIsoDate(iso)
  if (/^\d{5}$/.test(text)) {
    const serial = Number(text)
    return serial >= minSerial && serial <= maxSerial ? addDays(serialStart, serial) : null
  }
  const [, day, month = '', year] =
    /^(\d{1,2})[/. -]([\p{L}]{3,9}|\d{1,2})[/. -](\d{4}|\d\d)(?: 0{1,2}:00(?::00)?)?$/u.exec(text) ?? []
  if (day === undefined || year === undefined) return null
  return asIsoDate(`${fullYear(year)}-${monthOf(month)}-${day.padStart(2, '0')}`)
}

const fullYear = (year: string) => (year.length === 4 ? year : Number(year) < 30 ? `20${year}` : `19${year}`)

/** Two digits; `00` for a word that is no month. */
function monthOf(text: string): string {
  if (/^\d/.test(text)) return text.padStart(2, '0')
  const name = text.toLowerCase()
  const index = months.findIndex(month => name.startsWith(month))
  return isMonthName(name) ? String(index + 1).padStart(2, '0') : '00'
}

const fullNames =
  'january february march april may june july august september october november december'.split(' ')
const isMonthName = (name: string) => fullNames.some(full => full.startsWith(name) && name.length >= 3)
