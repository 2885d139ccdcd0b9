import { randomUUID } from 'node:crypto'
import { exportJWK, generateKeyPair, type JWK } from 'jose'
import type { Kysely } from 'kysely'
import { type Cipher, cipherFor } from '../../../../server/auth/encryption.ts'
import type { DB } from '../../../../server/db/schema.ts'
import { insertSigningKey, listSigningKeys } from './signing-keys.queries.ts'

/** Encrypts the keys of a realm. */
export const signingKeyCipher = (secret: string, realm: string): Cipher =>
  cipherFor(secret, `signing keys ${realm}`)

/**
 * The realm's keys for ID tokens, newest first. The first one signs, the others are still published. They are stored
 * encrypted in the database, so that all processes share them. Creates the first key. A rotated key takes effect within ten
 * minutes.
 */
export async function signingKeys(realmDb: Kysely<DB>, cipher: Cipher): Promise<JWK[]> {
  const keys = await readKeys(realmDb, cipher)
  if (keys.length > 0) return keys
  await insertKey(realmDb, cipher, 1)
  return readKeys(realmDb, cipher)
}

/** Adds a new key, which signs from then on. Concurrent calls add one. */
export async function rotateSigningKey(realmDb: Kysely<DB>, cipher: Cipher): Promise<void> {
  const keys = await readKeys(realmDb, cipher)
  await insertKey(realmDb, cipher, keys.length + 1)
}

async function insertKey(realmDb: Kysely<DB>, cipher: Cipher, number: number): Promise<void> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const jwk: JWK = { ...(await exportJWK(privateKey)), kid: randomUUID(), alg: 'ES256', use: 'sig' }
  await insertSigningKey(realmDb, number, { encrypted: cipher.encrypt(JSON.stringify(jwk)) })
}

async function readKeys(realmDb: Kysely<DB>, cipher: Cipher): Promise<JWK[]> {
  const rows = await listSigningKeys(realmDb)
  return rows.map(({ name, value }) => {
    const text = cipher.decrypt((value as { encrypted: string }).encrypted)
    if (text === null) throw new Error(`${name} was encrypted with another secret: APP_SECRET has changed`)
    return JSON.parse(text) as JWK
  })
}
