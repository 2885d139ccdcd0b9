import type { IsoDate } from '../../../../domain/dates.ts'
import { instantOf } from '../content-times.ts'

export type DateTimeDraft = { date: IsoDate | null; time: string }

/** The instant to publish at, or why it is invalid. */
export function dateTimeOf(
  { date, time }: DateTimeDraft,
  timeZone: string,
): { instant: string } | { problem: string } {
  if (date === null) return { problem: 'Enter a date' }
  const instant = instantOf({ date, time }, timeZone)
  if (instant === null) return { problem: 'Enter a time' }
  return Date.parse(instant) <= Date.now() ? { problem: 'Choose a time in the future' } : { instant }
}
