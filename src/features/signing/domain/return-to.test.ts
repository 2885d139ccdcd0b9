import { expect, test } from 'vitest'
import { returnPath } from './return-to.ts'

test.each([
  ['/sign-pending-document?sort=name', '/sign-pending-document?sort=name&event=signed'],
  ['/sign-pending-document?event=other', '/sign-pending-document?event=signed'],
  ['/../account', '/account?event=signed'],
])('returns to %s', (returnTo, path) => {
  expect(returnPath(returnTo, 'signed')).toBe(path)
})

test.each([
  undefined,
  '',
  'https://evil.example/',
  '//evil.example/',
  '/\\evil.example/',
  '/\t/evil.example/',
  'javascript:alert(1)',
  'sign-pending-document',
])('returns nowhere for %j', returnTo => {
  expect(returnPath(returnTo, 'signed')).toBeNull()
})
