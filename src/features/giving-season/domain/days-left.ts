import type { IsoDate } from '../../../domain/dates.ts'
import { dayMs } from '../../../domain/durations.ts'

/** Calendar days until a date: 0 on the day itself, negative afterwards. */
export function daysLeft(on: IsoDate, today: IsoDate): number {
  return Math.round((Date.parse(`${on}T00:00:00Z`) - Date.parse(`${today}T00:00:00Z`)) / dayMs)
}

/** 'Past' without a number: how long ago a deadline was does not help. */
export function daysLeftLabel(days: number): string {
  if (days < 0) return 'Past'
  if (days === 0) return 'Today'
  return days === 1 ? 'Tomorrow' : `${days} days`
}
