import type { Given, Reply } from '../../../../contract/endpoint.ts'
import { endSessionOf, endSessionsOf } from '../../../../server/auth/end-sessions.ts'
import type { ContextOf } from '../../../../server/http/request-context.ts'
import type { endOneSession, endOtherSessions, listSessions } from '../../sessions.contract.ts'
import { endSignInsUnderWay } from '../oidc/pending-sign-ins.ts'
import { listSessionsOf } from './sessions.queries.ts'

/** Where the person is signed in, this session first. */
export async function sessionsOfCaller(
  _given: unknown,
  { actor, realmDb, clock }: ContextOf<typeof listSessions>,
): Promise<Reply<typeof listSessions>> {
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

const reason = 'ended by the person in another session'

/** Somebody else's session, an ended one and one that there is not are the same: nothing happens, and nothing is told. */
export async function endSessionOfCaller(
  { params }: Given<typeof endOneSession>,
  context: ContextOf<typeof endOneSession>,
): Promise<Reply<typeof endOneSession>> {
  const { actor, realmDb, clock } = context
  const { sessionId } = params
  // The session that asks is ended by logging out, which also clears its cookie.
  if (sessionId === actor.sessionId) return {}
  const end = { reason, now: clock.now(), from: { address: context.request.ip } }
  await endSessionOf(realmDb, actor.userId, { sessionId, ...end })
  context.sessions.wereEnded(actor.userId)
  return {}
}

/** With them end the sign-ins that are under way, by which they could be begun anew. */
export async function endOtherSessionsOfCaller(
  _given: unknown,
  context: ContextOf<typeof endOtherSessions>,
): Promise<Reply<typeof endOtherSessions>> {
  const { actor, realmDb, clock } = context
  const end = { reason, now: clock.now(), from: { address: context.request.ip } }
  const ended = await endSessionsOf(realmDb, actor.userId, { except: actor.sessionId, ...end })
  context.sessions.wereEnded(actor.userId)
  await endSignInsUnderWay(realmDb, actor.userId)
  return { ended }
}
