import { expect, test } from 'vitest'
import { endingText } from './ending-text.ts'

test('days stand as the people of a client write them, and names of servers stay', () => {
  const text =
    'The certificate of login-2026-12-24.bank.example ends on 2026-12-24. This version is of 2025-11-03.'
  expect(endingText(text, 'en-US')).toBe(
    'The certificate of login-2026-12-24.bank.example ends on December 24, 2026. This version is of November 3, 2025.',
  )
  expect(endingText(text, 'en-GB')).toContain('ends on 24 December 2026. This version is of 3 November 2025.')
  expect(endingText('The certificate of 2026-12-24.example ends on that day.', 'en-US')).toBe(
    'The certificate of 2026-12-24.example ends on that day.',
  )
})
