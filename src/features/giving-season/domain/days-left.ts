import type { IsoDate } from '../../../domain/dates.ts'

const dayMs = 86_400_000

/** How many days are left until a day: 0 on the day itself, negative once it is past. */
export function daysLeft(on: IsoDate, today: IsoDate): number {
  return Math.round((Date.parse(`${on}T00:00:00Z`) - Date.parse(`${today}T00:00:00Z`)) / dayMs)
}

/** A day that is past is said to be so; how long ago it was helps nobody. */
export function daysLeftLabel(days: number): string {
  if (days < 0) return 'Past'
  if (days === 0) return 'Today'
  return days === 1 ? 'Tomorrow' : `${days} days`
}
