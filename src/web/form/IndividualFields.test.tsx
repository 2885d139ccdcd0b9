import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import * as z from 'zod/mini'
import { individualFields } from '../../contract/individual.ts'
import { Form } from './Form.tsx'
import { ContactFields, NameFields, ProfessionFields } from './IndividualFields.tsx'
import { useForm } from './use-form.ts'

const schema = z.record(z.string(), z.string())
const empty = { ...Object.fromEntries(individualFields.map(field => [field, ''])), country: 'US' }

function Person({ isOwn, country }: { isOwn: boolean; country: string }) {
  const form = useForm({ schema, initial: { ...empty, country }, save: async () => {} })
  const common = { field: form.field, locale: 'en-US', isOwn } as const
  return (
    <Form form={form} guardsChanges={false}>
      <NameFields {...common} />
      <ProfessionFields {...common} />
      <ContactFields {...common} country={country} />
    </Form>
  )
}

const tokens = () =>
  Object.fromEntries(
    [...document.querySelectorAll<HTMLInputElement | HTMLSelectElement>('form :is(input, select)')].map(
      ({ name, autocomplete }) => [name, autocomplete],
    ),
  )

test('a person’s own fields have the tokens by which browsers fill them in', async () => {
  await render(<Person isOwn country="US" />)
  expect(tokens()).toEqual({
    title: 'honorific-prefix',
    firstName: 'given-name',
    middleName: 'additional-name',
    lastName: 'family-name',
    suffix: 'honorific-suffix',
    company: 'organization',
    businessName: 'off',
    yearOfBirth: 'bday-year',
    address1: 'address-line1',
    address2: 'address-line2',
    city: 'address-level2',
    state: 'address-level1',
    postalCode: 'postal-code',
    country: 'country',
    phoneCountryCode: 'tel-country-code',
    phone: 'tel-national',
    alternatePhoneCountryCode: 'off',
    alternatePhone: 'off',
  })
})

test('the fields of another person never take what the browser knows about the reader', async () => {
  await render(<Person isOwn={false} country="GB" />)
  const values = Object.values(tokens())
  expect(values).toHaveLength(individualFields.length - 1)
  expect(new Set(values)).toEqual(new Set(['off']))
})

test('a name whose letters documents do not have says so at its field', async () => {
  const screen = await render(<Person isOwn country="US" />)
  const field = screen.getByLabelText('First name')
  await field.fill('محمد')
  await expect.element(field).toHaveAccessibleDescription(/all the letters of “محمد”/)
  await field.fill('Nguyễn')
  await expect.element(field).not.toHaveAccessibleDescription(/letters/)
})
