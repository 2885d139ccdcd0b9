import { expect, test } from 'vitest'
import { bankNumberViolations, plainNumber } from './bank-numbers.ts'

const fieldsOf = (numbers: Parameters<typeof bankNumberViolations>[0]) =>
  bankNumberViolations(numbers).map(({ field }) => field)

test('verifies the check digit of a routing number, and the length of an account number', () => {
  expect(fieldsOf({ country: 'US', bank: '011000015', account: '1234567' })).toEqual([])
  expect(fieldsOf({ country: 'US', bank: '011000016', account: '1234567' })).toEqual(['bank'])
  expect(fieldsOf({ country: 'US', bank: '000000000', account: '123' })).toEqual(['bank', 'account'])
  expect(fieldsOf({ country: 'US', bank: '01100001', account: '123456789012345678' })).toEqual([
    'bank',
    'account',
  ])
  // Each single wrong digit is noticed.
  for (const index of [0, 1, 2, 3, 4, 5, 6, 7, 8]) {
    const digits = [...'011000015']
    digits[index] = String((Number(digits[index]) + 1) % 10)
    expect(fieldsOf({ country: 'US', bank: digits.join(''), account: '1234567' })).toEqual(['bank'])
  }
})

test('accepts a sort code of six digits and an account number of eight', () => {
  expect(
    fieldsOf({ country: 'GB', bank: plainNumber('20-00-00'), account: plainNumber('5577 9911') }),
  ).toEqual([])
  expect(fieldsOf({ country: 'GB', bank: '20000', account: '557799115' })).toEqual(['bank', 'account'])
})
