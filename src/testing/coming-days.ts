import { addMonths, dateOf, type IsoDate, isoDate } from '../domain/dates.ts'

// Days to come for tests whose clock is the machine’s: a day that is written out is over one day.

/** The day in half a year. */
export const inHalfAYear = (): IsoDate => addMonths(dateOf(new Date(), 'UTC'), 6)

/** The first day of a month of a later year. `years`: how many years after this one. */
export const firstOf = (month: '01' | '04', years: number): IsoDate =>
  isoDate(`${new Date().getUTCFullYear() + years}-${month}-01`)
