import { expect, test } from 'vitest'
import { purposeDescription } from './purpose.ts'

test('describes a purpose in the spelling of the locale (§13)', () => {
  expect(purposeDescription('in_honour', 'Ada Finch', 'en-US')).toBe('In honor of Ada Finch')
  expect(purposeDescription('in_honour', 'Ada Finch', 'en-GB')).toBe('In honour of Ada Finch')
  expect(purposeDescription('where_needed', null, 'en-GB')).toBe('Where it is needed most')
  expect(purposeDescription('programme', 'Youth orchestra', 'en-GB')).toBe('Youth orchestra')
})
