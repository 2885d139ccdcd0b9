import type { HandlerInput, Reply } from '../../../../contract/endpoint.ts'
import { Problem } from '../../../../contract/problems.ts'
import { recordAuditEvent } from '../../../../server/audit/record-audit-event.ts'
import { clearAttempts, countAttempt } from '../../../../server/auth/rate-limit.ts'
import { recordRateLimited } from '../../../../server/auth/record-rate-limited.ts'
import type { ContextOf } from '../../../../server/http/request-context.ts'
import { requireSameOrigin } from '../../../../server/http/require-same-origin.ts'
import { mfaContextOf } from '../../factors/server/mfa-context.ts'
import { checkPasskey, methodsOfPasskey } from '../../factors/server/passkeys.ts'
import { refusalOf } from '../../factors/server/verify-factor.ts'
import type * as contract from '../sign-in.contract.ts'
import { finishSignIn, requireInteraction } from './interaction.ts'

/** Logs in by passkey without a password. An unknown passkey and an invalid signature get the same answer. */
export async function logInByPasskey(
  { body }: HandlerInput<typeof contract.logInByPasskey>,
  context: ContextOf<typeof contract.logInByPasskey>,
): Promise<Reply<typeof contract.logInByPasskey>> {
  requireSameOrigin(context)
  const interaction = await requireInteraction(context)
  const mfa = mfaContextOf(context)
  const { realmDb, secret, now, address, client } = mfa
  const detail = { client: client.name, factor: 'passkey', purpose: 'sign-in' }
  const about = { at: now, address, detail }
  try {
    await countAttempt(realmDb, secret, { address }, now)
  } catch (error) {
    if (error instanceof Problem)
      await recordRateLimited(realmDb, secret, { kind: 'sign-in-rate-limited', userId: null, ...about })
    throw error
  }
  const use = { purpose: 'sign-in', boundTo: interaction, userId: null } as const
  const found = await checkPasskey(mfa, body.answer, use)
  if (!found) {
    await recordAuditEvent(realmDb, { kind: 'factor-refused', userId: null, ...about })
    throw refusalOf('passkey')
  }
  await clearAttempts(realmDb, secret, { address })
  await recordAuditEvent(realmDb, { kind: 'factor-accepted', userId: found.userId, ...about })
  const redirectTo = await finishSignIn(context, interaction, {
    userId: found.userId,
    amr: [...methodsOfPasskey(found), 'mfa'],
    acr: 'urn:almoner:acr:passkey',
  })
  return { step: 'done', redirectTo, device: null }
}
