import { fieldProblem } from '../../../contract/problems.ts'
import { recordAuditEvent } from '../../../server/audit/record-audit-event.ts'
import type { BaseContext } from '../../../server/http/request-context.ts'
import { countAttempt, forgiveAttempt } from '../../../server/identity/throttle.ts'
import type { Actor } from '../../../server/session/actor.ts'
import { findOwnCredential } from './security.queries.ts'

/**
 * Checks the password of somebody who is signed in. Guesses wait as those at the door do, and are counted apart from
 * them: whoever sits at somebody's open session must not keep them from signing in elsewhere. Throws `validation` where it is wrong, `too-many-requests` where the person has to wait.
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
    return await forgiveAttempt(realmDb, identity.secret, subjects)
  await recordAuditEvent(realmDb, {
    kind: 'password-refused',
    userId: actor.userId,
    sessionId: actor.sessionId,
    at: now,
    address: request.ip,
    detail: { client: client.name, purpose: 'step-up' },
  })
  throw fieldProblem('password', 'This is not your password')
}
