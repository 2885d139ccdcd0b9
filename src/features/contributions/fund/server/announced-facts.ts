import type { Client } from '../../../../clients/client.ts'
import { formatDate } from '../../../../domain/dates.ts'
import { localEnglish } from '../../../../domain/local-english.ts'
import { kindsOfWays, type WayToGive } from '../../domain/announcement.ts'
import type { AnnouncedRow } from './announcements.queries.ts'

/** What the mails say of an announced contribution: neither its amount nor its securities. */
export const announcedFacts = (
  { transaction_id: number, sends_on: sendsOn }: Pick<AnnouncedRow, 'transaction_id' | 'sends_on'>,
  way: WayToGive,
  { locale }: Client,
): (readonly [string, string])[] => [
  ['Reference', String(number)],
  ['Contribution', localEnglish(kindsOfWays[way].label, locale)],
  ...(sendsOn === null ? [] : [['To be sent on', formatDate(sendsOn, locale)] as const]),
]
