import type { HandlerInput, Reply } from '../../../../contract/endpoint.ts'
import { Problem } from '../../../../contract/problems.ts'
import type { ContextOf } from '../../../../server/http/request-context.ts'
import { requireSameOrigin } from '../../../../server/http/require-same-origin.ts'
import { findOwner } from '../../factors/server/credentials.queries.ts'
import { mfaContextOf } from '../../factors/server/mfa-context.ts'
import { verifyFactor } from '../../factors/server/verify-factor.ts'
import type * as contract from '../sign-in.contract.ts'
import { countGuess, undoGuess } from './attempts.queries.ts'
import { finishSignIn, requireInteraction, startAgain } from './interaction.ts'
import { rememberDevice } from './remember-device.ts'

/** Checks the second factor after the right password. After five wrong ones the sign-in starts again. */
export async function verifySecondFactor(
  { body }: HandlerInput<typeof contract.verifySecondFactor>,
  context: ContextOf<typeof contract.verifySecondFactor>,
): Promise<Reply<typeof contract.verifySecondFactor>> {
  requireSameOrigin(context)
  const interaction = await requireInteraction(context)
  const mfa = mfaContextOf(context)
  const userId = await countGuess(mfa.realmDb, interaction, mfa.now)
  if (userId === null) throw startAgain()
  const use = { purpose: 'sign-in', boundTo: interaction } as const
  const { amr, acr } = await verifyFactor(mfa, userId, body.factor, use).catch(async (error: unknown) => {
    if (error instanceof Problem && error.code === 'too-many-requests')
      await undoGuess(mfa.realmDb, interaction)
    throw error
  })
  const device = body.rememberDevice ? await rememberDevice(context, await findOwner(mfa, userId)) : null
  const redirectTo = await finishSignIn(context, interaction, { userId, amr: ['pwd', ...amr, 'mfa'], acr })
  return { step: 'done', redirectTo, device }
}
