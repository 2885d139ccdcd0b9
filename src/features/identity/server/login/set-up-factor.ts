import type { HandlerInput, Reply } from '../../../../contract/endpoint.ts'
import type { BaseContext, ContextOf } from '../../../../server/http/request-context.ts'
import type { finishSetUp, startSetUp } from '../../sign-in.contract.ts'
import { addFactor, noteAdded, startFactor } from '../mfa/add-factor.ts'
import { makeBackupCodes } from '../mfa/backup-codes.ts'
import { findFactors, findOwner } from '../mfa/credentials.queries.ts'
import { requestedBy } from '../mfa/requested-factor.ts'
import { findAttempt } from './attempts.queries.ts'
import { requireSameOrigin } from './require-same-origin.ts'
import { finishSignIn, startAgain, startSignIn } from './start-sign-in.ts'

/**
 * The person who entered the right password in this sign-in and has no second factor. A person who has one, even one that
 * cannot be used at this address, may not set up another by password alone: that would bypass it.
 */
async function personWithoutFactor(context: BaseContext) {
  requireSameOrigin(context)
  const interaction = await startSignIn(context)
  const asked = requestedBy(context)
  const userId = await findAttempt(asked.realmDb, interaction, asked.now)
  if (userId === null || (await findFactors(asked, userId)).hasAny) throw startAgain()
  return { interaction, asked, owner: await findOwner(asked, userId) }
}

export async function startFirstFactor(
  { body }: HandlerInput<typeof startSetUp>,
  context: ContextOf<typeof startSetUp>,
): Promise<Reply<typeof startSetUp>> {
  const { interaction, asked, owner } = await personWithoutFactor(context)
  return startFactor[body.kind](asked, owner, interaction)
}

/** Adds the factor, creates backup codes and finishes the sign-in. */
export async function addFirstFactor(
  { body }: HandlerInput<typeof finishSetUp>,
  context: ContextOf<typeof finishSetUp>,
): Promise<Reply<typeof finishSetUp>> {
  const { interaction, asked, owner } = await personWithoutFactor(context)
  const userAgent = context.request.headers['user-agent']
  const { amr, acr } =
    body.kind === 'code'
      ? await addFactor.code(asked, owner, body)
      : await addFactor.passkey(asked, owner, { passkey: body.passkey, boundTo: interaction, userAgent })
  const note = noteAdded(asked, owner.userId, { factor: 'backup-code' })
  const backupCodes = await makeBackupCodes(asked, owner.userId, note)
  const redirectTo = await finishSignIn(context, interaction, {
    userId: owner.userId,
    amr: ['pwd', ...amr, 'mfa'],
    acr,
  })
  return { redirectTo, backupCodes }
}
