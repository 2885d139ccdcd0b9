import { charityName } from './charity-name.ts'

/** The name of the charity's number in its country. */
export function taxIdLabel(charityId: string): string {
  return charityId.startsWith('US-') ? 'Tax ID (EIN)' : 'Charity number'
}

type Place = { street?: string | null; city: string | null; state: string | null }

/** `Erie, PA`, with the street where it is given. Null where the register has no town. */
export function placeLabel({ street, city, state }: Place): string | null {
  const parts = [street, city].flatMap(part => (part ? [charityName(part)] : []))
  return [...parts, ...(state ? [state] : [])].join(', ') || null
}
