import { afterAll, beforeAll, expect, test } from 'vitest'
import { cipherFor } from '../../../../server/auth/encryption.ts'
import { createTestDatabase, type TestDatabase } from '../../../../testing/database/database.ts'
import { rotateSigningKey, signingKeys } from './signing-keys.ts'

const cipher = cipherFor('a secret for this test', 'signing keys npt')
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const idsOf = async (realm: string) =>
  (await signingKeys(database.databases.realm(realm), cipher)).map(({ kid }) => kid)

test('processes that start together share one signing key', async () => {
  const seen = await Promise.all([1, 2, 3, 4].map(() => idsOf('npt')))
  expect(new Set(seen.flat()).size).toBe(1)
})

test('signs with a new key and still publishes the previous one', async () => {
  const [former] = await idsOf('npt')
  await rotateSigningKey(database.databases.realm('npt'), cipher)
  const [newest, second, ...more] = await idsOf('npt')
  expect(newest).not.toBe(former)
  expect(second).toBe(former)
  expect(more).toEqual([])
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
  await expect(signingKeys(database.databases.realm('npt'), other)).rejects.toThrow('APP_SECRET has changed')
})
