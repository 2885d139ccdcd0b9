import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { minuteMs } from '../../../../domain/durations.ts'
import { cipherFor } from '../../../../server/auth/encryption.ts'
import { createTestDatabase, type TestDatabase } from '../../../../testing/database/database.ts'
import { rotateSigningKey, signingKeys } from './signing-keys.ts'

const cipher = cipherFor('a secret for this test', 'signing keys npt')
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const start = new Date()
const about = { reason: 'a test', now: start, operator: { userId: randomUUID(), name: 'Basil Thorne' } }
const minutesLater = (minutes: number) => new Date(start.getTime() + minutes * minuteMs)
const idsOf = async (realm: string, now = new Date()) =>
  (await signingKeys(database.databases.realm(realm), cipher, now)).map(({ kid }) => kid)

test('processes that start together share one signing key', async () => {
  const seen = await Promise.all([1, 2, 3, 4].map(() => idsOf('npt')))
  expect(new Set(seen.flat()).size).toBe(1)
})

test('publishes a new key before it signs, and the one that it replaces for a day', async () => {
  const [former] = await idsOf('npt')
  const added = await rotateSigningKey(database.databases.realm('npt'), cipher, about)
  expect(added).not.toBe(former)
  expect(await idsOf('npt')).toEqual([former, added])
  expect(await idsOf('npt', minutesLater(19))).toEqual([former, added])
  expect(await idsOf('npt', minutesLater(21))).toEqual([added, former])
  expect(await idsOf('npt', minutesLater(24 * 60 + 19))).toEqual([added, former])
  expect(await idsOf('npt', minutesLater(24 * 60 + 21))).toEqual([added])
})

test('adds one key when two commands run at once', async () => {
  const realm = database.databases.realm('ubs')
  await idsOf('ubs')
  const added = await Promise.all([
    rotateSigningKey(realm, cipher, about),
    rotateSigningKey(realm, cipher, about),
  ])
  expect(added.filter(keyId => keyId !== null)).toHaveLength((await idsOf('ubs')).length - 1)
})

test('two rotations shortly after each other leave the former key signing until the newest may', async () => {
  const realm = database.databases.realm('rathbones')
  const [former] = await idsOf('rathbones')
  const first = await rotateSigningKey(realm, cipher, about)
  const second = await rotateSigningKey(realm, cipher, about)
  expect(await idsOf('rathbones')).toEqual([former, second, first])
  expect(await idsOf('rathbones', minutesLater(21))).toEqual([second, first, former])
})

test('each realm has its own keys', async () => {
  expect(await idsOf('rathbones')).not.toEqual(expect.arrayContaining(await idsOf('npt')))
})

test('the keys are encrypted in the database', async () => {
  const { rows } = await database.admin.query<{ text: string }>(
    'select value::text as text from realm_secret',
  )
  for (const { text } of rows) expect(text).not.toContain('"d"')
  const other = cipherFor('another secret', 'signing keys npt')
  await expect(signingKeys(database.databases.realm('npt'), other, new Date())).rejects.toThrow(
    'APP_SECRET has changed',
  )
})
