import type { IsoDate } from '../../../../domain/dates.ts'
import { instantOf } from '../content-times.ts'

export type DateTimeDraft = { date: IsoDate | null; time: string }

/** Why one of the two fields is refused. */
export type DateTimeProblem = { field: 'publishDate' | 'publishTime'; sentence: string }

/** The instant to publish at, or why it is invalid. */
export function dateTimeOf(
  { date, time }: DateTimeDraft,
  timeZone: string,
): { instant: string } | { problem: DateTimeProblem } {
  if (date === null) return { problem: { field: 'publishDate', sentence: 'Enter a date' } }
  const instant = instantOf({ date, time }, timeZone)
  if (instant === null) return { problem: { field: 'publishTime', sentence: 'Enter a time' } }
  return Date.parse(instant) <= Date.now()
    ? { problem: { field: 'publishTime', sentence: 'Choose a time in the future' } }
    : { instant }
}
