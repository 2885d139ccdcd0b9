import { asIsoDate, type IsoDate } from '../../../../domain/dates.ts'

/** The day that a register's file writes as `2026-04-14`, `2026-04-14T00:00:00` or `14/04/2026`; null if it is not a day. */
export function publishedDay(text: string): IsoDate | null {
  const iso = /^(\d{4}-\d\d-\d\d)(?:T[\d:.]+Z?)?$/.exec(text)?.[1]
  if (iso !== undefined) return asIsoDate(iso)
  const [, day, month, year] = /^(\d\d)\/(\d\d)\/(\d{4})$/.exec(text) ?? []
  return day === undefined ? null : asIsoDate(`${year}-${month}-${day}`)
}
