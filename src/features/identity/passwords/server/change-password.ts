import type { HandlerInput, Reply } from '../../../../contract/endpoint.ts'
import { fieldProblem, Problem } from '../../../../contract/problems.ts'
import { recordAuditEvent } from '../../../../server/audit/record-audit-event.ts'
import { clearAttempts, countAttempt } from '../../../../server/auth/rate-limit.ts'
import { requireStepUp } from '../../../../server/auth/step-up.ts'
import type { ContextOf } from '../../../../server/http/request-context.ts'
import { isPasswordAllowed } from '../../step-up/server/step-up.ts'
import type * as contract from '../password.contract.ts'
import { acceptNewPassword, requirePasswordLogin, requireValidPassword } from './new-password.ts'
import { findPasswordOwner } from './password.queries.ts'

/**
 * Changes one's own password, given the current one. Throws `access-denied` if the client's profileUpdates is off (§15).
 * Whoever steps up with a factor does so first; for others the current password is the step-up, and is asked for once.
 * Wrong passwords have their own rate limit, so that someone at an open session cannot block the person's login elsewhere.
 */
export async function changePassword(
  { body }: HandlerInput<typeof contract.changePassword>,
  context: ContextOf<typeof contract.changePassword>,
): Promise<Reply<typeof contract.changePassword>> {
  const { client, realmDb, identity, clock, request, actor } = context
  requirePasswordLogin(context)
  if (!client.profileUpdates) throw new Problem('access-denied')
  const owner = await findPasswordOwner(realmDb, actor.userId)
  if (!owner) throw new Problem('access-denied')
  if (!(await isPasswordAllowed(context))) requireStepUp(context)

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
    throw fieldProblem('currentPassword', 'This isn’t your current password')
  }
  await clearAttempts(realmDb, identity.secret, subjects)
  await requireValidPassword(body.newPassword, owner, context, 'newPassword')
  const passwordHash = await identity.passwords.hash(body.newPassword)
  const changed = await realmDb.transaction().execute(trx =>
    acceptNewPassword(trx, context, {
      owner,
      passwordHash,
      exceptSessionId: actor.sessionId,
      how: 'profile',
    }),
  )
  context.sessions.notifyEnded(actor.userId)
  return changed
}
