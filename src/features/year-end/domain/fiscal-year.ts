import { addDays, type IsoDate, isoDate } from '../../../domain/dates.ts'

/** The year in which it begins, as the forms of a return are named. */
export type FiscalYear = number

/** `startsOn`: its first day as `MM-DD` (client settings). */
export const firstDayOf = (year: FiscalYear, startsOn: string): IsoDate => isoDate(`${year}-${startsOn}`)
export const lastDayOf = (year: FiscalYear, startsOn: string): IsoDate =>
  addDays(firstDayOf(year + 1, startsOn), -1)

export const fiscalYearOf = (day: IsoDate, startsOn: string): FiscalYear =>
  Number(day.slice(0, 4)) - (day.slice(5) < startsOn ? 1 : 0)
