import { keysOf } from '../../../domain/keys-of.ts'
import { localEnglish } from '../../../domain/local-english.ts'

/** The purposes of a grant in the order in which they are offered. All but the first need a text (§13). */
export const purposes = {
  where_needed: 'Where it is needed most',
  in_honour: 'In honour of',
  in_memory: 'In memory of',
  programme: 'A named programme',
  other: 'Other',
} as const
export type Purpose = keyof typeof purposes
export const purposeTextMaxLength = 500
export const purposeCodes = keysOf(purposes)

export function purposeLabel(purpose: Purpose, locale: string): string {
  return localEnglish(purposes[purpose], locale)
}

/** The purpose as a choice, before its text is known: `In memory of someone`. */
export const purposeChoice = (purpose: Purpose, locale: string): string =>
  purpose === 'in_honour' || purpose === 'in_memory'
    ? `${purposeLabel(purpose, locale)} someone`
    : purposeLabel(purpose, locale)

/** The purpose in statements and confirmations: `In memory of Ruth Whitcombe`. */
export function purposeDescription(purpose: Purpose, text: string | null, locale: string): string {
  const label = purposeLabel(purpose, locale)
  if (text === null) return label
  return purpose === 'in_honour' || purpose === 'in_memory' ? `${label} ${text}` : text
}
