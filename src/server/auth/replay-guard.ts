import { hash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../db/schema.ts'

type NonceKind = 'auth-request' | 'assertion' | 'logout' | 'bot-check'

/**
 * Consumes a single-use id across all processes. Returns false if it was used before. `until` is when the id expires anyway;
 * both use the system clock, as the providers do.
 */
export async function consumeNonce(
  realmDb: Kysely<DB>,
  kind: NonceKind,
  id: string,
  until: Date,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await realmDb
    .insertInto('used_nonce')
    .values({ kind, id_hash: hash('sha256', id, 'buffer'), expires_at: until })
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
