import { addMonths, type DateRange, type IsoDate } from '../../../domain/dates.ts'

/** The last twelve months of an account, or all since it was opened. */
export function yearUpTo(today: IsoDate, opened: IsoDate): DateRange {
  const yearAgo = addMonths(today, -12)
  return { from: opened > yearAgo && opened <= today ? opened : yearAgo, to: today }
}
