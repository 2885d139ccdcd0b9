import { fieldProblem } from '../../../../contract/problems.ts'
import { recordAuditEvent } from '../../../../server/audit/record-audit-event.ts'
import type { Actor } from '../../../../server/auth/actor.ts'
import { clearAttempts, countAttempt } from '../../../../server/auth/rate-limit.ts'
import type { BaseContext } from '../../../../server/http/request-context.ts'
import { findOwnCredential } from '../../sessions/server/sessions.queries.ts'

/**
 * Checks the password within a session. Has its own rate limit, so that someone at an open session cannot block the person's
 * login elsewhere. Throws `validation` for a wrong password and `too-many-requests` when the limit is reached.
 */
export async function requirePassword(
  { actor, client, realmDb, identity, clock, request }: BaseContext & { actor: Actor },
  password: string,
): Promise<void> {
  const now = clock.now()
  const credential = await findOwnCredential(realmDb, actor.userId)
  const subjects = { user: `step-up ${actor.userId}`, address: `step-up ${request.ip}` }
  await countAttempt(realmDb, identity.secret, subjects, now, 'wrong passwords')
  if (await identity.passwords.verify(password, credential.password_hash, 'known'))
    return await clearAttempts(realmDb, identity.secret, subjects)
  await recordAuditEvent(realmDb, {
    kind: 'password-refused',
    userId: actor.userId,
    sessionId: actor.sessionId,
    at: now,
    address: request.ip,
    detail: { client: client.name, purpose: 'step-up' },
  })
  throw fieldProblem('password', 'This isn’t your password')
}
