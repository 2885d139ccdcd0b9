import * as z from 'zod/mini'
import { readPhoneNumber } from '#phone-number'
import { cleanCode } from '../domain/clean-text.ts'
import { isCountry, isPostalCode, postalCodeExample, usStates } from '../domain/countries.ts'
import { keysOf } from '../domain/keys-of.ts'
import { requiredLine } from './required-text.ts'
import { oneLine } from './typed-text.ts'

const text = (maxLength: number) => oneLine(maxLength)
const code = (maxLength: number) => oneLine(maxLength, undefined, cleanCode)

/** How long the fields of a person may be, in characters. */
export const individualMaxLengths = {
  title: 20,
  firstName: 80,
  middleName: 80,
  lastName: 80,
  suffix: 20,
  address1: 120,
  address2: 120,
  city: 80,
  state: 2,
  province: 80,
  postalCode: 12,
  country: 2,
  phoneCountryCode: 2,
  phone: 40,
  alternatePhoneCountryCode: 2,
  alternatePhone: 40,
  company: 120,
  businessName: 120,
  yearOfBirth: 4,
} as const

export const missingFirstName = 'Enter the first name'
export const missingLastName = 'Enter the last name'

/** A person's name (§3, Individual). An empty text means that there is no value. */
const nameShape = {
  title: text(individualMaxLengths.title),
  firstName: requiredLine(individualMaxLengths.firstName, missingFirstName),
  middleName: text(individualMaxLengths.middleName),
  lastName: requiredLine(individualMaxLengths.lastName, missingLastName),
  suffix: text(individualMaxLengths.suffix),
}

/** Where a person is reached. Country codes are ISO 3166 alpha-2; phone numbers are without the calling code. */
const contactShape = {
  address1: text(individualMaxLengths.address1),
  address2: text(individualMaxLengths.address2),
  city: text(individualMaxLengths.city),
  /** In the USA, the two letters of the state; elsewhere `province` is used. */
  state: text(individualMaxLengths.state),
  province: text(individualMaxLengths.province),
  postalCode: code(individualMaxLengths.postalCode),
  country: text(individualMaxLengths.country),
  phoneCountryCode: text(individualMaxLengths.phoneCountryCode),
  phone: code(individualMaxLengths.phone),
  alternatePhoneCountryCode: text(individualMaxLengths.alternatePhoneCountryCode),
  alternatePhone: code(individualMaxLengths.alternatePhone),
}

/** The names of the fields in a form, in its order. */
export const nameFields = keysOf(nameShape)
export const contactFields = keysOf(contactShape)

export type PersonName = Record<keyof typeof nameShape, string>
export type Contact = Record<keyof typeof contactShape, string>

type Violation = { field: keyof Contact; message: string }

function addressViolations(contact: Contact): Violation[] {
  const { address1, address2, city, state, province, postalCode, country } = contact
  if ([address1, address2, city, state, province, postalCode].every(value => value === '')) return []
  const violations: Violation[] = []
  if (address1 === '') violations.push({ field: 'address1', message: 'Enter the first line of the address' })
  if (city === '') violations.push({ field: 'city', message: 'Enter the town or city' })
  if (!isCountry(country)) return [...violations, { field: 'country', message: 'Choose a country' }]
  if (country === 'US' && !usStates.includes(state))
    violations.push({ field: 'state', message: 'Choose a state' })
  if (!isPostalCode(country, postalCode)) {
    const example = postalCodeExample(country)
    violations.push({
      field: 'postalCode',
      message: example === null ? 'Use letters and digits only' : `Enter a code such as ${example}`,
    })
  }
  return violations
}

const phoneFields = ['phone', 'alternatePhone'] as const

const invalidPhone =
  'Enter a phone number for this country, with its area code. For another country, begin with + and its code.'

/**
 * The rules between fields: state, postal code and phone by country. An address may be absent, but not half there. Reports the violations
 * at their fields, and writes phone numbers in one form: a number that names its country chooses the country code.
 */
export function keepsContactRules(payload: z.core.ParsePayload<Contact>): void {
  const contact = { ...payload.value }
  const violations = addressViolations(contact)
  for (const field of phoneFields) {
    if (contact[field] === '') continue
    const country = contact[`${field}CountryCode`]
    const found = readPhoneNumber(country, contact[field])
    if (found !== null)
      Object.assign(contact, { [field]: found.number, [`${field}CountryCode`]: found.country })
    else if (!isCountry(country))
      violations.push({ field: `${field}CountryCode`, message: 'Choose a country code' })
    else violations.push({ field, message: invalidPhone })
  }
  payload.value = contact
  for (const { field, message } of violations)
    payload.issues.push({ code: 'custom', input: contact, path: [field], message })
}

/** A person's own name and contact details (§6, /my-profile). */
export const personDetails = z.object({ ...nameShape, ...contactShape }).check(keepsContactRules)
export type PersonDetails = PersonName & Contact

/** The fields of §3 that describe an advisor's work, and the year of birth. */
const professionShape = {
  company: text(individualMaxLengths.company),
  businessName: text(individualMaxLengths.businessName),
  yearOfBirth: text(individualMaxLengths.yearOfBirth).check(
    z.regex(/^((19|20)\d\d)?$/, 'Enter a year such as 1970, or leave this empty'),
  ),
}
const professionFields = keysOf(professionShape)

/** All fields of the advisor's form, in its order. */
export const individualFields = [...nameFields, ...professionFields, ...contactFields]

/** Everything of §3's Individual that people type, except the e-mail and the SSO ID, which change only with a verification. */
export const individualShape = { ...nameShape, ...professionShape, ...contactShape }
export const individual = z.object(individualShape).check(keepsContactRules)
export type Individual = PersonDetails & Record<keyof typeof professionShape, string>

/** Details of a person without stored data. The phone's country is the client's (§15). */
export const noDetails = (phoneCountry: string): Omit<Individual, keyof PersonName> => ({
  company: '',
  businessName: '',
  yearOfBirth: '',
  address1: '',
  address2: '',
  city: '',
  state: '',
  province: '',
  postalCode: '',
  country: phoneCountry,
  phoneCountryCode: phoneCountry,
  phone: '',
  alternatePhoneCountryCode: phoneCountry,
  alternatePhone: '',
})
