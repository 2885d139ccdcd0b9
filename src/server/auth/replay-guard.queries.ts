import { type Kysely, sql } from 'kysely'
import type { DB } from '../db/schema.ts'

export type NonceKind = 'auth-request' | 'assertion' | 'logout' | 'bot-check'

/** Stores the hash of a single-use id. Returns false if it was stored before. */
export async function insertNonce(
  realmDb: Kysely<DB>,
  nonce: { kind: NonceKind; id_hash: Buffer; expires_at: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await realmDb
    .insertInto('used_nonce')
    .values(nonce)
    .onConflict(conflict => conflict.columns(['realm', 'kind', 'id_hash']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

const sweepBatchSize = 500

/** Deletes expired ids. Called at the start of each login; of concurrent calls, only one deletes. */
export async function sweepUsedNonces(realmDb: Kysely<DB>): Promise<void> {
  await sql`with sweep as materialized (
      select pg_try_advisory_xact_lock(hashtextextended('used_nonce ' || realm(), 0)) as is_locked)
    delete from used_nonce where (select is_locked from sweep) and (realm, kind, id_hash) in (
      select realm, kind, id_hash from used_nonce where expires_at < now() order by expires_at limit ${sweepBatchSize})`.execute(
    realmDb,
  )
}
