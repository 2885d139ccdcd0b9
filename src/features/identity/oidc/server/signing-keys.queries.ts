import type { Kysely } from 'kysely'
import type { DB } from '../../../../server/db/schema.ts'

const keyName = 'oidc-signing-key-'

/** Stores an encrypted key under its number. False if there is one; of concurrent calls the first counts. */
export async function insertSigningKey(
  realmDb: Kysely<DB>,
  number: number,
  value: { encrypted: string },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await realmDb
    .insertInto('realm_secret')
    .values({ name: `${keyName}${String(number).padStart(4, '0')}`, value: JSON.stringify(value) })
    .onConflict(conflict => conflict.columns(['realm', 'name']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export type StoredKey = { name: string; value: unknown; created_at: Date }

/** The stored keys of the realm, newest first. */
export async function listSigningKeys(realmDb: Kysely<DB>): Promise<StoredKey[]> {
  return await realmDb
    .selectFrom('realm_secret')
    .select(['name', 'value', 'created_at'])
    .where('name', 'like', `${keyName}%`)
    .orderBy('name', 'desc')
    .execute()
}
