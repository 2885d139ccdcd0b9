import { expect, test } from 'vitest'
import { isFreshProof } from './factor-asked.ts'

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
])('counts as a fresh proof what is named as one and nothing else: %s', (acr, isFresh) => {
  expect(isFreshProof(acr)).toBe(isFresh)
})
