import { charityName } from './charity-name.ts'

/** What the number that tells charities apart is called where the charity is. */
export function taxIdLabel(charityId: string): string {
  return charityId.startsWith('US-') ? 'Tax ID (EIN)' : 'Charity number'
}

type Place = { street?: string | null; city: string | null; state: string | null }

/** `Erie, PA`; with its street for telling charities of one name apart. Null where the register gives no town. */
export function placeLabel({ street, city, state }: Place): string | null {
  const parts = [street, city].flatMap(part => (part ? [charityName(part)] : []))
  return [...parts, ...(state ? [state] : [])].join(', ') || null
}
