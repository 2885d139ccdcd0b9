import { expect, test } from 'vitest'
import type { Factors } from '../factors/factors.contract.ts'
import { protectionSentence, protectionsOf } from './protections.ts'

const none: Factors = { passkeys: [], code: null, backupCodes: null, isRequired: false }
const at = '2026-11-20T10:00:00Z'
const passkey = (host: string) => ({ passkeyId: host, name: 'Phone', host, addedAt: at, lastUsedAt: null })
const codes = (remaining: number) => ({ createdAt: at, remaining, total: 10 })
const setUp = (factors: Partial<Factors>) =>
  protectionsOf({ ...none, ...factors }, 'npt.example', true).map(({ isSetUp }) => isSetUp)

test('counts a passkey only on its own host', () => {
  expect(setUp({})).toEqual([false, false, false])
  expect(setUp({ passkeys: [passkey('npt.example')] })).toEqual([true, false, false])
  expect(setUp({ passkeys: [passkey('ubs.example')] })).toEqual([false, false, false])
})

test('counts backup codes until fewer than three are left', () => {
  expect(setUp({ backupCodes: codes(3) })).toEqual([false, false, true])
  expect(setUp({ backupCodes: codes(2) })).toEqual([false, false, false])
})

test('says that only a password protects a login, and names what else does', () => {
  expect(protectionSentence(none, true)).toMatch(/^Only a password/)
  const both = { ...none, passkeys: [passkey('a'), passkey('b')], code: { addedAt: at, lastUsedAt: null } }
  expect(protectionSentence(both, true)).toBe(
    'Your login is protected by your password, 2 passkeys and one-time codes.',
  )
  expect(protectionSentence(both, false)).toMatch(/^You log in with another provider/)
})
