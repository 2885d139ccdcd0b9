import { Problem } from '../../../../contract/problems.ts'
import type { BaseContext } from '../../../../server/http/request-context.ts'
import type { Authentication } from '../../factors/server/mfa-context.ts'
import { errors } from '../../oidc/server/oidc-provider.ts'
import { closeAttempt } from './attempts.queries.ts'

/** The id of this browser's interaction at the provider. Throws `conflict` if there is none or it expired. */
export async function requireInteraction({
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

/** Completes the interaction for this person. Returns the address to which the browser continues. */
export async function finishSignIn(
  context: BaseContext,
  interaction: string,
  { userId, amr, acr }: Authentication & { userId: string },
): Promise<string> {
  const { identity, client, origin, request, reply, realmDb } = context
  const provider = await identity.provider(client, origin)
  const redirectTo = await provider
    .interactionResult(
      request.raw,
      reply.raw,
      // `remember: false`: the provider's session ends with the redirect to the portal.
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
