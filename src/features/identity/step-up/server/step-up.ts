import type { HandlerInput, Reply } from '../../../../contract/endpoint.ts'
import { Problem } from '../../../../contract/problems.ts'
import { recordAuditEvent } from '../../../../server/audit/record-audit-event.ts'
import type { Actor } from '../../../../server/auth/actor.ts'
import { recordStepUp } from '../../../../server/auth/sessions.queries.ts'
import type { BaseContext, ContextOf } from '../../../../server/http/request-context.ts'
import { findFactors, findOwner } from '../../factors/server/credentials.queries.ts'
import { type FactorUse, mfaContextOf } from '../../factors/server/mfa-context.ts'
import { mustHaveFactor } from '../../factors/server/second-factor-required.ts'
import { requirePassword } from '../../factors/server/verify-current-password.ts'
import { verifyFactor } from '../../factors/server/verify-factor.ts'
import { findOwnCredential } from '../../sessions/server/sessions.queries.ts'
import type * as contract from '../step-up.contract.ts'

type Principal = BaseContext & { actor: Actor }

/** Binds a challenge to one session. */
export const forThisSession = ({ actor }: Principal): FactorUse => ({
  purpose: 'step-up',
  boundTo: actor.sessionId,
})

/** Verifies the factor or password and records it for this session only, for five minutes. */
export async function stepUp(
  { body }: HandlerInput<typeof contract.stepUp>,
  context: ContextOf<typeof contract.stepUp>,
): Promise<Reply<typeof contract.stepUp>> {
  const { actor, client, realmDb, clock, request, reply, sessions } = context
  const method = body.data.attributes
  if (method.kind !== 'password')
    await verifyFactor(mfaContextOf(context), actor.userId, method, forThisSession(context))
  else {
    // A person with a second factor cannot use the password: someone may have watched them type it.
    if (!(await isPasswordAllowed(context))) throw new Problem('access-denied')
    await requirePassword(context, method.password)
  }
  const now = clock.now()
  await realmDb.transaction().execute(async trx => {
    await recordStepUp(trx, actor.sessionId, now)
    await recordAuditEvent(trx, {
      kind: 'step-up',
      userId: actor.userId,
      actorUserId: actor.userId,
      sessionId: actor.sessionId,
      at: now,
      address: request.ip,
      detail: { client: client.name, by: method.kind },
    })
  })
  // A cookie that was stolen before the step-up must not gain what the step-up allows.
  await sessions.replaceCookie(reply, client, actor.sessionId, now)
  return { antiforgeryChanged: sessions.hasReplacedCookie(reply) }
}

/** Only for a person with a password and no second factor at any address, at a client that does not require one. */
export async function isPasswordAllowed(context: Principal): Promise<boolean> {
  const { actor, client, identity } = context
  const mfa = mfaContextOf(context)
  const [{ hasAny }, owner, credential] = await Promise.all([
    findFactors(mfa, actor.userId),
    findOwner(mfa, actor.userId),
    findOwnCredential(mfa.realmDb, actor.userId),
  ])
  return credential.password_hash !== null && !hasAny && !mustHaveFactor(identity, client, owner)
}
