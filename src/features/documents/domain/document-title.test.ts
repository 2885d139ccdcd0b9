import { expect, test } from 'vitest'
import { documentTitle } from './document-title.ts'

test.each([
  ['Statement Q3 2026.pdf', 'Statement Q3 2026'],
  ['Passport.JPEG', 'Passport'],
  ['Letter of 3.5. to Mr. Finch', 'Letter of 3.5. to Mr. Finch'],
  ['.pdf', '.pdf'],
])('shows %s as %s', (fileName, title) => {
  expect(documentTitle(fileName)).toBe(title)
})
