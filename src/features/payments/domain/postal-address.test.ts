import { expect, test } from 'vitest'
import { postalAddressOf } from './postal-address.ts'

test.each([
  ['12 Acorn Yard, London WC1X 0XX', { street: '12 Acorn Yard', town: 'London', postcode: 'WC1X 0XX' }],
  [
    '12 Acorn Yard\nLondon\nWC1X 0XX\nUnited Kingdom',
    { street: '12 Acorn Yard', town: 'London', postcode: 'WC1X 0XX' },
  ],
  [
    'The Mill, Station Road, Hebden Bridge, hx7 6jb',
    { street: 'The Mill, Station Road', town: 'Hebden Bridge', postcode: 'HX7 6JB' },
  ],
  [
    '400 MARKET ST, PHILADELPHIA, PA 19106-0000',
    { street: '400 MARKET ST', town: 'PHILADELPHIA', postcode: 'PA 19106-0000' },
  ],
  ['1 High Street, Leeds', { street: '1 High Street', town: 'Leeds', postcode: null }],
  ['Leeds LS1 1AA', { street: null, town: 'Leeds', postcode: 'LS1 1AA' }],
])('%j has a street, a town and a postcode', (text, address) => {
  expect(postalAddressOf(text)).toEqual(address)
})

test.each(['', ' , ', 'WC1X 0XX', '12 Acorn Yard', '12 Acorn Yard, WC1X 0XX'])('%j has no town', text => {
  expect(postalAddressOf(text)).toBeNull()
})
