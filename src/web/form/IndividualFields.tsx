import {
  type Contact,
  type Individual,
  individualMaxLengths,
  type PersonName,
} from '../../contract/individual.ts'
import { callingCode, countryCodes, countryName } from '../../domain/countries.ts'
import { printedNote } from '../../domain/printed-letters.ts'
import { armedForces, usStates } from '../../domain/us-states.ts'
import { Select } from '../ui/fields/Select.tsx'
import { TextField } from '../ui/fields/TextField.tsx'
import styles from './IndividualFields.module.css'
import type { FieldHandle } from './use-form.ts'

const stateChoices = [
  { value: '', text: 'Select a state' },
  ...Object.entries({ ...usStates, ...armedForces }).map(([value, text]) => ({ value, text })),
]

type Fields<Names extends string> = {
  field: (name: Names) => FieldHandle<string>
  locale: 'en-US' | 'en-GB'
  /** Whether they describe the person who types: only then may a browser fill in what it knows about them. */
  isOwn: boolean
}

const autofill = (isOwn: boolean, token: string) => (isOwn ? token : 'off')

/** A part of a name, with a note if documents spell it otherwise. An empty note stays, since fields know only the notes they began with. */
const printedField = (field: FieldHandle<string>) => ({ ...field, hint: printedNote(field.value) ?? '' })

/** A person's name (§3, Individual). */
export function NameFields({ field, isOwn }: Fields<keyof PersonName>) {
  return (
    <div className={styles.grid}>
      <TextField
        label="Title (optional)"
        maxLength={individualMaxLengths.title}
        autoComplete={autofill(isOwn, 'honorific-prefix')}
        {...field('title')}
      />
      <TextField
        label="First name"
        maxLength={individualMaxLengths.firstName}
        isRequired
        {...printedField(field('firstName'))}
        autoComplete={autofill(isOwn, 'given-name')}
      />
      <TextField
        label="Middle name (optional)"
        maxLength={individualMaxLengths.middleName}
        {...printedField(field('middleName'))}
        autoComplete={autofill(isOwn, 'additional-name')}
      />
      <TextField
        label="Last name"
        maxLength={individualMaxLengths.lastName}
        isRequired
        {...printedField(field('lastName'))}
        autoComplete={autofill(isOwn, 'family-name')}
      />
      <TextField
        label="Suffix (optional)"
        maxLength={individualMaxLengths.suffix}
        autoComplete={autofill(isOwn, 'honorific-suffix')}
        {...field('suffix')}
      />
    </div>
  )
}

/** The fields of §3 that describe an advisor's work. */
export function ProfessionFields({
  field,
  isOwn,
}: Fields<Exclude<keyof Individual, keyof PersonName | keyof Contact>>) {
  return (
    <div className={styles.grid}>
      <TextField
        label="Company (optional)"
        maxLength={individualMaxLengths.company}
        autoComplete={autofill(isOwn, 'organization')}
        {...field('company')}
      />
      <TextField
        label="Business name (optional)"
        maxLength={individualMaxLengths.businessName}
        autoComplete="off"
        {...field('businessName')}
      />
      <TextField
        label="Year of birth (optional)"
        maxLength={individualMaxLengths.yearOfBirth}
        inputMode="numeric"
        autoComplete={autofill(isOwn, 'bday-year')}
        {...field('yearOfBirth')}
      />
    </div>
  )
}

type ContactFieldsProps = Fields<keyof Contact> & {
  country: string
  /** Whether the person must be reachable: address and phone are required, and one phone is enough. */
  isRequired?: boolean
}

/** Address and phones. Which fields an address has, and their words, follow its country. */
export function ContactFields({ field, locale, isOwn, country, isRequired = false }: ContactFieldsProps) {
  const isUs = country === 'US'
  const countries = choicesOf(locale, code => countryName(code, locale))
  return (
    <div className={styles.grid}>
      <TextField
        label="Address"
        maxLength={individualMaxLengths.address1}
        isRequired={isRequired}
        autoComplete={autofill(isOwn, 'address-line1')}
        {...field('address1')}
      />
      <TextField
        label="Address line 2 (optional)"
        maxLength={individualMaxLengths.address2}
        autoComplete={autofill(isOwn, 'address-line2')}
        {...field('address2')}
      />
      <TextField
        label={isUs ? 'City' : 'Town or city'}
        maxLength={individualMaxLengths.city}
        isRequired={isRequired}
        autoComplete={autofill(isOwn, 'address-level2')}
        {...field('city')}
      />
      {isUs ? (
        <Select
          label="State"
          choices={stateChoices}
          autoComplete={autofill(isOwn, 'address-level1')}
          {...field('state')}
        />
      ) : (
        <TextField
          label="Province or county (optional)"
          maxLength={individualMaxLengths.province}
          autoComplete={autofill(isOwn, 'address-level1')}
          {...field('province')}
        />
      )}
      <TextField
        label={postalCodeLabel(country)}
        maxLength={individualMaxLengths.postalCode}
        autoComplete={autofill(isOwn, 'postal-code')}
        {...field('postalCode')}
      />
      <Select
        label="Country"
        choices={countries}
        autoComplete={autofill(isOwn, 'country')}
        {...field('country')}
      />
      <PhoneFields
        locale={locale}
        isOwn={isOwn}
        name="phone"
        label={isRequired ? 'Phone' : 'Phone (optional)'}
        isRequired={isRequired}
        field={field}
      />
      {isRequired ? null : (
        <PhoneFields
          locale={locale}
          isOwn={isOwn}
          name="alternatePhone"
          label="Alternate phone (optional)"
          isRequired={false}
          field={field}
        />
      )}
    </div>
  )
}

type PhoneFieldsProps = Fields<keyof Contact> & {
  name: 'phone' | 'alternatePhone'
  label: string
  isRequired: boolean
}

/** A phone number, split into its country code and the number (§3). */
function PhoneFields({ field, locale, isOwn, name, label, isRequired }: PhoneFieldsProps) {
  const codes = choicesOf(locale, code => `${countryName(code, locale)} ${callingCode(code)}`)
  const isAlternate = name === 'alternatePhone'
  return (
    <div className={styles.phone}>
      <Select
        label={isAlternate ? 'Alternate Country Code' : 'Country Code'}
        choices={codes}
        autoComplete={autofill(isOwn && !isAlternate, 'tel-country-code')}
        {...field(`${name}CountryCode`)}
      />
      <TextField
        label={label}
        isRequired={isRequired}
        type="tel"
        maxLength={individualMaxLengths[name]}
        autoComplete={autofill(isOwn && !isAlternate, 'tel-national')}
        {...field(name)}
      />
    </div>
  )
}

/** All countries, by name in the client's English. */
function choicesOf(locale: string, textOf: (code: string) => string) {
  return countryCodes
    .map(value => ({ value, text: textOf(value) }))
    .sort((one, other) => one.text.localeCompare(other.text, locale))
}

function postalCodeLabel(country: string): string {
  if (country === 'US') return 'ZIP code'
  return country === 'GB' ? 'Postcode' : 'Postal code'
}
