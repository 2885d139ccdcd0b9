import { expect, test } from 'vitest'
import { owaspCost, passwordHasher } from './password-hasher.ts'

const cheap = passwordHasher({ memoryKib: 8, passes: 1, parallelism: 1 })

test('the right password is accepted and no other', async () => {
  const stored = await cheap.hash('correct horse battery staple')
  expect(await cheap.verify('correct horse battery staple', stored, 'stranger')).toBe(true)
  expect(await cheap.verify('correct horse battery stapl', stored, 'stranger')).toBe(false)
  expect(await cheap.verify('', stored, 'stranger')).toBe(false)
})

test('rejects every password for a person without one', async () => {
  expect(await cheap.verify('anything', null, 'stranger')).toBe(false)
})

test('salts each hash', async () => {
  expect(await cheap.hash('same')).not.toBe(await cheap.hash('same'))
})

test('treats composed and combining accents alike', async () => {
  const stored = await cheap.hash('caf\u00e9')
  expect(await cheap.verify('cafe\u0301', stored, 'stranger')).toBe(true)
})

test('uses OWASP’s cost and reports cheaper hashes as outdated', async () => {
  const production = passwordHasher()
  const stored = await production.hash('correct horse battery staple')
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(owaspCost.memoryKib * 1024).toBeGreaterThanOrEqual(19 * 2 ** 20)
  expect(production.isOutdated(stored)).toBe(false)
  const older = await cheap.hash('correct horse battery staple')
  expect(production.isOutdated(older)).toBe(true)
  expect(await production.verify('correct horse battery staple', older, 'stranger')).toBe(true)
})

test('rejects attempts when the queue is full', async () => {
  const outcomes = await Promise.allSettled(
    Array.from({ length: 200 }, () => cheap.verify('x', null, 'stranger')),
  )
  expect(outcomes.filter(({ status }) => status === 'rejected').length).toBeGreaterThan(0)
  expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0)
})

test('runs and queues hashes of known callers beside those of strangers', async () => {
  const hasher = passwordHasher({ memoryKib: 8, passes: 1, parallelism: 1 })
  const strangers = Promise.allSettled(
    Array.from({ length: 200 }, () => hasher.verify('x', null, 'stranger')),
  )
  const known = Array.from({ length: 10 }, () => hasher.verify('x', null, 'known'))
  expect((await Promise.allSettled(known)).every(({ status }) => status === 'fulfilled')).toBe(true)
  const outcomes = await strangers
  expect(outcomes.some(({ status }) => status === 'rejected')).toBe(true)
})
