import { expect, test } from 'vitest'
import {
  addressLines,
  addressText,
  callingCode,
  countryCodes,
  countryName,
  isPostalCode,
  isSameAddress,
  postalCodeExample,
  usStates,
} from './countries.ts'
import { armedForces, usStates as usStateNames } from './us-states.ts'

test('every country has a name and a calling code of E.164', () => {
  expect(new Set(countryCodes).size).toBe(countryCodes.length)
  expect(countryCodes.length).toBeGreaterThan(230)
  for (const code of countryCodes) {
    expect(countryName(code, 'en-GB'), code).not.toBe(code)
    expect(callingCode(code), code).toMatch(/^\+[1-9]\d{0,2}$/)
  }
  expect([callingCode('US'), callingCode('GB'), callingCode('IE')]).toEqual(['+1', '+44', '+353'])
})

test.each([
  ['US', '19103', true],
  ['US', '19103-1234', true],
  ['US', '1910', false],
  ['US', 'EC2A 4NE', false],
  ['GB', 'ec2a4ne', true],
  ['GB', 'EC2A 4NE', true],
  ['GB', '19103', false],
  ['CA', 'K1A 0B1', true],
  ['CA', 'D1A 0B1', false],
  ['AE', '', true],
  ['AE', '12345; drop', false],
])('postal code of %s: %s is accepted: %s (§5)', (country, code, isValid) => {
  expect(isPostalCode(country, code)).toBe(isValid)
})

test('every example of a postal code is valid (§5)', () => {
  for (const country of countryCodes) {
    const example = postalCodeExample(country)
    if (example !== null) expect(isPostalCode(country, example), country).toBe(true)
  }
})

const typed = { address1: '9 Quay St', address2: '', state: '', province: '' }

test.each([
  [
    'US',
    { city: 'Erie', state: 'PA', postalCode: '16501' },
    ['9 Quay St', 'Erie, PA 16501', 'United States'],
  ],
  ['GB', { city: 'Leeds', postalCode: 'LS1 4AP' }, ['9 Quay St', 'Leeds LS1 4AP', 'United Kingdom']],
  ['', { city: '', postalCode: '' }, ['9 Quay St']],
])('an address of %s is written as there (§2.9)', (country, place, lines) => {
  expect(addressLines({ ...typed, ...place, country }, 'en-US')).toEqual(lines)
})

test('an address without its first line is empty (§2.9)', () => {
  expect(
    addressLines({ ...typed, address1: '', city: 'Erie', postalCode: '', country: 'US' }, 'en-US'),
  ).toEqual([])
})

const address = {
  ...{ address1: '8 Mill Lane', address2: '', city: 'Haverford', state: 'PA', province: '' },
  ...{ postalCode: '19041', country: 'US' },
}

test('an address in one line is empty without its parts, whatever its country', () => {
  expect(addressText({ ...address, address1: '', city: '', state: '', postalCode: '' }, 'en-US')).toBe('')
  expect(addressText(address, 'en-US')).toBe('8 Mill Lane, Haverford, PA 19041, United States')
  expect(addressText({ ...address, address1: '', country: '' }, 'en-US')).toBe('Haverford, PA 19041')
})

test('spaces and capitals make no other address, a house number does', () => {
  expect(isSameAddress(address, { ...address, address1: ' 8  mill lane' })).toBe(true)
  expect(isSameAddress(address, { ...address, address1: '9 Mill Lane' })).toBe(false)
})

test('each state that mail is addressed to has a name', () => {
  expect(Object.keys({ ...usStateNames, ...armedForces }).toSorted()).toEqual(usStates.toSorted())
})
