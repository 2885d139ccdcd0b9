import type { Given, Reply } from '../../../../contract/endpoint.ts'
import type { BaseContext, ContextOf } from '../../../../server/http/request-context.ts'
import { addFactor, beginFactor, noteAdded } from '../../../../server/identity/factors/add-factor.ts'
import { askedBy } from '../../../../server/identity/factors/factor-asked.ts'
import { findFactors, findOwner } from '../../../../server/identity/factors/factors.queries.ts'
import { makeBackupCodes } from '../../../../server/identity/factors/kinds/backup-codes.ts'
import type { beginSetUp, finishSetUp } from '../../sign-in.contract.ts'
import { requireSameOrigin } from '../require-same-origin.ts'
import { findAttempt } from './attempts.queries.ts'
import { finishSignIn, openSignIn, startAgain } from './open-sign-in.ts'

/**
 * Whoever has given their password in this sign-in and has no second factor. Somebody who has one, though of no use at
 * this address, sets none up by their password alone: that would be a way around it.
 */
async function newcomer(context: BaseContext) {
  requireSameOrigin(context)
  const interaction = await openSignIn(context)
  const asked = askedBy(context)
  const userId = await findAttempt(asked.realmDb, interaction, asked.now)
  if (userId === null || (await findFactors(asked, userId)).hasAny) throw startAgain()
  return { interaction, asked, owner: await findOwner(asked, userId) }
}

export async function beginFirstFactor(
  { body }: Given<typeof beginSetUp>,
  context: ContextOf<typeof beginSetUp>,
): Promise<Reply<typeof beginSetUp>> {
  const { interaction, asked, owner } = await newcomer(context)
  return beginFactor[body.kind](asked, owner, interaction)
}

/** Adds the factor, makes backup codes, and lets the person in: they have proved both. */
export async function addFirstFactor(
  { body }: Given<typeof finishSetUp>,
  context: ContextOf<typeof finishSetUp>,
): Promise<Reply<typeof finishSetUp>> {
  const { interaction, asked, owner } = await newcomer(context)
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
