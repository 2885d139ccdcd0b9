import type { HandlerInput, Reply } from '../../../../contract/endpoint.ts'
import { endSessionOf, endSessionsOf } from '../../../../server/auth/end-sessions.ts'
import type { ContextOf } from '../../../../server/http/request-context.ts'
import { endPendingSignIns } from '../../oidc/server/pending-sign-ins.queries.ts'
import type { endOneSession, endOtherSessions, listSessions } from '../sessions.contract.ts'
import { listSessionsOf } from './sessions.queries.ts'

/** The person's sessions, this one first. */
export async function sessionsOfCaller(
  _input: unknown,
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

/** Does nothing, and reveals nothing, for an unknown or ended session or another person's. */
export async function endSessionOfCaller(
  { params }: HandlerInput<typeof endOneSession>,
  context: ContextOf<typeof endOneSession>,
): Promise<Reply<typeof endOneSession>> {
  const { actor, realmDb, clock } = context
  const { sessionId } = params
  // The calling session ends by logging out, which also clears its cookie.
  if (sessionId === actor.sessionId) return {}
  const end = { reason, now: clock.now(), from: { address: context.request.ip } }
  await endSessionOf(realmDb, actor.userId, { sessionId, ...end })
  context.sessions.notifyEnded(actor.userId)
  return {}
}

/** Also ends pending sign-ins, which could create new sessions. */
export async function endOtherSessionsOfCaller(
  _input: unknown,
  context: ContextOf<typeof endOtherSessions>,
): Promise<Reply<typeof endOtherSessions>> {
  const { actor, realmDb, clock } = context
  const end = { reason, now: clock.now(), from: { address: context.request.ip } }
  const ended = await endSessionsOf(realmDb, actor.userId, { except: actor.sessionId, ...end })
  context.sessions.notifyEnded(actor.userId)
  await endPendingSignIns(realmDb, actor.userId)
  return { ended }
}
