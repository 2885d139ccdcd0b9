import * as z from 'zod/mini'
import { requiredReason } from '../../../contract/required-text.ts'
import type { IsoDate } from '../../../domain/dates.ts'
import { type FeeTerms, faultOfTerms, maxTiers } from '../../../domain/fee-terms.ts'
import { readRate, typedRate } from '../domain/describe-terms.ts'
import type { FeeTermsReply } from '../fees.contract.ts'

type Places = { [Place in `upTo${number}`]: bigint | null } & { [Place in `rate${number}`]: string }

/** New terms as a form has them: each tier has two fields, and the last one no upper end. */
export type TermsDraft = Places & {
  every: FeeTerms['every']
  charged: FeeTerms['charged']
  excludedAssets: FeeTerms['excludedAssets']
  from: IsoDate | null
  minimumPerYearMinor: bigint | null
  tiers: number
  reason: string
}

export const upToOf = (place: number): `upTo${number}` => `upTo${place}`
export const rateOf = (place: number): `rate${number}` => `rate${place}`

/** A form with the terms that hold, from another day on. */
export function draftOf(terms: FeeTermsReply, from: IsoDate | null, locale: string): TermsDraft {
  const { every, charged, excludedAssets, minimumPerYearMinor, tiers } = terms
  const places: Places = {}
  for (const [place, tier] of tiers.entries()) {
    places[upToOf(place)] = tier.upToMinor
    places[rateOf(place)] = typedRate(tier.millionths, locale)
  }
  return {
    ...places,
    ...{ every, charged, excludedAssets, from, minimumPerYearMinor, tiers: tiers.length, reason: '' },
  }
}

/** One more tier above the others, or one less. */
export function withTiers(draft: TermsDraft, change: { add: true } | { remove: number }): TermsDraft {
  const rows = Array.from({ length: draft.tiers }, (_, place) => ({
    upTo: draft[upToOf(place)] ?? null,
    rate: draft[rateOf(place)] ?? '',
  }))
  const next = 'add' in change ? [...rows, { upTo: null, rate: '' }] : rows.toSpliced(change.remove, 1)
  const places: Places = {}
  for (const [place, { upTo, rate }] of next.slice(0, maxTiers).entries()) {
    places[upToOf(place)] = upTo
    places[rateOf(place)] = rate
  }
  return { ...draft, ...places, tiers: Math.min(next.length, maxTiers) }
}

type Read = { terms: FeeTermsReply | null; errors: Readonly<Record<string, string>> }

/** The terms of a form, or what is wrong with it by its fields. */
export function readTerms(draft: TermsDraft): Read {
  const { every, charged, excludedAssets, from, minimumPerYearMinor } = draft
  const errors: Record<string, string> = {}
  const tiers = Array.from({ length: draft.tiers }, (_, place) => {
    const isLast = place === draft.tiers - 1
    const upToMinor = isLast ? null : (draft[upToOf(place)] ?? null)
    const millionths = readRate(draft[rateOf(place)] ?? '')
    if (!isLast && upToMinor === null) errors[upToOf(place)] = 'Enter the upper end of the tier'
    if (millionths === null)
      errors[rateOf(place)] = 'Enter a rate from 0 to 100, with at most four decimals, such as 0.6'
    return { upToMinor, millionths: millionths ?? 0 }
  })
  if (from === null) errors.from = 'Choose the first day'
  if (minimumPerYearMinor === null) errors.minimumPerYearMinor = 'Enter the least that a fund pays, or 0'
  if (from === null || minimumPerYearMinor === null || Object.keys(errors).length > 0)
    return { terms: null, errors }
  const terms = { from, every, charged, excludedAssets, minimumPerYearMinor, tiers }
  const fault = faultOfTerms(terms, undefined)
  return fault ? { terms: null, errors: { [fault.field]: fault.advice } } : { terms, errors }
}

/** The same as a schema, with the reason. */
export const termsSchema: z.ZodMiniType<FeeTermsReply & { reason: string }, TermsDraft> = z.pipe(
  z.custom<TermsDraft>(),
  z.transform((draft: TermsDraft, context) => {
    const { terms, errors } = readTerms(draft)
    const reason = requiredReason.safeParse(draft.reason)
    for (const [field, message] of Object.entries(errors))
      context.issues.push({ code: 'custom', path: [field], message, input: draft })
    if (!reason.success)
      for (const { message } of reason.error.issues)
        context.issues.push({ code: 'custom', path: ['reason'], message, input: draft })
    return terms && reason.success ? { ...terms, reason: reason.data } : z.NEVER
  }),
)
