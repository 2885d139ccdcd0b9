import { hash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../db/schema.ts'

export type AnswerKind = 'auth-request' | 'assertion' | 'logout' | 'bot-check'

/**
 * Uses something that is good once, in whichever copy of the program. False where it was used before; `until` is when it
 * would be of no use anyway. The machine's time, as the providers' own.
 */
export async function consumeNonce(
  realmDb: Kysely<DB>,
  kind: AnswerKind,
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

const sweptAtOnce = 500

/** Clears what nobody could use any more; called at the start of each sign-in. Of several at once one does it. */
export async function sweepUsedNonces(realmDb: Kysely<DB>): Promise<void> {
  await sql`with mine as materialized (
      select pg_try_advisory_xact_lock(hashtextextended('used_nonce ' || realm(), 0)) as is_mine)
    delete from used_nonce where (select is_mine from mine) and (realm, kind, id_hash) in (
      select realm, kind, id_hash from used_nonce where expires_at < now() order by expires_at limit ${sweptAtOnce})`.execute(
    realmDb,
  )
}
