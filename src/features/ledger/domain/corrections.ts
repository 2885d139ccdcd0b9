import type { IsoDate } from '../../../domain/dates.ts'

/** For what was posted at the moment at which its month was closed. */
export const monthWasClosed = 'The month was closed just now. Do this again: it is posted in the next month.'

export const alreadyReversed = 'This entry has already been reversed.'

/** The day that a correction of today is about, if it is an earlier one. */
export const concernedDay = (of: IsoDate, today: IsoDate): { concernsDate?: IsoDate } =>
  of < today ? { concernsDate: of } : {}
