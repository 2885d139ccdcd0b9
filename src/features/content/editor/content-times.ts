import { formatInstant, type IsoDate } from '../../../domain/dates.ts'
import { dayMs } from '../../../domain/durations.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'

/** A date and a wall-clock time, `HH:MM`. */
type WallTime = { date: IsoDate; time: string }

/** The zone's offset from UTC at an instant, in milliseconds. */
function utcOffsetMs(instantMs: number, timeZone: string): number {
  const parts = Object.fromEntries(
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
      .formatToParts(instantMs)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(instantMs / 1000) * 1000
}

/**
 * The instant of a wall-clock time in a zone; null if the time is invalid. A time that occurs twice means the first; a time
 * that daylight saving skips moves forward by the length of the gap.
 */
export function instantOf({ date, time }: WallTime, timeZone: string): string | null {
  if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(time)) return null
  const wallMs = Date.parse(`${date}T${time}:00Z`)
  const offsets = [utcOffsetMs(wallMs - dayMs, timeZone), utcOffsetMs(wallMs + dayMs, timeZone)]
  const fitting = offsets
    .map(offset => wallMs - offset)
    .filter(instantMs => instantMs + utcOffsetMs(instantMs, timeZone) === wallMs)
  // In the gap, the offset before the change applies.
  const instantMs = fitting.length > 0 ? Math.min(...fitting) : wallMs - (offsets[0] ?? 0)
  return new Date(instantMs).toISOString()
}

/** `20 November 2026, 14:03 GMT` in the client's time zone. */
export const instantLabel = (instant: string, timeZone: string): string =>
  formatInstant(instant, { locale: clientContext().clientSettings.locale, timeZone })

/** `14:03` in the client's locale and time zone. */
export const timeLabel = (instant: string, timeZone: string): string =>
  new Intl.DateTimeFormat(clientContext().clientSettings.locale, {
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
  }).format(new Date(instant))

/** `Eastern Time` for America/New_York. */
export const zoneLabel = (timeZone: string): string =>
  new Intl.DateTimeFormat(clientContext().clientSettings.locale, { timeZone, timeZoneName: 'longGeneric' })
    .formatToParts(new Date())
    .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
