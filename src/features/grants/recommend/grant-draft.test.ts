import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import {
  draftSchema,
  emptyDraft,
  type GrantDraft,
  type GrantRules,
  stepToShow,
  violationsOf,
} from './grant-draft.ts'

const rules: GrantRules = {
  minimumMinor: 250_00n,
  wholeUnitsOnly: true,
  availableMinor: 10_000_00n,
  currency: 'USD',
  locale: 'en-US',
}
const good: GrantDraft = { ...emptyDraft, amountMinor: 500_00n, certified: true }
const messages = (draft: Partial<GrantDraft>, about: Partial<GrantRules> = {}) =>
  violationsOf({ ...good, ...draft }, 'review', { ...rules, ...about }).map(({ message }) => message)

test('open-points 6 a whole recommendation meets no objection', () => {
  expect(messages({})).toEqual([])
})

test.each([
  [null, 'Enter the amount of the grant'],
  [249_00n, 'The smallest grant is $250'],
  [300_50n, 'Enter whole dollars'],
  [10_001_00n, 'This is more than the available balance of $10,000.00'],
])(
  'open-points 6 an amount below the minimum, with cents or over the balance is refused: %s',
  (amountMinor, message) => {
    expect(messages({ amountMinor })).toEqual([message])
  },
)

test('open-points 6 where a client lets grants wait for funds, more than the balance is no objection', () => {
  expect(messages({ amountMinor: 10_001_00n }, { availableMinor: null })).toEqual([])
})

test('open-points 6 every purpose but the first needs words, and words that may be paid', () => {
  expect(messages({ purposeCode: 'in_memory', purposeText: ' ' })).toEqual([
    'Say for whom or for what the grant is',
  ])
  expect(messages({ purposeCode: 'other', purposeText: 'For John Smith' })[0]).toContain('particular person')
  expect(messages({ purposeCode: 'in_memory', purposeText: 'Ruth Whitcombe' })).toEqual([])
})

test('wants an answer where the purpose only hints at a benefit (open-points 6)', () => {
  const gala = { purposeCode: 'other', purposeText: 'Spring gala' } as const
  expect(messages(gala)).toEqual(['Answer the question about the purpose'])
  expect(messages({ ...gala, benefitAnswer: 'received' })[0]).toContain('receives in return')
  expect(messages({ ...gala, benefitAnswer: 'none' })).toEqual([])
  expect(messages({ ...gala, benefitAnswer: 'paid_otherwise' })).toEqual([])
  expect(messages({ purposeCode: 'other', purposeText: 'Table Tennis' })).toEqual([])
})

test('open-points 6 the certification is asked for only from its own step on', () => {
  const draft = { ...good, certified: false }
  expect(violationsOf(draft, 'grant', rules)).toEqual([])
  expect(violationsOf(draft, 'certify', rules)).toHaveLength(1)
})

test('open-points 6 each objection belongs to its field', () => {
  const result = z.safeParse(draftSchema('review', rules), emptyDraft)
  expect(result.error?.issues.map(issue => issue.path.join('.'))).toEqual(['amountMinor', 'certified'])
})

test('open-points 6 an address never leads past a step that is not done: a reload has no draft any more', () => {
  expect(stepToShow('review', false, good, rules)).toBe('charity')
  expect(stepToShow('review', true, emptyDraft, rules)).toBe('grant')
  expect(stepToShow('review', true, { ...good, certified: false }, rules)).toBe('certify')
  expect(stepToShow('review', true, good, rules)).toBe('review')
  expect(stepToShow('charity', true, emptyDraft, rules)).toBe('charity')
  expect(stepToShow(undefined, true, good, rules)).toBe('grant')
})
