import { type IsoDate, wallClock } from '../../../domain/dates.ts'

/** The instant of a time of the day (`15:00`) in a time zone. */
export function cutoffOf(day: IsoDate, time: string, timeZone: string): Date {
  const asUtc = Date.parse(`${day}T${time}:00Z`)
  // How far the clock of the zone is from UTC at that time.
  const shown = Date.parse(`${wallClock(new Date(asUtc), timeZone).replace(' ', 'T')}Z`)
  return new Date(asUtc - (shown - asUtc))
}
