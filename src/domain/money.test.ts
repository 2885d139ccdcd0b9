import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatMoney, parseMoney, toDecimal } from './money.ts'

test('formats an amount of any size exactly, with negatives in parentheses (§16)', () => {
  expect(formatMoney(128431042n, 'USD', 'en-US')).toBe('$1,284,310.42')
  expect(formatMoney(-6250000n, 'GBP', 'en-GB')).toBe('(£62,500.00)')
  expect(formatMoney(900719925474099301n, 'USD', 'en-US')).toBe('$9,007,199,254,740,993.01')
  expect(formatMoney(-1n, 'USD', 'en-US', { symbol: false })).toBe('(0.01)')
  expect(formatMoney(25000n, 'USD', 'en-US', { wholeUnitsWhenRound: true })).toBe('$250')
  expect(formatMoney(25050n, 'USD', 'en-US', { wholeUnitsWhenRound: true })).toBe('$250.50')
})

test('parses an amount exactly or rejects it (§16)', () => {
  expect(parseMoney('1,234.5', 'en-US')).toBe(123450n)
  expect(parseMoney(' $ 250 ', 'en-US')).toBe(25000n)
  expect(parseMoney('£1000000.01', 'en-GB')).toBe(100000001n)
  for (const wrong of [
    '',
    'abc',
    '-5',
    '1.234,5',
    '1,23',
    '12,34.00',
    '1.005',
    '1e6',
    '0x10',
    '.',
    '1 000',
    '99999999999999',
  ]) {
    expect(parseMoney(wrong, 'en-US'), wrong).toBeNull()
  }
})

test('parses every formatted amount back to the same value (§16)', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 999999999999999n }), amountMinor => {
      expect(parseMoney(formatMoney(amountMinor, 'USD', 'en-US'), 'en-US')).toBe(amountMinor)
      expect(parseMoney(toDecimal(amountMinor), 'en-GB')).toBe(amountMinor)
    }),
  )
})
