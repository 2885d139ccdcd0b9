import type { Kysely } from 'kysely'
import type { Given, Reply } from '../../../contract/endpoint.ts'
import { recordAuditEvent } from '../../../server/audit/record-audit-event.ts'
import type { DB } from '../../../server/db/schema.ts'
import type { BaseContext, ContextOf } from '../../../server/http/request-context.ts'
import { endProviderSessions } from '../../../server/identity/provider/provider-adapter.ts'
import type { Actor } from '../../../server/session/actor.ts'
import { endSessionOf, endSessionsOf } from '../../../server/session/end-sessions.ts'
import type { endOneSession, endOtherSessions, listSessions } from '../sessions.contract.ts'
import { listSessionsOf } from './security.queries.ts'

/** Where the person is signed in, this session first. */
export async function sessionsOfCaller(
  _given: unknown,
  { actor, client, databases, clock }: ContextOf<typeof listSessions>,
): Promise<Reply<typeof listSessions>> {
  const rows = await listSessionsOf(databases.realm(client.realm), actor.userId, clock.now())
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
  const { actor, client, databases, clock } = context
  const { sessionId } = params
  // The session that asks is ended by logging out, which also clears its cookie.
  if (sessionId === actor.sessionId) return {}
  await databases
    .realm(client.realm)
    .transaction()
    .execute(async trx => {
      if (await endSessionOf(trx, actor.userId, { sessionId, reason, now: clock.now() }))
        await record(trx, context, sessionId, { which: 'one' })
    })
  context.sessions.wereEnded(actor.userId)
  return {}
}

/** With them end the sign-ins at the embedded provider, by which they could be begun anew. */
export async function endOtherSessionsOfCaller(
  _given: unknown,
  context: ContextOf<typeof endOtherSessions>,
): Promise<Reply<typeof endOtherSessions>> {
  const { actor, client, databases, clock } = context
  const realmDb = databases.realm(client.realm)
  const ended = await realmDb.transaction().execute(async trx => {
    const about = { except: actor.sessionId, reason, now: clock.now() }
    const count = await endSessionsOf(trx, actor.userId, about)
    if (count > 0) await record(trx, context, null, { which: 'all others', count: String(count) })
    return count
  })
  context.sessions.wereEnded(actor.userId)
  await endProviderSessions(realmDb, actor.userId)
  return { ended }
}

async function record(
  trx: Kysely<DB>,
  { actor, client, clock, request }: BaseContext & { actor: Actor },
  sessionId: string | null,
  detail: Record<string, string>,
): Promise<void> {
  await recordAuditEvent(trx, {
    kind: 'session-ended',
    userId: actor.userId,
    actorUserId: actor.userId,
    sessionId,
    at: clock.now(),
    address: request.ip,
    detail: { client: client.name, ...detail },
  })
}
