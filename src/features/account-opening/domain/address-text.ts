import type { PersonDetails } from '../../../contract/individual.ts'
import { countryName } from '../../../domain/countries.ts'

export type PostalAddress = Pick<
  PersonDetails,
  'address1' | 'address2' | 'city' | 'state' | 'province' | 'postalCode' | 'country'
>

/** A postal address in one line; empty where there is none, whatever its country says. */
export function addressText(address: PostalAddress, locale: string): string {
  const { address1, address2, city, state, province, postalCode, country } = address
  const parts = [address1, address2, city, state || province, postalCode].filter(part => part.trim() !== '')
  if (parts.length > 0 && country !== '') parts.push(countryName(country, locale))
  return parts.join(', ')
}

const comparable = (text: string) => text.trim().replaceAll(/\s+/g, ' ').toLowerCase()

/** Whether two addresses are the same but for spaces and capitals. */
export const isSameAddress = (one: PostalAddress, other: PostalAddress): boolean =>
  comparable(addressText(one, 'en-US')) === comparable(addressText(other, 'en-US'))
