import { expect, test } from 'vitest'
import { errorCatalogue } from './error-catalogue.ts'

/**
 * The cases of §8 that are failed calls, in its order, but for the currency switch (src/web/session/switch-currency.test.tsx).
 * errors-over-http.test.ts and e2e/errors.e2e.ts provoke each of them.
 */
const specifiedCases = [
  'signed out',
  'server failure',
  'access denied',
  'server validation',
  // Of a bot check and of a provider of signatures.
  'service unavailable',
  'any other',
]

/** Our own rows, which §8 leaves open: 'Other errors: not shown'. */
const ownCases = ['not confirmed', 'offline', 'no connection', 'named refusal']

test('has exactly the specified cases and our own (§8)', () => {
  expect(Object.keys(errorCatalogue).sort()).toEqual([...specifiedCases, ...ownCases].sort())
})
