import type { ContextOf } from '../../../../server/http/request-context.ts'
import { mfaContextOf } from '../../factors/server/mfa-context.ts'
import { listFactors } from '../../factors/server/verify-factor.ts'
import type * as contract from '../step-up.contract.ts'
import type { StepUpOffer } from '../step-up.contract.ts'
import { forThisSession, isPasswordAllowed } from './step-up.ts'

/** The person's methods: their second factors or, if allowed, their password. */
export async function getStepUpOptions(
  _input: unknown,
  context: ContextOf<typeof contract.getStepUpOptions>,
): Promise<StepUpOffer> {
  const offer = await listFactors(mfaContextOf(context), context.actor.userId, forThisSession(context))
  if (offer.kinds.length > 0) return offer
  return { kinds: (await isPasswordAllowed(context)) ? ['password'] : [], passkeyRequest: null }
}
