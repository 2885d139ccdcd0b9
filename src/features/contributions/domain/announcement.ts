import * as z from 'zod/mini'
import { oneLine, typedText } from '../../../contract/typed-text.ts'
import { amountAboveZero, isoDate } from '../../../contract/wire.ts'
import { addDays, type IsoDate } from '../../../domain/dates.ts'
import { assetLines, type ContributionKind } from './contribution.ts'

/** How donors send what they give, in the order in which the screen offers it. */
export const waysToGive = ['wire', 'check', 'securities', 'fund-shares', 'sponsor'] as const
export type WayToGive = (typeof waysToGive)[number]

/** Each way: its label, and the kind of contribution that it becomes. */
export const kindsOfWays = {
  wire: { label: 'Bank transfer', kind: 'wire' },
  check: { label: 'Cheque', kind: 'cash' },
  securities: { label: 'Securities', kind: 'securities' },
  'fund-shares': { label: 'Fund shares', kind: 'securities' },
  sponsor: { label: 'From another sponsor', kind: 'cash' },
} as const satisfies Record<WayToGive, { label: string; kind: ContributionKind }>

/** What a custodian delivers needs its letter of instruction. */
export const needsInstruction = (way: WayToGive): boolean => kindsOfWays[way].kind === 'securities'

export const announcementLengths = { sentFrom: 120, note: 500 } as const

const sending = {
  /** The bank, the custodian or the other sponsor; empty where the donor did not say. */
  sentFrom: oneLine(announcementLengths.sentFrom),
  /** The day on which it is sent; null where the donor did not say. */
  sendsOn: z.nullable(isoDate),
  /** For the sponsor's staff; empty for none. */
  note: typedText(announcementLengths.note),
}

/** What the people of an account announce. */
export const announcement = z.discriminatedUnion('way', [
  z.object({ way: z.enum(['wire', 'check', 'sponsor']), amountMinor: amountAboveZero, ...sending }),
  z.object({ way: z.enum(['securities', 'fund-shares']), assets: assetLines, ...sending }),
])
export type Announcement = z.output<typeof announcement>

/** The days on which it can be sent: what was sent lately can still be announced. */
const daysOfSending = { before: 60, after: 365 } as const

/** Why a day of sending is refused, as a sentence; null: it is not. */
export function sendingDayViolation(sendsOn: IsoDate | null, today: IsoDate): string | null {
  if (sendsOn === null) return null
  if (sendsOn < addDays(today, -daysOfSending.before))
    return 'Enter a day within the last 60 days, or a later one'
  if (sendsOn > addDays(today, daysOfSending.after)) return 'Enter a day within the next year'
  return null
}

/** Days without its arrival after which the donors are reminded of what they announced. */
export const reminderDays = [14, 30] as const
