import type { IsoDate } from '../../../domain/dates.ts'

export const alreadyReversed = 'This entry has already been reversed.'

/** The day that a correction of today is about, if it is an earlier one. */
export const concernedDay = (of: IsoDate, today: IsoDate): { concernsDate?: IsoDate } =>
  of < today ? { concernsDate: of } : {}
