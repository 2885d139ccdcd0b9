import type { HandlerInput, Reply } from '../../../../contract/endpoint.ts'
import type { BaseContext, ContextOf } from '../../../../server/http/request-context.ts'
import { requireSameOrigin } from '../../../../server/http/require-same-origin.ts'
import { addFactor, recordAddedFactor, startFactor } from '../../factors/server/add-factor.ts'
import { makeBackupCodes } from '../../factors/server/backup-codes.ts'
import { findFactors, findOwner } from '../../factors/server/credentials.queries.ts'
import { mfaContextOf } from '../../factors/server/mfa-context.ts'
import type { finishSetUp, startSetUp } from '../sign-in.contract.ts'
import { findAttempt } from './attempts.queries.ts'
import { finishSignIn, requireInteraction, startAgain } from './interaction.ts'

/**
 * The person who entered the right password in this sign-in and has no second factor. A person who has one, even one that
 * cannot be used at this address, may not set up another by password alone: that would bypass it.
 */
async function personWithoutFactor(context: BaseContext) {
  requireSameOrigin(context)
  const interaction = await requireInteraction(context)
  const mfa = mfaContextOf(context)
  const userId = await findAttempt(mfa.realmDb, interaction, mfa.now)
  if (userId === null || (await findFactors(mfa, userId)).hasAny) throw startAgain()
  return { interaction, mfa, owner: await findOwner(mfa, userId) }
}

export async function startFirstFactor(
  { body }: HandlerInput<typeof startSetUp>,
  context: ContextOf<typeof startSetUp>,
): Promise<Reply<typeof startSetUp>> {
  const { interaction, mfa, owner } = await personWithoutFactor(context)
  return startFactor[body.kind](mfa, owner, interaction)
}

/** Adds the factor, creates backup codes and finishes the sign-in. */
export async function addFirstFactor(
  { body }: HandlerInput<typeof finishSetUp>,
  context: ContextOf<typeof finishSetUp>,
): Promise<Reply<typeof finishSetUp>> {
  const { interaction, mfa, owner } = await personWithoutFactor(context)
  const userAgent = context.request.headers['user-agent']
  const { amr, acr } =
    body.kind === 'code'
      ? await addFactor.code(mfa, owner, body)
      : await addFactor.passkey(mfa, owner, { passkey: body.passkey, boundTo: interaction, userAgent })
  const record = recordAddedFactor(mfa, owner.userId, { factor: 'backup-code' })
  const backupCodes = await makeBackupCodes(mfa, owner.userId, record)
  const redirectTo = await finishSignIn(context, interaction, {
    userId: owner.userId,
    amr: ['pwd', ...amr, 'mfa'],
    acr,
  })
  return { redirectTo, backupCodes }
}
