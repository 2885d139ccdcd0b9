import fc from 'fast-check'
import { expect, test } from 'vitest'
import { safeReturnTo } from './safe-return-to.ts'

test('returns to a portal path with its search and hash', () => {
  expect(safeReturnTo('/fund-activity?range=this-year&open=2#grants')).toBe(
    '/fund-activity?range=this-year&open=2#grants',
  )
  expect(safeReturnTo('/')).toBe('/')
})

test.each([
  'https://evil.example/',
  '//evil.example/',
  '/\\evil.example/',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/%0a/../..//evil.example',
  '/a/..//evil.example',
  'javascript:alert(1)',
  'fund-activity',
  ' /fund-activity',
  '',
  '/sso?code=1',
  '/sign-in',
  '/api/openapi.json',
  '/oidc/auth',
  `/${'a'.repeat(600)}`,
])('replaces %j by the home page', text => {
  const base = 'https://npt.example.org'
  const address = safeReturnTo(text)
  expect(new URL(address, base).origin).toBe(base)
  expect(address).not.toMatch(/^\/(sso|sign-in|api|oidc)/)
})

test('stays on the portal for any requested path', () => {
  const nasty = fc.oneof(
    fc.string(),
    fc.webUrl(),
    fc
      .array(fc.constantFrom('/', '\\', '.', '..', '%2f', '%5c', '@', ':', '?', '#', '\t', 'evil.example'))
      .map(parts => parts.join('')),
  )
  fc.assert(
    fc.property(nasty, text => {
      const base = 'https://npt.example.org'
      const address = safeReturnTo(text)
      expect(address).toMatch(/^\/(?!\/)/)
      expect(new URL(address, base).origin).toBe(base)
    }),
    { numRuns: 2000 },
  )
})
