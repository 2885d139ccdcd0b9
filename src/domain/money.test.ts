import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatMoney, parseMoney, toDecimal } from './money.ts'

const dollars = { locale: 'en-US', currency: 'USD' } as const
const pounds = { locale: 'en-GB', currency: 'GBP' } as const

test('formats an amount of any size exactly, with negatives in parentheses (§16)', () => {
  expect(formatMoney(128431042n, 'USD', 'en-US')).toBe('$1,284,310.42')
  expect(formatMoney(-6250000n, 'GBP', 'en-GB')).toBe('(£62,500.00)')
  expect(formatMoney(900719925474099301n, 'USD', 'en-US')).toBe('$9,007,199,254,740,993.01')
  expect(formatMoney(-1n, 'USD', 'en-US', { symbol: false })).toBe('(0.01)')
  expect(formatMoney(25000n, 'USD', 'en-US', { wholeUnitsWhenRound: true })).toBe('$250')
  expect(formatMoney(25050n, 'USD', 'en-US', { wholeUnitsWhenRound: true })).toBe('$250.50')
})

test('parses an amount exactly or rejects it (§16)', () => {
  expect(parseMoney('1,234.5', dollars)).toBe(123450n)
  expect(parseMoney(' $ 250 ', dollars)).toBe(25000n)
  expect(parseMoney('£1000000.01', pounds)).toBe(100000001n)
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
  ]) {
    expect(parseMoney(wrong, dollars), wrong).toBe('not-an-amount')
  }
})

test('formats amounts below one unit and other currencies than the locale’s (§16)', () => {
  expect(toDecimal(0n)).toBe('0.00')
  expect(toDecimal(-5n)).toBe('-0.05')
  expect(toDecimal(123456n)).toBe('1234.56')
  expect(formatMoney(0n, 'USD', 'en-US')).toBe('$0.00')
  expect(formatMoney(123456n, 'USD', 'en-GB')).toBe('$1,234.56')
  expect(formatMoney(123456n, 'GBP', 'en-US')).toBe('£1,234.56')
})

test('shows the symbol and both decimals unless the style says otherwise (§16)', () => {
  expect(formatMoney(123400n, 'USD', 'en-US')).toBe('$1,234.00')
  expect(formatMoney(123400n, 'USD', 'en-US', { symbol: true })).toBe('$1,234.00')
  expect(formatMoney(123400n, 'USD', 'en-US', { symbol: false })).toBe('1,234.00')
  expect(formatMoney(123400n, 'USD', 'en-US', { symbol: false, wholeUnitsWhenRound: true })).toBe('1,234')
})

test.each([
  ['0', 0n],
  ['7', 700n],
  ['1.', 100n],
  ['1.5', 150n],
  ['0.05', 5n],
  ['  $  1,234,567.89 ', 123456789n],
  ['5$', 500n],
  ['US$5', 500n],
  ['usd 5', 500n],
  ['5 USD', 500n],
  ['$5 USD', 500n],
  ['9999999999999', 999999999999900n],
])('parses the amount "%s" (§16)', (text, amountMinor) => {
  expect(parseMoney(text, dollars)).toBe(amountMinor)
})

test.each([
  '.5',
  '$',
  '1.2.3',
  '1.234',
  '1.5a',
  '1.a5',
  'a5',
  '5a',
  ',123',
  '1234,567',
  'a1,234',
  '1a,234',
  '1,234a',
  '1,a234',
  '1,2345',
  '1,234,56',
  '1,23,456',
  'USDUSD',
])('rejects "%s", which is not an amount (§16)', text => {
  expect(parseMoney(text, dollars)).toBe('not-an-amount')
})

test('parses the separators of the locale and rejects those of others (§16)', () => {
  expect(parseMoney('1.234,5', { ...dollars, locale: 'de-DE' })).toBe(123450n)
  expect(parseMoney('1,234.5', { ...dollars, locale: 'de-DE' })).toBe('not-an-amount')
})

test('parses every formatted amount back to the same value (§16)', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 999999999999999n }), amountMinor => {
      expect(parseMoney(formatMoney(amountMinor, 'USD', 'en-US'), dollars)).toBe(amountMinor)
      expect(parseMoney(toDecimal(amountMinor), pounds)).toBe(amountMinor)
    }),
  )
})

test.each([
  '£300',
  '300 £',
  'GBP 300',
  '300GBP',
  '€5',
  '5€',
  '¥5',
  'CHF 5',
  '5 eur',
  'A$5',
  '￡5',
  '$5 GBP',
  '$£5',
  '$$5',
])('rejects "%s" as an amount of another currency than dollars (§16)', text => {
  expect(parseMoney(text, dollars)).toBe('other-currency')
})

test.each(['$300', 'US$300', 'USD 700', '700 usd', '€5', 'CHF5'])(
  'rejects "%s" as an amount of another currency than pounds (§16)',
  text => {
    expect(parseMoney(text, pounds)).toBe('other-currency')
  },
)

test.each([
  ['£5', 500n],
  ['5 £', 500n],
  ['GBP 5', 500n],
  ['5GBP', 500n],
])('parses the amount "%s" in pounds (§16)', (text, amountMinor) => {
  expect(parseMoney(text, pounds)).toBe(amountMinor)
})

test.each(['10000000000000', '9'.repeat(400)])('rejects "%s" as too large (§16)', text => {
  expect(parseMoney(text, dollars)).toBe('too-large')
})
