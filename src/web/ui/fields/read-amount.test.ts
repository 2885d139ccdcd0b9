import { describe, expect, test } from 'vitest'
import { currencySign, readAmount } from './read-amount.ts'

const inDollars = {
  locale: 'en-US',
  currency: 'USD',
  maxMinor: 1_000_000_000_00n,
  wholeUnits: false,
} as const
const inPounds = { locale: 'en-GB', currency: 'GBP', maxMinor: 1_000_000_000_00n, wholeUnits: false } as const

describe('reading a typed amount (§16)', () => {
  test.each([
    ['250', 250_00n],
    ['1,250', 1_250_00n],
    ['1250.5', 1_250_50n],
    [' $1,284,310.42 ', 1_284_310_42n],
    ['0.07', 7n],
  ])('%s is read to the penny', (text, amountMinor) => {
    expect(readAmount(text, inDollars)).toEqual({ amountMinor, problem: null })
  })

  test.each(['12,50', '1.2.3', '-5', 'ten', '1,00', '0.125', '1e3', '٣'])('rejects %s', text => {
    expect(readAmount(text, inPounds).amountMinor).toBeNull()
    expect(readAmount(text, inPounds).problem).toMatch(/^Enter an amount in figures/)
  })

  test('an empty text is neither an amount nor an error', () => {
    expect(readAmount('  ', { ...inDollars, wholeUnits: true })).toEqual({ amountMinor: null, problem: null })
  })
})

test('names the whole units that are missing, as the form’s own rule does (§13)', () => {
  const whole = { wholeUnits: true }
  expect(readAmount('500.50', { ...inDollars, ...whole })).toEqual({
    amountMinor: 500_50n,
    problem: 'Enter whole dollars',
  })
  expect(readAmount('500.50', { ...inPounds, ...whole }).problem).toBe('Enter whole pounds')
  expect(readAmount('250.00', { ...inDollars, ...whole })).toEqual({ amountMinor: 250_00n, problem: null })
})

test('uses the symbol of the currency (§1)', () => {
  expect(currencySign('USD', 'en-US')).toBe('$')
  expect(currencySign('GBP', 'en-GB')).toBe('£')
})

test('says how large an amount may be, and in which currency it is (§16)', () => {
  const atMost = { amountMinor: null, problem: 'Enter at most $1,000,000,000.00' }
  expect(readAmount('1,000,000,000', inDollars)).toEqual({ amountMinor: 1_000_000_000_00n, problem: null })
  expect(readAmount('1,000,000,000.01', inDollars)).toEqual(atMost)
  expect(readAmount('9'.repeat(40), inDollars)).toEqual(atMost)
  expect(readAmount('£300', inDollars).problem).toBe('Enter an amount in US dollars')
  expect(readAmount('$300', inPounds).problem).toBe('Enter an amount in pounds sterling')
})
