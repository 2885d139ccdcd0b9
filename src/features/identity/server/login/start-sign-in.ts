import { errors } from 'oidc-provider'
import { Problem } from '../../../../contract/problems.ts'
import type { BaseContext } from '../../../../server/http/request-context.ts'
import type { Proved } from '../mfa/requested-factor.ts'
import { closeAttempt } from './attempts.queries.ts'

/** The provider's name for the sign-in that this browser has begun; throws `conflict` where there is none (any more). */
export async function startSignIn({
  identity,
  client,
  origin,
  request,
  reply,
}: BaseContext): Promise<string> {
  const provider = await identity.provider(client, origin)
  const { uid } = await provider.interactionDetails(request.raw, reply.raw).catch(orStartAgain)
  return uid
}

/** Everything that was asked for has been given: the provider may say who it is. Where the browser goes on. */
export async function finishSignIn(
  context: BaseContext,
  interaction: string,
  { userId, amr, acr }: Proved & { userId: string },
): Promise<string> {
  const { identity, client, origin, request, reply, realmDb } = context
  const provider = await identity.provider(client, origin)
  const redirectTo = await provider
    .interactionResult(
      request.raw,
      reply.raw,
      // Not remembered: the provider keeps no session that would outlive the way back to the portal.
      { login: { accountId: userId, remember: false, amr: [...amr], acr } },
      { mergeWithLastSubmission: false },
    )
    .catch(orStartAgain)
  await closeAttempt(realmDb, interaction)
  return redirectTo
}

export const startAgain = () =>
  new Problem('conflict', { detail: 'Your login has expired. Please start again.' })

function orStartAgain(error: unknown): never {
  if (error instanceof errors.SessionNotFound) throw startAgain()
  throw error
}
