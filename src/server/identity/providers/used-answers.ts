import { hash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/schema.ts'

export type AnswerKind = 'journey' | 'assertion' | 'logout' | 'bot-check'

/**
 * Uses something that is good once, in whichever copy of the program. False where it was used before; `until` is when it
 * would be of no use anyway. The machine's time, as the providers' own.
 */
export async function spendOnce(
  realmDb: Kysely<DB>,
  kind: AnswerKind,
  id: string,
  until: Date,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await realmDb
    .insertInto('used_answer')
    .values({ kind, id_hash: hash('sha256', id, 'buffer'), expires_at: until })
    .onConflict(conflict => conflict.columns(['realm', 'kind', 'id_hash']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

const sweptAtOnce = 500

/** Clears what nobody could use any more; called at the start of each sign-in. Of several at once one does it. */
export async function sweepUsedAnswers(realmDb: Kysely<DB>): Promise<void> {
  await sql`with mine as materialized (
      select pg_try_advisory_xact_lock(hashtextextended('used_answer ' || realm(), 0)) as is_mine)
    delete from used_answer where (select is_mine from mine) and (realm, kind, id_hash) in (
      select realm, kind, id_hash from used_answer where expires_at < now() order by expires_at limit ${sweptAtOnce})`.execute(
    realmDb,
  )
}
