import { cleanCode } from './clean-text.ts'
import { isCountry } from './countries.ts'
import type { PhoneNumber } from './phone-number.ts'

const extension = /[\s,;]*(x|#|ext\.?=?|extension)\s*\d{1,7}$/i
const inOwnCountry: Readonly<Record<string, RegExp>> = {
  US: /^1?[2-9]\d{2}[2-9]\d{6}$/,
  GB: /^0?[1-37-9]\d{8,9}$/,
}

/**
 * What the browser checks of a phone number, in place of the 30 KB of every country's plan in phone-number.ts: whether it may be one. The
 * server reads it. `package.json` names both as `#phone-number`.
 */
export function readPhoneNumber(country: string, typed: string): PhoneNumber | null {
  const number = cleanCode(typed).trim()
  const dialled = number.replace(extension, '')
  if (!/^[+(\d][\d\s().\-/+]*$/.test(dialled)) return null
  const digits = dialled.replaceAll(/\D/g, '')
  const isInternational = /^\(?(\+|00|011)/.test(dialled)
  if (digits.length < 4 || digits.length > (isInternational ? 20 : 15)) return null
  if (isInternational) return { country, number }
  return isCountry(country) && inOwnCountry[country]?.test(digits) !== false ? { country, number } : null
}
