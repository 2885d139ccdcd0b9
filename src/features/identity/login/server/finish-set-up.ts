import type { HandlerInput, Reply } from '../../../../contract/endpoint.ts'
import type { ContextOf } from '../../../../server/http/request-context.ts'
import { addFactor, recordAddedFactor } from '../../factors/server/add-factor.ts'
import { makeBackupCodes } from '../../factors/server/backup-codes.ts'
import type * as contract from '../sign-in.contract.ts'
import { finishSignIn } from './interaction.ts'
import { personWithoutFactor } from './set-up-factor.ts'

/** Adds the factor, creates backup codes and finishes the sign-in. */
export async function finishSetUp(
  { body }: HandlerInput<typeof contract.finishSetUp>,
  context: ContextOf<typeof contract.finishSetUp>,
): Promise<Reply<typeof contract.finishSetUp>> {
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
