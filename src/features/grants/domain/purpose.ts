/** Purposes of open-points 6, in the order in which they are offered. All but the first need words of their own. */
export const purposes = {
  where_needed: 'Where it is needed most',
  in_honour: 'In honour of',
  in_memory: 'In memory of',
  programme: 'A named programme',
  other: 'Other',
} as const
export type Purpose = keyof typeof purposes
export const purposeCodes = Object.keys(purposes) as [Purpose, ...Purpose[]]

export const namings = {
  fund_and_donor: 'Fund and donor, with address',
  fund_only: 'Fund name only',
  anonymous: 'Anonymous',
} as const
export type Naming = keyof typeof namings
export const namingCodes = Object.keys(namings) as [Naming, ...Naming[]]

/** US clients write "honor" and "program"; the label in the words of the reader's locale. */
export function purposeLabel(purpose: Purpose, locale: string): string {
  const label: string = purposes[purpose]
  return locale === 'en-US' ? label.replace('honour', 'honor').replace('programme', 'program') : label
}

/** How a statement and a confirmation write it: `In memory of Ruth Whitcombe`. */
export function purposeDescription(purpose: Purpose, text: string | null, locale: string): string {
  const label = purposeLabel(purpose, locale)
  if (text === null) return label
  return purpose === 'in_honour' || purpose === 'in_memory' ? `${label} ${text}` : text
}
