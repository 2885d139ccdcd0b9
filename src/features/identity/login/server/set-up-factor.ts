import type { BaseContext } from '../../../../server/http/request-context.ts'
import { requireSameOrigin } from '../../../../server/http/require-same-origin.ts'
import { findFactors, findOwner } from '../../factors/server/credentials.queries.ts'
import { mfaContextOf } from '../../factors/server/mfa-context.ts'
import { findAttempt } from './attempts.queries.ts'
import { requireInteraction, startAgain } from './interaction.ts'

/**
 * The person who entered the right password in this sign-in and has no second factor. A person who has one, even one that
 * cannot be used at this address, may not set up another by password alone: that would bypass it.
 */
export async function personWithoutFactor(context: BaseContext) {
  requireSameOrigin(context)
  const interaction = await requireInteraction(context)
  const mfa = mfaContextOf(context)
  const userId = await findAttempt(mfa.realmDb, interaction, mfa.now)
  if (userId === null || (await findFactors(mfa, userId)).hasAny) throw startAgain()
  return { interaction, mfa, owner: await findOwner(mfa, userId) }
}
