import type { HandlerInput, Reply } from '../../../../contract/endpoint.ts'
import type { ContextOf } from '../../../../server/http/request-context.ts'
import { requireSameOrigin } from '../../../../server/http/require-same-origin.ts'
import { mfaContextOf } from '../../factors/server/mfa-context.ts'
import { requestPasskey as passkeyRequestOf } from '../../factors/server/passkeys.ts'
import type * as contract from '../sign-in.contract.ts'
import { findAttempt } from './attempts.queries.ts'
import { requireInteraction, startAgain } from './interaction.ts'

/** WebAuthn request options: for any passkey as the first step, for the person's own after the password. */
export async function requestPasskey(
  { body }: HandlerInput<typeof contract.requestPasskey>,
  context: ContextOf<typeof contract.requestPasskey>,
): Promise<Reply<typeof contract.requestPasskey>> {
  requireSameOrigin(context)
  const interaction = await requireInteraction(context)
  const mfa = mfaContextOf(context)
  const userId = body.step === 'first' ? null : await findAttempt(mfa.realmDb, interaction, mfa.now)
  if (body.step === 'second' && userId === null) throw startAgain()
  return {
    passkeyRequest: await passkeyRequestOf(mfa, { purpose: 'sign-in', boundTo: interaction, userId }),
  }
}
