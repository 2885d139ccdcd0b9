import { expect, test } from 'vitest'
import { purposeInWords } from './purpose.ts'

test('open-points 6 a purpose reads as the reader writes', () => {
  expect(purposeInWords('in_honour', 'Ada Finch', 'en-US')).toBe('In honor of Ada Finch')
  expect(purposeInWords('in_honour', 'Ada Finch', 'en-GB')).toBe('In honour of Ada Finch')
  expect(purposeInWords('where_needed', null, 'en-GB')).toBe('Where it is needed most')
  expect(purposeInWords('programme', 'Youth orchestra', 'en-GB')).toBe('Youth orchestra')
})
