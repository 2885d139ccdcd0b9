import type { Kysely, UpdateQueryBuilder, UpdateResult } from 'kysely'
import { recordAuditEvent } from '../audit/record-audit-event.ts'
import { inTransaction } from '../db/in-transaction.ts'
import type { DB } from '../db/schema.ts'

/** Why sessions end, and at whose wish, as far as there was a request. */
export type SessionEnd = {
  reason: string
  now: Date
  /** Absent where no request ended them. */
  from?: { address: string; actorUserId?: string }
}

/** The person's own wish, in the session itself: the trail names it so. */
export const loggedOut = 'logged out'

export type EndedSession = { sessionId: string; userId: string; idToken: string | null }

type LiveSessions = UpdateQueryBuilder<DB, 'session', 'session', UpdateResult>

/**
 * Ends what `which` chooses of the sessions that have not ended, at once and everywhere: the database announces it to every copy of the
 * program (docs/decisions/0010-access-cache.md). Each end is recorded in the audit trail, in the same transaction.
 */
export async function endSessions(
  realmDb: Kysely<DB>,
  which: (sessions: LiveSessions) => LiveSessions,
  { reason, now, from }: SessionEnd,
): Promise<EndedSession[]> {
  return await inTransaction(realmDb, async trx => {
    const live = trx
      .updateTable('session')
      .set({ ended_at: now, end_reason: reason })
      .where('ended_at', 'is', null)
    const ended = await which(live).returning(['session_id', 'user_id', 'client', 'id_token']).execute()
    for (const { session_id, user_id, client } of ended)
      await recordAuditEvent(trx, {
        kind: reason === loggedOut ? 'signed-out' : 'session-ended',
        userId: user_id,
        actorUserId: from?.actorUserId ?? null,
        sessionId: session_id,
        at: now,
        address: from?.address ?? '',
        detail: reason === loggedOut ? { client } : { client, reason },
      })
    return ended.map(row => ({
      sessionId: row.session_id,
      userId: row.user_id,
      idToken: row.id_token,
    }))
  })
}

/** Ends all sessions of a person but `except`. Answers how many there were. */
export async function endSessionsOf(
  realmDb: Kysely<DB>,
  userId: string,
  { except, ...end }: SessionEnd & { except: string | null },
): Promise<number> {
  const ended = await endSessions(
    realmDb,
    sessions =>
      sessions
        .where('user_id', '=', userId)
        .$if(except !== null, query => query.where('session_id', '!=', except)),
    end,
  )
  return ended.length
}

/** Ends one session of the person. False where there is none such of theirs, or it has ended already. */
export async function endSessionOf(
  realmDb: Kysely<DB>,
  userId: string,
  { sessionId, ...end }: SessionEnd & { sessionId: string },
): Promise<boolean> {
  const ended = await endSessions(
    realmDb,
    sessions => sessions.where('session_id', '=', sessionId).where('user_id', '=', userId),
    end,
  )
  return ended.length === 1
}
