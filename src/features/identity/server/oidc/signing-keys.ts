import { randomUUID } from 'node:crypto'
import { exportJWK, generateKeyPair, type JWK } from 'jose'
import type { Kysely } from 'kysely'
import type { Cipher } from '../../../../server/auth/encryption.ts'
import type { DB } from '../../../../server/db/schema.ts'

const keyName = 'oidc-signing-key-'

/**
 * The realm's keys for ID tokens, newest first: the first one signs, the others are still published. They are kept
 * sealed in the database, so that every copy of the program has the same; the first copy to ask makes the first key.
 * To rotate, insert the next number: it is taken up within ten minutes.
 */
export async function signingKeys(realmDb: Kysely<DB>, encrypt: Cipher): Promise<JWK[]> {
  const known = await readKeys(realmDb, encrypt)
  if (known.length > 0) return known
  await insertKey(realmDb, encrypt, 1)
  return readKeys(realmDb, encrypt)
}

/** Adds the key after the newest one. Two copies that do so at once add one. */
export async function rotateSigningKey(realmDb: Kysely<DB>, encrypt: Cipher): Promise<void> {
  const known = await readKeys(realmDb, encrypt)
  await insertKey(realmDb, encrypt, known.length + 1)
}

async function insertKey(realmDb: Kysely<DB>, encrypt: Cipher, number: number): Promise<void> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const jwk: JWK = { ...(await exportJWK(privateKey)), kid: randomUUID(), alg: 'ES256', use: 'sig' }
  await realmDb
    .insertInto('realm_secret')
    .values({
      name: `${keyName}${String(number).padStart(4, '0')}`,
      value: JSON.stringify({ encrypted: encrypt.encrypt(JSON.stringify(jwk)) }),
    })
    .onConflict(conflict => conflict.columns(['realm', 'name']).doNothing())
    .execute()
}

async function readKeys(realmDb: Kysely<DB>, encrypt: Cipher): Promise<JWK[]> {
  const rows = await realmDb
    .selectFrom('realm_secret')
    .select(['name', 'value'])
    .where('name', 'like', `${keyName}%`)
    .orderBy('name', 'desc')
    .execute()
  return rows.map(({ name, value }) => {
    const text = encrypt.open((value as { encrypted: string }).encrypted)
    if (text === null) throw new Error(`${name} was sealed with another secret: APP_SECRET has changed`)
    return JSON.parse(text) as JWK
  })
}
