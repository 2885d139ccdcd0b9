import { expect, test } from 'vitest'
import { charityInitials } from './charity-initials.ts'

test.each([
  ['The Riverside Food Pantry', 'RF'],
  ['Friends of the Heron', 'FH'],
  ['Oxfam', 'O'],
  ['St. Mary’s-by-the-Sea', 'SM'],
  ['“Écoute” & Partage', 'ÉP'],
  ['The And', 'TA'],
  ['1st Scouts', '1S'],
  ['???', ''],
])('the initials of %s are %s', (name, initials) => {
  expect(charityInitials(name)).toBe(initials)
})
