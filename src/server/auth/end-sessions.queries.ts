import type { Kysely, UpdateQueryBuilder, UpdateResult } from 'kysely'
import type { DB } from '../db/schema.ts'

/** Which of the live sessions end. */
export type SessionFilter = (sessions: LiveSessions) => LiveSessions
type LiveSessions = UpdateQueryBuilder<DB, 'session', 'session', UpdateResult>

type EndedRow = { session_id: string; user_id: string; client: string; id_token: string | null }

export async function setEnded(
  trx: Kysely<DB>,
  filter: SessionFilter,
  { reason, now }: { reason: string; now: Date },
): Promise<EndedRow[]> {
  const live = trx
    .updateTable('session')
    .set({ ended_at: now, end_reason: reason })
    .where('ended_at', 'is', null)
  return await filter(live).returning(['session_id', 'user_id', 'client', 'id_token']).execute()
}

/** Sessions that have expired, the first of them first. */
export const expiredSessions =
  (now: Date, limit: number): SessionFilter =>
  sessions =>
    sessions.where('session_id', 'in', query =>
      query
        .selectFrom('session')
        .select('session_id')
        .where('ended_at', 'is', null)
        .where('expires_at', '<=', now)
        .orderBy('expires_at')
        .limit(limit),
    )
