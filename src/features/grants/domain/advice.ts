import * as z from 'zod/mini'
import { isoDate } from '../../../contract/wire.ts'
import { addDays, type IsoDate } from '../../../domain/dates.ts'

/** How a donor told the sponsor's staff which grant they recommend (§14). */
export const adviceChannels = ['phone', 'letter', 'meeting'] as const
export type AdviceChannel = (typeof adviceChannels)[number]

/**
 * Whose advice a recommendation follows: a donor's, as staff who enter it for the donor say. The fund's own people recommend in their own
 * name and send none of it.
 */
const sentAdvice = z.object({
  /** The party id of a donor of the fund. */
  advisedBy: z.uuid(),
  adviceChannel: z.enum(adviceChannels),
  /** The day on which the advice came. */
  advisedOn: isoDate,
})
export type SentAdvice = z.output<typeof sentAdvice>

/** The part of a request that recommends something. */
export const withAdvice = { advice: z.optional(sentAdvice) }
export type WithAdvice = { advice?: SentAdvice | undefined }

/** The advice as a form has it. */
export type TypedAdvice = { [Name in keyof SentAdvice]: SentAdvice[Name] | null }

export const emptyAdvice: TypedAdvice = { advisedBy: null, adviceChannel: null, advisedOn: null }

/** What a form sends: nothing, unless all of it is entered. */
export function adviceFrom({ advisedBy, adviceChannel, advisedOn }: TypedAdvice): WithAdvice {
  if (advisedBy === null || adviceChannel === null || advisedOn === null) return {}
  return { advice: { advisedBy, adviceChannel, advisedOn } }
}

/** Advice that came earlier than this many days before is asked for again. */
export const adviceDays = 90

type Violation = { field: keyof TypedAdvice; message: string }

/**
 * The first field of the advice that is missing or wrong; null if none is. `isOfSponsor`: whether the person who recommends is one of the
 * sponsor's staff, who never recommend in their own name.
 */
export function adviceViolation(
  { advisedBy, adviceChannel, advisedOn }: TypedAdvice,
  { isOfSponsor, today }: { isOfSponsor: boolean; today: IsoDate },
): Violation | null {
  if (!isOfSponsor) {
    if (advisedBy === null && adviceChannel === null && advisedOn === null) return null
    return { field: 'advisedBy', message: 'You recommend in your own name' }
  }
  if (advisedBy === null) return { field: 'advisedBy', message: 'Choose the donor who advised you' }
  if (adviceChannel === null) return { field: 'adviceChannel', message: 'Choose how the advice came' }
  if (advisedOn === null) return { field: 'advisedOn', message: 'Enter the date of the advice' }
  if (advisedOn > today) return { field: 'advisedOn', message: 'The date of the advice is in the future' }
  if (advisedOn < addDays(today, -adviceDays))
    return {
      field: 'advisedOn',
      message: `The advice is older than ${adviceDays} days, so ask the donor again`,
    }
  return null
}

/** The advice of a donor that a recommendation follows, as it is kept and shown. */
export type ShownAdvice = { donorName: string; channel: AdviceChannel; advisedOn: IsoDate }
export type Advice = ShownAdvice & { donorId: string }
