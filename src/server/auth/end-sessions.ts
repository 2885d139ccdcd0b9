import type { Kysely } from 'kysely'
import { recordAuditEvents } from '../audit/record-audit-event.ts'
import { inTransaction } from '../db/in-transaction.ts'
import type { DB } from '../db/schema.ts'
import { type SessionFilter, setEnded } from './end-sessions.queries.ts'

/** Why sessions end and which request ended them. */
type SessionEnd = {
  reason: string
  now: Date
  /** Absent if a job ended them; without an address if an operator's command did. */
  from?: { address: string; actorUserId?: string }
}

/** The reason of a session whose person logged out. The audit log has its own kind for it. */
export const loggedOut = 'logged out'

export type EndedSession = { sessionId: string; userId: string; idToken: string | null }

/**
 * Ends the live sessions that `filter` selects and records each end in the same transaction. The database notifies every
 * process (docs/decisions/0010-access-cache.md).
 */
export async function endSessions(
  realmDb: Kysely<DB>,
  filter: SessionFilter,
  { reason, now, from }: SessionEnd,
): Promise<EndedSession[]> {
  return await inTransaction(realmDb, async trx => {
    const ended = await setEnded(trx, filter, { reason, now })
    await recordAuditEvents(
      trx,
      ended.map(({ session_id, user_id, client }) => ({
        kind: reason === loggedOut ? 'signed-out' : 'session-ended',
        userId: user_id,
        actorUserId: from?.actorUserId ?? null,
        sessionId: session_id,
        at: now,
        address: from?.address ?? '',
        detail: reason === loggedOut ? { client } : { client, reason },
      })),
    )
    return ended.map(row => ({
      sessionId: row.session_id,
      userId: row.user_id,
      idToken: row.id_token,
    }))
  })
}

/** Ends all sessions of a person except `except`. Returns how many ended. */
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

/** Ends one session of the person. Returns false if it is not theirs or has already ended. */
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
