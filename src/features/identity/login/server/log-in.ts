import type { HandlerInput, Reply } from '../../../../contract/endpoint.ts'
import { Problem } from '../../../../contract/problems.ts'
import { recordAuditEvent } from '../../../../server/audit/record-audit-event.ts'
import type { BaseContext, ContextOf } from '../../../../server/http/request-context.ts'
import { requireSameOrigin } from '../../../../server/http/require-same-origin.ts'
import { findFactors, findOwner } from '../../factors/server/credentials.queries.ts'
import { type Authentication, type FactorUse, mfaContextOf } from '../../factors/server/mfa-context.ts'
import { mustHaveFactor } from '../../factors/server/second-factor-required.ts'
import { listFactors, verifyFactor } from '../../factors/server/verify-factor.ts'
import type * as contract from '../sign-in.contract.ts'
import type { NextStep } from '../sign-in.contract.ts'
import { openAttempt } from './attempts.queries.ts'
import { checkPassword } from './check-password.ts'
import { finishSignIn, requireInteraction } from './interaction.ts'
import { openSession } from './open-session.ts'
import { rememberDevice } from './remember-device.ts'
import { findLinkedUser } from './sign-in.queries.ts'

type Typed = HandlerInput<typeof contract.logIn>['body']

/**
 * Checks user id and password. The next step depends on the person (done, second factor or set-up), so it is revealed only
 * after the right password.
 */
export async function logIn(
  { body }: HandlerInput<typeof contract.logIn>,
  context: ContextOf<typeof contract.logIn>,
): Promise<Reply<typeof contract.logIn>> {
  requireSameOrigin(context)
  if (body.direct) requireEmbeddedProvider(context)
  const interaction = body.direct ? null : await requireInteraction(context)
  const userId = await checkPassword(context, body)
  const step = await stepAfterPassword(context, userId, body, interaction)
  if (step.step !== 'authenticated') return step
  const redirectTo =
    interaction === null
      ? await createDirectSession(context, { userId, ...step.authentication })
      : await finishSignIn(context, interaction, { userId, ...step.authentication })
  return { step: 'done', redirectTo, device: step.device }
}

type Authenticated = {
  step: 'authenticated'
  authentication: Authentication
  device: (NextStep & { step: 'done' })['device']
}

async function stepAfterPassword(
  context: BaseContext,
  userId: string,
  body: Typed,
  interaction: string | null,
): Promise<Exclude<NextStep, { step: 'done' }> | Authenticated> {
  const { client, identity, request } = context
  const mfa = mfaContextOf(context)
  const { hasAny } = await findFactors(mfa, userId)
  const owner = await findOwner(mfa, userId)
  const saveAttempt = async () => {
    if (interaction !== null) await openAttempt(mfa.realmDb, { interaction, userId, now: mfa.now })
  }
  if (!hasAny) {
    if (!mustHaveFactor(identity, client, owner))
      return {
        step: 'authenticated',
        authentication: { amr: ['pwd'], acr: 'urn:almoner:acr:password' },
        device: null,
      }
    if (interaction === null)
      throw new Problem('access-denied', {
        detail: 'Please set up two-step verification on the login screen first.',
      })
    await saveAttempt()
    return { step: 'set-up' }
  }
  const knownDevice = await identity.devices.recognize(mfa, request, userId)
  if (knownDevice)
    return {
      step: 'authenticated',
      authentication: { amr: ['pwd'], acr: 'urn:almoner:acr:remembered-device' },
      device: { ...knownDevice, userName: owner.ssoId },
    }
  const use: FactorUse = { purpose: 'sign-in', boundTo: interaction ?? `direct ${userId}` }
  if (!body.factor) {
    await saveAttempt()
    return { step: 'factor', offer: await listFactors(mfa, userId, use) }
  }
  const { amr, acr } = await verifyFactor(mfa, userId, body.factor, use)
  const device = body.rememberDevice ? await rememberDevice(context, owner) : null
  return { step: 'authenticated', authentication: { amr: ['pwd', ...amr, 'mfa'], acr }, device }
}

/** Throws `access-denied` at a client without the embedded provider, which accepts no passwords. */
function requireEmbeddedProvider({ client }: BaseContext): void {
  if (!client.identityProviders.some(({ kind }) => kind === 'embedded')) throw new Problem('access-denied')
}

/** Creates the session in this reply. Returns null, because there is no redirect. */
async function createDirectSession(
  context: BaseContext,
  { userId, amr, acr }: Authentication & { userId: string },
): Promise<null> {
  const { client, realmDb, clock, request } = context
  const user = await findLinkedUser(realmDb, userId)
  if (!user?.has_access) {
    await recordAuditEvent(realmDb, {
      kind: 'sign-in-refused',
      userId,
      at: clock.now(),
      address: request.ip,
      detail: { client: client.name, reason: 'access was withdrawn' },
    })
    throw new Problem('access-denied')
  }
  await openSession(context, { userId, idToken: null, provider: 'embedded', amr, acr })
  return null
}
