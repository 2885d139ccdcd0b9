import type { Kysely } from 'kysely'
import type { DB } from '../db/schema.ts'

/**
 * Ends all sessions of a person but `except`, at once and everywhere: the database announces it to every copy of the program
 * (docs/decisions/0010-remembered-access.md). Answers how many there were.
 */
export async function endSessionsOf(
  realmDb: Kysely<DB>,
  userId: string,
  { except, reason, now }: { except: string | null; reason: string; now: Date },
): Promise<number> {
  const { numUpdatedRows } = await realmDb
    .updateTable('session')
    .set({ ended_at: now, end_reason: reason })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .$if(except !== null, query => query.where('session_id', '!=', except))
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Ends one session of the person, in the same way. False where there is none such of theirs, or it has ended already. */
export async function endSessionOf(
  realmDb: Kysely<DB>,
  userId: string,
  { sessionId, reason, now }: { sessionId: string; reason: string; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await realmDb
    .updateTable('session')
    .set({ ended_at: now, end_reason: reason })
    .where('session_id', '=', sessionId)
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
