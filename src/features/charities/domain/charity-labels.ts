import { addressLine } from './address-line.ts'
import { formatEin } from './us-number.ts'

/** The name of the charity's number in its country. */
export function taxIdLabel(charityId: string): string {
  if (charityId.startsWith('XX-ALM-')) return 'Our number'
  return charityId.startsWith('US-') ? 'Tax ID (EIN)' : 'Charity number'
}

/** A charity's number as it is printed: `47-0424785` for `US-EIN-470424785`, else without the register: `1000005`. */
export function taxIdOf(charityId: string): string {
  const ein = /^US-EIN-(\d{9})$/.exec(charityId)?.[1]
  if (ein !== undefined) return formatEin(ein)
  const [, register, number] = /^GB-(CHC|SC|NIC)-(.+)$/.exec(charityId) ?? []
  if (number === undefined) return charityId
  return register === 'NIC' ? `NIC${number}` : number
}

type Place = { street?: string | null; city: string | null; state: string | null }

/** `Erie, PA`, with the street where it is given. Null where the register has no town. */
export function placeLabel({ street, city, state }: Place): string | null {
  const parts = [street, city].flatMap(part => (part ? [addressLine(part)] : []))
  return [...parts, ...(state ? [state] : [])].join(', ') || null
}
