import { expect, test } from 'vitest'
import { countsAsStepUp } from './mfa-context.ts'

test.each([
  ['urn:almoner:acr:password', true],
  ['urn:almoner:acr:two-factors', true],
  ['urn:almoner:acr:passkey', true],
  ['urn:almoner:acr:remembered-device', false],
  ['urn:almoner:acr:something-new', false],
  ['urn:almoner:acr:passkey ', false],
  ['constructor', false],
  ['', false],
  [null, false],
])('decides whether the acr counts as a step-up: %s', (acr, counts) => {
  expect(countsAsStepUp(acr)).toBe(counts)
})
