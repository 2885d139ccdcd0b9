import type { HandlerInput, Reply } from '../../../../contract/endpoint.ts'
import { Problem } from '../../../../contract/problems.ts'
import type { BaseContext, ContextOf } from '../../../../server/http/request-context.ts'
import type { logIn, NextStep } from '../../sign-in.contract.ts'
import { findFactors, findOwner } from '../mfa/credentials.queries.ts'
import { type FactorUse, type Proved, requestedBy } from '../mfa/requested-factor.ts'
import { mustHaveFactor } from '../mfa/second-factor-required.ts'
import { offerFactors, verifyFactor } from '../mfa/verify-factor.ts'
import { openAttempt } from './attempts.queries.ts'
import { checkPassword } from './check-password.ts'
import { createDirectSession, requireEmbeddedProvider } from './direct-session.ts'
import { rememberDevice } from './remember-device.ts'
import { requireSameOrigin } from './require-same-origin.ts'
import { finishSignIn, startSignIn } from './start-sign-in.ts'

type Typed = HandlerInput<typeof logIn>['body']

/**
 * Checks user id and password. The next step depends on the person (done, second factor or set-up), so it is revealed only
 * after the right password.
 */
export async function acceptPassword(
  { body }: HandlerInput<typeof logIn>,
  context: ContextOf<typeof logIn>,
): Promise<Reply<typeof logIn>> {
  requireSameOrigin(context)
  if (body.direct) requireEmbeddedProvider(context)
  const interaction = body.direct ? null : await startSignIn(context)
  const userId = await checkPassword(context, body)
  const step = await stepAfterPassword(context, userId, body, interaction)
  if (step.step !== 'proved') return step
  const redirectTo =
    interaction === null
      ? await createDirectSession(context, { userId, ...step.proved })
      : await finishSignIn(context, interaction, { userId, ...step.proved })
  return { step: 'done', redirectTo, device: step.device }
}

type Proven = { step: 'proved'; proved: Proved; device: (NextStep & { step: 'done' })['device'] }

async function stepAfterPassword(
  context: BaseContext,
  userId: string,
  body: Typed,
  interaction: string | null,
): Promise<Exclude<NextStep, { step: 'done' }> | Proven> {
  const { client, identity, request } = context
  const asked = requestedBy(context)
  const { hasAny } = await findFactors(asked, userId)
  const owner = await findOwner(asked, userId)
  const saveAttempt = async () => {
    if (interaction !== null) await openAttempt(asked.realmDb, { interaction, userId, now: asked.now })
  }
  if (!hasAny) {
    if (!mustHaveFactor(identity, client, owner))
      return {
        step: 'proved',
        proved: { amr: ['pwd'], acr: 'urn:almoner:acr:password' },
        device: null,
      }
    if (interaction === null)
      throw new Problem('access-denied', {
        detail: 'Set up a second factor on the portal’s screen first.',
      })
    await saveAttempt()
    return { step: 'set-up' }
  }
  const known = await identity.devices.recognise(asked, request, userId)
  if (known)
    return {
      step: 'proved',
      proved: { amr: ['pwd'], acr: 'urn:almoner:acr:remembered-device' },
      device: { ...known, userName: owner.ssoId },
    }
  const use: FactorUse = { purpose: 'sign-in', boundTo: interaction ?? `direct ${userId}` }
  if (!body.factor) {
    await saveAttempt()
    return { step: 'factor', offer: await offerFactors(asked, userId, use) }
  }
  const { amr, acr } = await verifyFactor(asked, userId, body.factor, use)
  const device = body.rememberDevice ? await rememberDevice(context, owner) : null
  return { step: 'proved', proved: { amr: ['pwd', ...amr, 'mfa'], acr }, device }
}
