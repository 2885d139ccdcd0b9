import { asIsoDate, type IsoDate } from '../../../domain/dates.ts'

/** A date as far as it is typed: with a year of one to three digits it is not a date yet. */
export const typedDate = (date: IsoDate | null): IsoDate | null => (date === null ? null : asIsoDate(date))
