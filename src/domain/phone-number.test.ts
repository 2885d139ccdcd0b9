import { expect, test } from 'vitest'
import { countryCodes, phoneText } from './countries.ts'
import { readPhoneNumber as mayBeNumber } from './phone-number.browser.ts'
import { readPhoneNumber } from './phone-number.ts'

test.each([
  ['US', '(215) 555-0142', '+1 215 555 0142'],
  ['US', '1 215 555 0142', '+1 215 555 0142'],
  ['US', '+1 215 555 0142', '+1 215 555 0142'],
  ['CA', '215 555 0142', '+1 215 555 0142'],
  ['GB', '020 7946 0555', '+44 20 7946 0555'],
  ['GB', '20 7946 0555', '+44 20 7946 0555'],
  ['GB', '01632 960142', '+44 1632 960142'],
  ['GB', '07700 900142', '+44 7700 900142'],
  ['GB', '+44 (0)20 7946 0555', '+44 20 7946 0555'],
  ['GB', '+44 0 20 7946 0555', '+44 20 7946 0555'],
  ['US', '+44 20 7946 0555', '+44 20 7946 0555'],
  ['US', '(+44) 20 7946 0555', '+44 20 7946 0555'],
  ['US', '0044 20 7946 0555', '+44 20 7946 0555'],
  ['US', '00 44 (0)20 7946 0555', '+44 20 7946 0555'],
  ['US', '011 44 20 7946 0555', '+44 20 7946 0555'],
  ['GB', '00 1 215 555 0142', '+1 215 555 0142'],
  ['', '+44 20 7946 0555', '+44 20 7946 0555'],
  ['DE', '30 901820', '+49 30 901820'],
  ['IT', '06 6982 1234', '+39 06 6982 1234'],
  ['FR', '01 23 45 67 89', '+33 1 23 45 67 89'],
  ['US', '215 555 0142 x12', '+1 215 555 0142 ext. 12'],
  ['US', '215.555.0142x12', '+1 215 555 0142 ext. 12'],
  ['US', '215-555-0142, ext. 12', '+1 215 555 0142 ext. 12'],
  ['US', '215-555-0142 extension 12', '+1 215 555 0142 ext. 12'],
  ['GB', '020 7946 0555 #12', '+44 20 7946 0555 ext. 12'],
  ['US', '215\u2011555\u20110142', '+1 215 555 0142'],
  ['US', '215\u2013555\u20130142', '+1 215 555 0142'],
  ['US', '\u202d+1\u00a0(215)\u00a0555\u20110142\u202c', '+1 215 555 0142'],
  ['US', '２１５ ５５５ ０１４２', '+1 215 555 0142'],
])('reads the phone number of %s: %s as %s (§5)', (country, typed, printed) => {
  const { country: found = '', number = '' } = readPhoneNumber(country, typed) ?? {}
  expect(phoneText(found, number)).toBe(printed)
  // The browser sends it as it was typed.
  expect(mayBeNumber(country, typed)).not.toBeNull()
  expect(mayBeNumber(found, number)).not.toBeNull()
  // Reading what was stored changes nothing.
  expect(readPhoneNumber(found, number)).toEqual({ country: found, number })
})

test.each([
  ['US', '115 555 0123'],
  ['US', '555 0123'],
  ['US', '212 555 0142 / 212 555 0143'],
  ['GB', '7946'],
  ['DE', '3090182012345678'],
  ['US', 'call me'],
  ['US', 'tel: 215 555 0142'],
  ['US', '٢١٥٥٥٥٠١٢٣'],
  ['ZZ', '2155550123'],
  ['US', '+999 2155550123'],
])('refuses the phone number of %s: %s (§5)', (country, typed) => {
  expect(readPhoneNumber(country, typed)).toBeNull()
})

test.each([
  ['US', '115 555 0123'],
  ['US', '555 0123'],
  ['GB', '7946'],
  ['DE', '3090182012345678'],
  ['US', 'call me'],
  ['ZZ', '2155550123'],
])('the browser refuses the phone number of %s: %s (§5)', (country, typed) => {
  expect(mayBeNumber(country, typed)).toBeNull()
})

test('a number that names its country chooses it; a shared calling code leaves the choice', () => {
  expect(readPhoneNumber('US', '+44 20 7946 0555')?.country).toBe('GB')
  expect(readPhoneNumber('CA', '+1 215 555 0142')?.country).toBe('CA')
  expect(readPhoneNumber('GG', '01481 555012')?.country).toBe('GG')
})

test('the numbers of every country are known', () => {
  // The shortest numbers that international plans have, after any calling code.
  const unknown = countryCodes.filter(country => {
    const lengths = Array.from({ length: 9 }, (_, index) => '2'.repeat(index + 4))
    return !['2', '5', '7', '8', '1'].some(digit =>
      lengths.some(number => readPhoneNumber(country, number.replaceAll('2', digit)) !== null),
    )
  })
  expect(unknown.filter(country => !['US', 'GB'].includes(country))).toEqual([])
})
