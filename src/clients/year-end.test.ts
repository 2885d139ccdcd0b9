import { expect, test } from 'vitest'
import { clients } from './clients.ts'
import { npt } from './configuration/npt.ts'
import { checkYearEnd } from './year-end.ts'

test.each(Object.values(clients))('$name has a year end that can be reported', client => {
  expect(() => checkYearEnd(client)).not.toThrow()
})

test.each([
  ['a year that begins on February 29', { fiscalYearStartsOn: '02-29' }, 'fiscalYearStartsOn'],
  ['a Form 990 without an EIN', { sponsor: { ...npt.sponsor, number: 'Charity 123' } }, 'EIN'],
  ['a sponsor without a name', { sponsor: { ...npt.sponsor, legalName: ' ' } }, 'legal name'],
  ['another method than that of its journal', { accountingMethod: 'accrual' as const }, 'contradicts'],
])('refuses %s', (_what, change, message) => {
  expect(() => checkYearEnd({ ...npt, ...change })).toThrow(message)
})
