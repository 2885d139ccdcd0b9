import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { cleanCode } from './clean-text.ts'
import { callingCode, isCountry } from './countries.ts'

/** A phone number: its country as ISO 3166 alpha-2, and the number without the calling code, as it is printed after it. */
export type PhoneNumber = { country: string; number: string }

/** The plans of North America and the UK, by calling code. Other numbers are checked by their length: lists of ranges go out of date. */
const plans: Readonly<Record<string, RegExp>> = {
  '1': /^[2-9]\d{2}[2-9]\d{6}$/,
  '44': /^[1-37-9]\d{8,9}$/,
}

/**
 * Reads a phone number as people type it: as it is dialled in `country`, or in the international form of any country
 * (`+44 (0)20 7946 0555`, `0044 …`), each with an extension if it has one (`x12`, `ext. 12`). Null if it is none.
 */
export function readPhoneNumber(country: string, typed: string): PhoneNumber | null {
  // People write the prefix of international calls as it is dialled in Europe, wherever they are.
  const text = cleanCode(typed)
    .trim()
    .replace(/^\(?(\+|00)\)?[\s.-]*(?=[1-9(])/, '+')
    .replace(/^\+\(?(\d+)\)/, '+$1')
  if (!/^[+\d(]/.test(text)) return null
  const found = parsePhoneNumberFromString(text, {
    ...(isSupportedCountry(country) && { defaultCountry: country }),
    extract: false,
  })
  if (!found?.isPossible()) return null
  if (plans[found.countryCallingCode]?.test(found.nationalNumber) === false) return null
  const prefix = `+${found.countryCallingCode}`
  // Countries share calling codes, as the USA and Canada do: the choice of the person stands if its code does.
  const owner =
    callingCode(country) === prefix
      ? country
      : [found.country, ...found.getPossibleCountries()].find(code => code !== undefined && isCountry(code))
  if (owner === undefined) return null
  // Countries write extensions in different ways; here all read alike.
  const printed = found.formatInternational().replace(/\s*(x|ext\.)\s*(\d+)$/, ' ext. $2')
  return { country: owner, number: printed.slice(prefix.length).trim() }
}
