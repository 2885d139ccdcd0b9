import { fieldProblem } from '../../../contract/problems.ts'
import { recordAuditEvent } from '../../../server/audit/record-audit-event.ts'
import type { BaseContext } from '../../../server/http/request-context.ts'
import { countAttempt, forgiveAttempt } from '../../../server/identity/throttle.ts'
import type { Actor } from '../../../server/session/actor.ts'
import { findOwnCredential } from './security.queries.ts'

/**
 * Checks the password of somebody who is signed in. Guesses are counted with those at the door, so that an open session is
 * no second way to guess. Throws `validation` where it is wrong, `too-many-requests` where the person has to wait.
 */
export async function requirePassword(
  { actor, client, databases, identity, clock, request }: BaseContext & { actor: Actor },
  password: string,
): Promise<void> {
  const realmDb = databases.realm(client.realm)
  const now = clock.now()
  const credential = await findOwnCredential(realmDb, actor.userId)
  const subjects = { user: credential.sso_id, address: request.ip }
  await countAttempt(realmDb, identity.secret, subjects, now)
  if (await identity.passwords.verify(password, credential.password_hash))
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
