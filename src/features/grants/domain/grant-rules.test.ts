import { describe, expect, test } from 'vitest'
import { benefitQuestion } from './benefit-answers.ts'
import {
  benefitAnswerToStore,
  benefitQuestionOf,
  type GrantInput,
  type GrantRules,
  grantViolations,
  overAvailableBalance,
  repeatDays,
  repeatQuestion,
  storedPurposeText,
} from './grant-rules.ts'
import { benefitRefusal } from './purpose-check.ts'

const input: GrantInput = {
  amountMinor: 500_00n,
  purposeCode: 'where_needed',
  purposeText: null,
  benefitAnswer: null,
  certified: true,
}
const rules: GrantRules = {
  minimumMinor: 250_00n,
  maxAmountMinor: 1_000_000_000_00n,
  wholeUnitsOnly: true,
  availableMinor: 10_000_00n,
  currency: 'USD',
  locale: 'en-US',
}
const ukRules: GrantRules = { ...rules, currency: 'GBP', locale: 'en-GB' }

const violations = (changes: Partial<GrantInput>, about: GrantRules = rules) =>
  grantViolations({ ...input, ...changes }, about)

const gala = { purposeCode: 'programme', purposeText: 'Two tickets to the gala' } as const

test('accepts a recommendation that breaks no rule (§13)', () => {
  expect(violations({})).toEqual([])
})

test('reports one violation for each field, in the order of the form (§13)', () => {
  expect(violations({ amountMinor: null, purposeCode: 'in_memory', certified: false })).toEqual([
    { field: 'amountMinor', message: 'Enter an amount' },
    { field: 'purposeText', message: 'Enter who or what the grant is for' },
    { field: 'certified', message: 'Check the box to certify your grant' },
  ])
})

describe('the amount of a grant (§13)', () => {
  const message = (amountMinor: bigint | null, about: Partial<GrantRules> = {}) =>
    violations({ amountMinor }, { ...rules, ...about })

  test.each([
    ['at the minimum', 250_00n],
    ['at the available balance', 10_000_00n],
  ])('is accepted %s', (_where, amountMinor) => {
    expect(message(amountMinor)).toEqual([])
  })

  test.each([
    ['where it is missing', null, 'Enter an amount'],
    ['one cent below the minimum', 249_99n, 'The minimum grant is $250'],
    ['with cents', 250_01n, 'Enter whole dollars'],
    ['above the balance', 10_001_00n, 'This is more than the available balance of $10,000.00'],
  ])('is rejected %s', (_where, amountMinor, text) => {
    expect(message(amountMinor)).toEqual([{ field: 'amountMinor', message: text }])
  })

  test('may have cents where the client does not require whole units', () => {
    expect(message(250_01n, { wholeUnitsOnly: false })).toEqual([])
    expect(message(10_000_01n, { wholeUnitsOnly: false })).toHaveLength(1)
  })

  test('may exceed the balance where the balance is not checked here', () => {
    expect(message(10_001_00n, { availableMinor: null })).toEqual([])
  })

  test('is rejected in the words and the currency of a UK client', () => {
    const texts = [100_00n, 250_50n, 10_001_00n].map(
      amountMinor => violations({ amountMinor }, { ...ukRules, minimumMinor: 100_50n })[0]?.message,
    )
    expect(texts).toEqual([
      'The minimum grant is £100.50',
      'Enter whole pounds',
      'This is more than the available balance of £10,000.00',
    ])
    expect(texts[2]).toContain(overAvailableBalance)
  })
})

describe('the purpose of a grant (§13)', () => {
  test('is stored without surrounding spaces, and as null if nothing is left', () => {
    expect(storedPurposeText({ purposeText: '  Books  ' })).toBe('Books')
    expect(storedPurposeText({ purposeText: '  ' })).toBeNull()
    expect(storedPurposeText({ purposeText: null })).toBeNull()
  })

  test('has no text where it is needed most', () => {
    expect(violations({ purposeText: '  ' })).toEqual([])
    expect(violations({ purposeText: 'Books' })).toEqual([
      { field: 'purposeText', message: 'Leave the details empty for this purpose' },
    ])
  })

  test.each(['in_honour', 'in_memory', 'programme', 'other'] as const)('%s needs a text', purposeCode => {
    expect(violations({ purposeCode, purposeText: ' ' })).toEqual([
      { field: 'purposeText', message: 'Enter who or what the grant is for' },
    ])
    expect(violations({ purposeCode, purposeText: 'Summer School' })).toEqual([])
  })

  test('is rejected with the reason of the purpose check, and raises no question then', () => {
    const refused = { purposeCode: 'other', purposeText: 'Pay my pledge for the gala tickets' } as const
    expect(violations(refused)).toEqual([
      { field: 'purposeText', message: expect.stringMatching(/^A grant cannot meet a pledge\./) },
    ])
  })
})

describe('a benefit in return for a grant (§13)', () => {
  test('is asked about where the text suggests one', () => {
    expect(benefitQuestionOf(gala)).toBe(benefitQuestion)
    expect(benefitQuestionOf({ purposeCode: 'programme', purposeText: 'Food bank' })).toBeNull()
    expect(benefitQuestionOf({ purposeCode: 'programme', purposeText: null })).toBeNull()
  })

  test('must be answered, and rules out the grant if someone receives it', () => {
    expect(violations(gala)).toEqual([
      { field: 'benefitAnswer', message: 'Tell us whether anyone receives something in return' },
    ])
    expect(violations({ ...gala, benefitAnswer: 'received' })).toEqual([
      { field: 'benefitAnswer', message: benefitRefusal },
    ])
    for (const benefitAnswer of ['none', 'paid_otherwise'] as const)
      expect(violations({ ...gala, benefitAnswer })).toEqual([])
  })

  test('does not matter where the text raises no question', () => {
    expect(violations({ benefitAnswer: 'received' })).toEqual([])
  })

  test('is stored as answered, and not at all where the text raised no question', () => {
    const stored = (changes: Partial<GrantInput>) => benefitAnswerToStore({ ...input, ...changes })
    expect(stored({ ...gala, benefitAnswer: 'none' })).toBe('none')
    expect(stored({ ...gala, benefitAnswer: 'paid_otherwise' })).toBe('paid_otherwise')
    expect(stored({ ...gala, benefitAnswer: 'received' })).toBeNull()
    expect(stored({ ...gala, benefitAnswer: null })).toBeNull()
    expect(stored({ benefitAnswer: 'none' })).toBeNull()
  })
})

test('requires the certification, in the words of each country (§13)', () => {
  expect(violations({ certified: false })).toEqual([
    { field: 'certified', message: 'Check the box to certify your grant' },
  ])
  expect(violations({ certified: false }, ukRules)).toEqual([
    { field: 'certified', message: 'Tick the box to certify your grant' },
  ])
})

test('asks about a grant that repeats one of the last 30 days (§13)', () => {
  expect(repeatDays).toBe(30)
  expect(repeatQuestion('April 2, 2026')).toBe(
    'You recommended the same amount to this charity on April 2, 2026. Recommend it again?',
  )
})
