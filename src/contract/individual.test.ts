import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { emailAddress, invalidEmailAddress, unsupportedEmailAddress } from './email-address.ts'
import { noDetails, personDetails } from './individual.ts'

const { company: _company, businessName: _business, yearOfBirth: _year, ...contact } = noDetails('GB')
const person = {
  title: '',
  firstName: 'Siobhán',
  middleName: '',
  lastName: 'O’Brien',
  suffix: '',
  ...contact,
}

test('a pasted name, postcode and phone number are stored as people read them (§5)', () => {
  const pasted = {
    firstName: 'Siobha\u0301n\u00a0',
    lastName: 'O’Brien\u2011Ryan\u200b',
    address1: '9\u00a0Quay\u00a0St',
    city: 'Leeds',
    postalCode: 'LS1\u00a01AA',
    phone: '\u202d+1\u00a0(215)\u00a0555\u20110142\u202c',
    alternatePhone: '+44 (0)20 7946 0555 x12',
  }
  expect(z.parse(personDetails, { ...person, ...pasted })).toEqual({
    ...person,
    firstName: 'Siobhán',
    lastName: 'O’Brien-Ryan',
    address1: '9 Quay St',
    city: 'Leeds',
    postalCode: 'LS1 1AA',
    phoneCountryCode: 'US',
    phone: '215 555 0142',
    alternatePhone: '20 7946 0555 ext. 12',
  })
})

test.each([
  [{ phone: '7946' }, 'phone', /begin with \+/],
  [{ phone: '020 7946 0555', phoneCountryCode: '' }, 'phoneCountryCode', /^Choose a country code$/],
  [{ address1: '9 Quay St', city: 'Leeds', postalCode: '19103' }, 'postalCode', /EC2A 4NE/],
])('refuses %j at the field (§5)', (details, field, sentence) => {
  const { error } = z.safeParse(personDetails, { ...person, ...details })
  expect(error?.issues.map(issue => issue.path.join('.'))).toEqual([field])
  expect(error?.issues[0]?.message).toMatch(sentence)
})

test.each([
  ['jo@example.org', 'jo@example.org'],
  [' jo@example.org\u200b', 'jo@example.org'],
  ['jo\u00a0', invalidEmailAddress],
  ['jørgen@example.org', unsupportedEmailAddress],
  ['jo@bücher.example', unsupportedEmailAddress],
  ['jørgen', invalidEmailAddress],
])('the e-mail address %j gives %s (§5)', (typed, expected) => {
  const { data, error } = z.safeParse(emailAddress, typed)
  expect(data ?? error?.issues.map(issue => issue.message).join(' ')).toBe(expected)
})
