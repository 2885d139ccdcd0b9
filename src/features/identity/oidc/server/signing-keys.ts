import { randomUUID } from 'node:crypto'
import { exportJWK, generateKeyPair, type JWK } from 'jose'
import type { Kysely } from 'kysely'
import { dayMs, minuteMs } from '../../../../domain/durations.ts'
import { recordAuditEvent } from '../../../../server/audit/record-audit-event.ts'
import { type Cipher, cipherFor } from '../../../../server/auth/encryption.ts'
import { inTransaction } from '../../../../server/db/in-transaction.ts'
import type { DB } from '../../../../server/db/schema.ts'
import { insertSigningKey, listSigningKeys, type StoredKey } from './signing-keys.queries.ts'

/** How long a key is published before it signs. Longer than instances and relying parties cache the published keys. */
const publishedBeforeMs = 20 * minuteMs
/** How long a replaced key is published: longer than a session, whose log-out sends its ID token. */
const publishedAfterMs = dayMs

/** Encrypts the keys of a realm. */
export const signingKeyCipher = (secret: string, realm: string): Cipher =>
  cipherFor(secret, `signing keys ${realm}`)

/**
 * The realm's keys for ID tokens that are published now. The first one signs. They are stored encrypted in the database, so that
 * all processes share them. Creates the first key.
 *
 * @throws Error if they were encrypted with another secret.
 */
export async function signingKeys(realmDb: Kysely<DB>, cipher: Cipher, now: Date): Promise<JWK[]> {
  const stored = await listSigningKeys(realmDb)
  if (stored.length > 0) return publishedKeys(stored, now).map(key => decryptKey(key, cipher))
  await insertKey(realmDb, cipher, 1)
  return await signingKeys(realmDb, cipher, now)
}

/**
 * Adds a key, which is published from then on and signs 20 to 30 minutes later. `reason` says why, for the audit log, and
 * `operator` who ran the command. Of concurrent calls one adds a key.
 *
 * @returns its id; null if another call added one.
 * @throws Error if the stored keys were encrypted with another secret.
 */
export async function rotateSigningKey(
  realmDb: Kysely<DB>,
  cipher: Cipher,
  { operator, reason, now }: { operator: { userId: string; name: string }; reason: string; now: Date },
): Promise<string | null> {
  return await inTransaction(realmDb, async trx => {
    const stored = await listSigningKeys(trx)
    for (const key of stored) decryptKey(key, cipher)
    const keyId = await insertKey(trx, cipher, stored.length + 1)
    if (keyId === null) return null
    await recordAuditEvent(trx, {
      kind: 'signing-key-added',
      userId: null,
      actorUserId: operator.userId,
      at: now,
      address: '',
      detail: { key: keyId, by: 'npm run identity:rotate-key', operator: operator.name, reason },
    })
    return keyId
  })
}

/** @param stored all keys of the realm, newest first. */
function publishedKeys(stored: readonly StoredKey[], now: Date): StoredKey[] {
  const ageMs = (key: StoredKey) => now.getTime() - key.created_at.getTime()
  const signing = stored.find(key => ageMs(key) >= publishedBeforeMs) ?? stored.at(-1)
  return stored
    .filter((_key, index) => {
      const successor = stored[index - 1]
      return successor === undefined || ageMs(successor) < publishedBeforeMs + publishedAfterMs
    })
    .toSorted((a, b) => Number(b === signing) - Number(a === signing))
}

function decryptKey({ name, value }: StoredKey, cipher: Cipher): JWK {
  // Only this file writes the value.
  const text = cipher.decrypt((value as { encrypted: string }).encrypted)
  if (text === null) throw new Error(`${name} was encrypted with another secret: APP_SECRET has changed`)
  // It was encrypted as a key.
  return JSON.parse(text) as JWK
}

/** Returns the id of the key; null if there was one of this number. */
async function insertKey(realmDb: Kysely<DB>, cipher: Cipher, number: number): Promise<string | null> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const keyId = randomUUID()
  const jwk: JWK = { ...(await exportJWK(privateKey)), kid: keyId, alg: 'ES256', use: 'sig' }
  const isNew = await insertSigningKey(realmDb, number, { encrypted: cipher.encrypt(JSON.stringify(jwk)) })
  return isNew ? keyId : null
}
