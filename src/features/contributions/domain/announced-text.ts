import { formatDate, type IsoDate } from '../../../domain/dates.ts'
import { localEnglish } from '../../../domain/local-english.ts'
import { kindsOfWays, type WayToGive } from './announcement.ts'

type Announced = { way: WayToGive; sendsOn: IsoDate | null; sentFrom: string | null; note: string | null }

/** What the people of an account said of what they send, line by line, for staff. */
export function announcedText(announced: Announced | null, locale: string): string[] {
  if (announced === null) return []
  const { way, sendsOn, sentFrom, note } = announced
  return [
    [
      localEnglish(kindsOfWays[way].label, locale),
      ...(sentFrom === null ? [] : [`from ${sentFrom}`]),
      ...(sendsOn === null ? [] : [`to be sent on ${formatDate(sendsOn, locale, 'short')}`]),
    ].join(', '),
    ...(note === null ? [] : [`Their note: ${note}`]),
  ]
}
