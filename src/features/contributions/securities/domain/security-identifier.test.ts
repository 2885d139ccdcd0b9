import { describe, expect, test } from 'vitest'
import { type IdentifierType, isIdentifier } from './security-identifier.ts'

// Numbers that the standards' own examples and issuers publish.
const valid: readonly [IdentifierType, string][] = [
  ['isin', 'US0378331005'],
  ['isin', 'GB0002634946'],
  ['isin', 'US5949181045'],
  ['cusip', '037833100'],
  ['cusip', '17275R102'],
  ['cusip', '38259P508'],
  ['sedol', '0263494'],
  ['sedol', 'B0YBKJ7'],
]

describe('the number of a security', () => {
  test.each(valid)('%s %s has the right check digit', (type, number) => {
    expect(isIdentifier(type, number)).toBe(true)
  })

  test.each(valid)('%s %s is refused with any other last digit', (type, number) => {
    const last = Number(number.at(-1))
    const others = Array.from({ length: 10 }, (_, digit) => digit).filter(digit => digit !== last)
    for (const digit of others) expect(isIdentifier(type, `${number.slice(0, -1)}${digit}`)).toBe(false)
  })

  test.each<[IdentifierType, string]>([
    ['isin', 'us0378331005'],
    ['isin', 'US037833100'],
    ['cusip', '03783310'],
    ['sedol', 'A0YBKJ7'],
    ['sedol', '02634940'],
  ])('%s %s is refused for its form', (type, number) => {
    expect(isIdentifier(type, number)).toBe(false)
  })
})
