import type { Reply } from '../../../../contract/endpoint.ts'
import type { ContextOf } from '../../../../server/http/request-context.ts'
import type * as contract from '../sessions.contract.ts'
import { listSessionsOf } from './sessions.queries.ts'

/** The person's sessions, this one first. */
export async function listSessions(
  _input: unknown,
  { actor, realmDb, clock }: ContextOf<typeof contract.listSessions>,
): Promise<Reply<typeof contract.listSessions>> {
  const rows = await listSessionsOf(realmDb, actor.userId, clock.now())
  const data = rows.map(row => ({
    sessionId: row.session_id,
    browser: row.browser,
    address: row.address,
    startedAt: row.created_at.toISOString(),
    lastSeenAt: row.last_seen_at.toISOString(),
    isThis: row.session_id === actor.sessionId,
  }))
  return { data: [...data.filter(row => row.isThis), ...data.filter(row => !row.isThis)] }
}
