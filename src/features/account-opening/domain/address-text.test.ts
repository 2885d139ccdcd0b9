import { expect, test } from 'vitest'
import { addressText, isSameAddress } from './address-text.ts'

const address = {
  ...{ address1: '8 Mill Lane', address2: '', city: 'Haverford', state: 'PA', province: '' },
  ...{ postalCode: '19041', country: 'US' },
}

test('an address without lines is empty, whatever its country', () => {
  expect(addressText({ ...address, address1: '', city: '', state: '', postalCode: '' }, 'en-US')).toBe('')
  expect(addressText(address, 'en-US')).toBe('8 Mill Lane, Haverford, PA, 19041, United States')
})

test('spaces and capitals make no other address, a house number does', () => {
  expect(isSameAddress(address, { ...address, address1: ' 8  mill lane' })).toBe(true)
  expect(isSameAddress(address, { ...address, address1: '9 Mill Lane' })).toBe(false)
})
