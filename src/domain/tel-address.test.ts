import { expect, test } from 'vitest'
import { clients } from '../clients/clients.ts'
import { telAddress, unbrokenPhone } from './tel-address.ts'

test.each([
  ['(215) 555-0100', 'tel:+12155550100'],
  ['+44 20 7946 0155', 'tel:+442079460155'],
  ['999', 'tel:999'],
])('%s is dialed at %s', (printed, address) => {
  expect(telAddress(printed)).toBe(address)
  expect(telAddress(unbrokenPhone(printed))).toBe(address)
  expect(unbrokenPhone(printed)).not.toContain(' ')
})

test.each(Object.values(clients))(
  'the number of $name is printed as its readers expect, and dialed',
  client => {
    const { support, locale } = client
    expect(support.phone).toMatch(locale === 'en-US' ? /^\(\d{3}\) \d{3}-\d{4}$/ : /^\+44 [\d ]+$/)
    expect(telAddress(support.phone)).toMatch(/^tel:\+\d{11,12}$/)
  },
)
