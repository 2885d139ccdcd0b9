import type { Insertable, Kysely } from 'kysely'
import type { DB, Passkey } from '../../../../server/db/schema.ts'

/** The person's passkeys for one relying party ID. */
export function listPasskeys(realmDb: Kysely<DB>, userId: string, rpId: string) {
  return realmDb
    .selectFrom('passkey')
    .select(['credential_id', 'transports'])
    .where('user_id', '=', userId)
    .where('rp_id', '=', rpId)
    .orderBy('passkey_id')
    .execute()
}

export function findPasskey(realmDb: Kysely<DB>, credentialId: string, rpId: string) {
  return realmDb
    .selectFrom('passkey')
    .select(['passkey_id', 'user_id', 'credential_id', 'public_key', 'counter', 'is_synced'])
    .where('credential_id', '=', credentialId)
    .where('rp_id', '=', rpId)
    .executeTakeFirst()
}

/** Stores the signature counter. Returns false if a concurrent use reached the same counter, which only a copied key can. */
export async function recordPasskeyUse(
  realmDb: Kysely<DB>,
  passkeyId: string,
  counter: bigint,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await realmDb
    .updateTable('passkey')
    .set({ counter, last_used_at: now })
    .where('passkey_id', '=', passkeyId)
    .where(row => row.or([row('counter', '<', counter), row('counter', '=', 0n)]))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Adds a passkey and returns its id; null if the credential exists already, which no honest browser causes. */
export async function addPasskey(realmDb: Kysely<DB>, row: Insertable<Passkey>): Promise<string | null> {
  const added = await realmDb
    .insertInto('passkey')
    .values(row)
    .onConflict(conflict => conflict.columns(['realm', 'credential_id']).doNothing())
    .returning('passkey_id')
    .executeTakeFirst()
  return added?.passkey_id ?? null
}
