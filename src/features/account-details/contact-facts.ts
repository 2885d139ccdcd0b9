import { type Individual, individualFields } from '../../contract/individual.ts'
import { addressLines, phoneText } from '../../domain/countries.ts'

/** The form's fields; unknown ones are empty. */
export const individualOf = (details: Readonly<Record<string, string>>): Individual =>
  // individualFields are the keys of Individual.
  Object.fromEntries(individualFields.map(field => [field, details[field] ?? ''])) as Individual

/** A person's name and contact as people read them. An empty description means that there is no value. */
export function contactFacts(
  details: Readonly<Record<string, string>>,
  locale: string,
): [term: string, description: string][] {
  const person = individualOf(details)
  const join = (...parts: string[]) => parts.filter(part => part !== '').join(' ')
  return [
    ['Name', join(person.title, person.firstName, person.middleName, person.lastName, person.suffix)],
    ['Company', person.company],
    ['Business name', person.businessName],
    ['Year of birth', person.yearOfBirth],
    ['Address', addressLines(person, locale).join(', ')],
    ['Phone', phoneText(person.phoneCountryCode, person.phone)],
    ['Alternate phone', phoneText(person.alternatePhoneCountryCode, person.alternatePhone)],
  ]
}
