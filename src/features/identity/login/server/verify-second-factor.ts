import type { HandlerInput, Reply } from '../../../../contract/endpoint.ts'
import { Problem } from '../../../../contract/problems.ts'
import { recordAuditEvent } from '../../../../server/audit/record-audit-event.ts'
import { clearAttempts, countAttempt } from '../../../../server/auth/rate-limit.ts'
import { recordRateLimited } from '../../../../server/auth/record-rate-limited.ts'
import type { ContextOf } from '../../../../server/http/request-context.ts'
import { requireSameOrigin } from '../../../../server/http/require-same-origin.ts'
import { findOwner } from '../../factors/server/credentials.queries.ts'
import { mfaContextOf } from '../../factors/server/mfa-context.ts'
import {
  checkPasskey,
  methodsOfPasskey,
  requestPasskey as passkeyRequestOf,
} from '../../factors/server/passkeys.ts'
import { refusalOf, verifyFactor } from '../../factors/server/verify-factor.ts'
import type { logInByPasskey, requestPasskey, verifySecondFactor } from '../sign-in.contract.ts'
import { countGuess, findAttempt, undoGuess } from './attempts.queries.ts'
import { finishSignIn, requireInteraction, startAgain } from './interaction.ts'
import { rememberDevice } from './remember-device.ts'

/** Checks the second factor after the right password. After five wrong ones the sign-in starts again. */
export async function acceptFactor(
  { body }: HandlerInput<typeof verifySecondFactor>,
  context: ContextOf<typeof verifySecondFactor>,
): Promise<Reply<typeof verifySecondFactor>> {
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

/** WebAuthn request options: for any passkey as the first step, for the person's own after the password. */
export async function passkeyRequestForSignIn(
  { body }: HandlerInput<typeof requestPasskey>,
  context: ContextOf<typeof requestPasskey>,
): Promise<Reply<typeof requestPasskey>> {
  requireSameOrigin(context)
  const interaction = await requireInteraction(context)
  const mfa = mfaContextOf(context)
  const userId = body.step === 'first' ? null : await findAttempt(mfa.realmDb, interaction, mfa.now)
  if (body.step === 'second' && userId === null) throw startAgain()
  return {
    passkeyRequest: await passkeyRequestOf(mfa, { purpose: 'sign-in', boundTo: interaction, userId }),
  }
}

/** Logs in by passkey without a password. An unknown passkey and an invalid signature get the same answer. */
export async function acceptPasskey(
  { body }: HandlerInput<typeof logInByPasskey>,
  context: ContextOf<typeof logInByPasskey>,
): Promise<Reply<typeof logInByPasskey>> {
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
