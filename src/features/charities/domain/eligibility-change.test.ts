import { expect, test } from 'vitest'
import { type EligibilityBasis, eligibilityChange } from './eligibility-change.ts'

const basis: EligibilityBasis = {
  subsection: '03',
  foundation: '15',
  deductibility: '2',
  status: '01',
  removedOn: null,
  leftOn: null,
  isUnread: false,
  vetting: null,
}

test.each([
  ['subsection', '04'],
  ['foundation', '16'],
  ['deductibility', null],
  ['status', '02'],
  ['removedOn', '2026-03-01'],
  ['leftOn', '2026-03-01'],
  ['isUnread', true],
  ['vetting', 'vetting 2'],
] satisfies [keyof EligibilityBasis, unknown][])('notices another %s', (fact, value) => {
  const [then, now] = [basis, { ...basis, [fact]: value } as EligibilityBasis]
  const reason = 'deductibility-not-1'
  expect(eligibilityChange({ reason, basis: then }, { reason, basis: now })).toMatch(/^[a-z]/)
  expect(eligibilityChange({ reason, basis: now }, { reason, basis: { ...now } })).toBeNull()
})

test('says nothing about a line that could not be read then and can be now', () => {
  const reason = 'supporting-organization'
  expect(eligibilityChange({ reason, basis: { ...basis, isUnread: true } }, { reason, basis })).toBeNull()
})
