import { expect, test } from 'vitest'
import { purposeDescription } from './purpose.ts'

test('open-points 6 a purpose reads as the reader writes', () => {
  expect(purposeDescription('in_honour', 'Ada Finch', 'en-US')).toBe('In honor of Ada Finch')
  expect(purposeDescription('in_honour', 'Ada Finch', 'en-GB')).toBe('In honour of Ada Finch')
  expect(purposeDescription('where_needed', null, 'en-GB')).toBe('Where it is needed most')
  expect(purposeDescription('programme', 'Youth orchestra', 'en-GB')).toBe('Youth orchestra')
})
