import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { IsoDate } from '../../../domain/dates.ts'
import {
  contentOfDraft,
  type DraftRules,
  draftOfContent,
  draftSchema,
  draftWith,
  emptyDraft,
  type GrantDraft,
  stepToShow,
  violationsOf,
} from './grant-draft.ts'

const rules: DraftRules = {
  isOfSponsor: false,
  today: '2026-11-20' as IsoDate,
  minimumMinor: 250_00n,
  maxAmountMinor: 1_000_000_000_00n,
  wholeUnitsOnly: true,
  availableMinor: 10_000_00n,
  currency: 'USD',
  locale: 'en-US',
}
const good: GrantDraft = { ...emptyDraft, amountMinor: 500_00n, certified: true }
const messages = (draft: Partial<GrantDraft>, about: Partial<DraftRules> = {}) =>
  violationsOf({ ...good, ...draft }, 'review', { ...rules, ...about }).map(({ message }) => message)

test('accepts a complete recommendation (§13)', () => {
  expect(messages({})).toEqual([])
})

test.each([
  [null, 'Enter an amount'],
  [249_00n, 'The minimum grant is $250'],
  [300_50n, 'Enter whole dollars'],
  [10_001_00n, 'This is more than the available balance of $10,000.00'],
])(
  'rejects the amount %s: none, below the minimum, with cents or over the balance (§13)',
  (amountMinor, message) => {
    expect(messages({ amountMinor })).toEqual([message])
  },
)

test('accepts more than the balance where the client lets grants wait for funds (§13)', () => {
  expect(messages({ amountMinor: 10_001_00n }, { availableMinor: null })).toEqual([])
})

test('requires an acceptable text for every purpose but the first (§13)', () => {
  expect(messages({ purposeCode: 'in_memory', purposeText: ' ' })).toEqual([
    'Enter who or what the grant is for',
  ])
  expect(messages({ purposeCode: 'other', purposeText: 'For John Smith' })[0]).toContain('particular person')
  expect(messages({ purposeCode: 'in_memory', purposeText: 'Ruth Whitcombe' })).toEqual([])
})

test('requires an answer where the purpose suggests a benefit (§13)', () => {
  const gala = { purposeCode: 'other', purposeText: 'Spring gala' } as const
  expect(messages(gala)).toEqual(['Tell us whether anyone receives something in return'])
  expect(messages({ ...gala, benefitAnswer: 'received' })[0]).toContain('receives in return')
  expect(messages({ ...gala, benefitAnswer: 'none' })).toEqual([])
  expect(messages({ ...gala, benefitAnswer: 'paid_otherwise' })).toEqual([])
  expect(messages({ purposeCode: 'other', purposeText: 'Table Tennis' })).toEqual([])
})

test('requires the certification where it is reviewed (§13)', () => {
  const draft = { ...good, certified: false }
  expect(violationsOf(draft, 'grant', rules)).toEqual([])
  expect(violationsOf(draft, 'review', rules)).toHaveLength(1)
})

test('asks for the dates of a schedule, and not for the balance of a day to come (§13)', () => {
  expect(messages({ timing: 'monthly' })).toEqual(['Choose the date of the first grant'])
  const monthly = { timing: 'monthly', startsOn: '2026-12-31' as IsoDate } as const
  expect(messages({ ...monthly, amountMinor: 10_001_00n })).toEqual([])
  expect(messages({ ...monthly, ends: 'on-date' })).toEqual(['Choose the date of the last grant'])
  expect(messages({ ...monthly, ends: 'after-count', endsAfter: 'x' })[0]).toContain('Enter a number')
  expect(messages({ timing: 'on-date', startsOn: '2026-11-19' as IsoDate })).toEqual([
    'Choose today or a later date',
  ])
})

test('a draft is the same after the server stored it, except for its certification', () => {
  const draft: GrantDraft = {
    ...good,
    timing: 'quarterly',
    startsOn: '2027-01-31' as IsoDate,
    ends: 'after-count',
    endsAfter: '8',
    purposeCode: 'in_memory',
    purposeText: 'Ruth',
  }
  const charity = { charityId: 'US-EIN-123456789', name: 'HARBOR LIGHT' }
  expect(draftOfContent(contentOfDraft(draft, charity))).toEqual({ ...draft, certified: false })
})

test('reports each violation at its field (§13)', () => {
  const result = z.safeParse(draftSchema('review', rules), emptyDraft)
  expect(result.error?.issues.map(issue => issue.path.join('.'))).toEqual(['amountMinor', 'certified'])
})

test('shows the first incomplete step instead of a later one in the address (§13)', () => {
  expect(stepToShow('review', false, good, rules)).toBe('charity')
  expect(stepToShow('review', true, emptyDraft, rules)).toBe('grant')
  expect(stepToShow('review', true, { ...good, certified: false }, rules)).toBe('review')
  expect(stepToShow('review', true, good, rules)).toBe('review')
  expect(stepToShow('charity', true, emptyDraft, rules)).toBe('charity')
  expect(stepToShow(undefined, true, good, rules)).toBe('grant')
})

test('a new draft names to the charity what the person prefers, and without a preference fund and donor', () => {
  expect(draftWith('anonymous').namingCode).toBe('anonymous')
  expect(draftWith(null)).toEqual(emptyDraft)
})
