import type { Given, Reply } from '../../../contract/endpoint.ts'
import { fieldProblem, Problem } from '../../../contract/problems.ts'
import { recordAuditEvent } from '../../../server/audit/record-audit-event.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import { countAttempt, forgiveAttempt } from '../../../server/identity/throttle.ts'
import type { changePassword } from '../password.contract.ts'
import { requireGoodPassword, requirePasswords, takeNewPassword } from './new-password.ts'
import { findPasswordOwner } from './password.queries.ts'

/**
 * Changes one's own password by the current one. Refused where the client keeps people's data elsewhere (open-points 2,
 * profileUpdates). Guesses at the current password wait as guesses at the sign-in do, and are counted apart from them: whoever
 * sits at somebody's open session must not keep them from signing in elsewhere.
 */
export async function replacePassword(
  { body }: Given<typeof changePassword>,
  context: ContextOf<typeof changePassword>,
): Promise<Reply<typeof changePassword>> {
  const { client, realmDb, identity, clock, request, actor } = context
  requirePasswords(context)
  if (!client.profileUpdates) throw new Problem('access-denied')
  const owner = await findPasswordOwner(realmDb, actor.userId)
  if (!owner) throw new Problem('access-denied')

  const subjects = { user: `password-change ${actor.userId}`, address: `password-change ${request.ip}` }
  await countAttempt(realmDb, identity.secret, subjects, clock.now(), 'wrong passwords')
  if (!(await identity.passwords.verify(body.currentPassword, owner.passwordHash, 'known'))) {
    await recordAuditEvent(realmDb, {
      kind: 'password-refused',
      userId: actor.userId,
      sessionId: actor.sessionId,
      at: clock.now(),
      address: request.ip,
      detail: { client: client.name, where: 'profile' },
    })
    throw fieldProblem('currentPassword', 'This is not your current password')
  }
  await forgiveAttempt(realmDb, identity.secret, subjects)
  await requireGoodPassword(body.newPassword, owner, context, 'newPassword')
  const passwordHash = await identity.passwords.hash(body.newPassword)
  const changed = await realmDb
    .transaction()
    .execute(trx =>
      takeNewPassword(trx, context, { owner, passwordHash, keepsSession: actor.sessionId, how: 'profile' }),
    )
  context.sessions.wereEnded(actor.userId)
  return changed
}
