import { describe, expect, test } from 'vitest'
import { currencySign, readAmount } from './read-amount.ts'

describe('reading a typed amount (§16)', () => {
  test.each([
    ['250', 250_00n],
    ['1,250', 1_250_00n],
    ['1250.5', 1_250_50n],
    [' $1,284,310.42 ', 1_284_310_42n],
    ['0.07', 7n],
  ])('%s is read to the penny', (text, amountMinor) => {
    expect(readAmount(text, 'en-US', false)).toEqual({ amountMinor, problem: null })
  })

  test.each(['12,50', '1.2.3', '-5', 'ten', '1,00', '0.125', '1e3', '٣'])('rejects %s', text => {
    expect(readAmount(text, 'en-GB', false).amountMinor).toBeNull()
    expect(readAmount(text, 'en-GB', false).problem).toMatch(/^Enter an amount in figures/)
  })

  test('an empty text is neither an amount nor an error', () => {
    expect(readAmount('  ', 'en-US', true)).toEqual({ amountMinor: null, problem: null })
  })
})

test('names cents as the error where only whole units are allowed (§13)', () => {
  expect(readAmount('250.50', 'en-US', true)).toEqual({
    amountMinor: null,
    problem: 'Enter a whole amount, without cents or pence',
  })
  expect(readAmount('250.00', 'en-US', true).amountMinor).toBe(250_00n)
})

test('uses the symbol of the currency (§1)', () => {
  expect(currencySign('USD', 'en-US')).toBe('$')
  expect(currencySign('GBP', 'en-GB')).toBe('£')
})
