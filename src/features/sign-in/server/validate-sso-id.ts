import type { Given, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { recordAuditEvent } from '../../../server/audit/record-audit-event.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import { providerSessionCookies } from '../../../server/identity/provider/embedded-provider.ts'
import type { validateSsoId } from '../sign-in.contract.ts'
import { openSession } from './open-session.ts'
import { requireSameOrigin } from './require-same-origin.ts'
import { findVouchedUser } from './sign-in.queries.ts'

/**
 * Begins the session of whom the provider vouches for. The browser must be the one that was sent there, the code
 * unused, the ID token the provider's and for this journey, and the person one of the realm, with access.
 */
export async function beginSession(
  { body }: Given<typeof validateSsoId>,
  context: ContextOf<typeof validateSsoId>,
): Promise<Reply<typeof validateSsoId>> {
  requireSameOrigin(context)
  const { client, databases, identity, clock, request, reply, origin } = context
  const realmDb = databases.realm(client.realm)
  const now = clock.now()
  const refuse = async (reason: string, userId: string | null = null): Promise<never> => {
    await recordAuditEvent(realmDb, {
      kind: 'sign-in-refused',
      userId,
      at: now,
      address: request.ip,
      detail: { client: client.name, reason },
    })
    // §5: no message of this call is shown; the screen says "Validation Failed" whatever it was.
    throw new Problem('access-denied')
  }

  const journey = identity.journeys.take(request, reply, client, body.state, now)
  if (!journey) return refuse('no journey of this browser')
  const party = await identity.relyingParty(client, origin)
  const vouched = await party.arrive(journey, body).catch((error: unknown) => {
    context.log.warn({ err: error }, 'the identity provider’s answer was refused')
    return null
  })
  if (!vouched) return refuse('the answer of the provider is not good')
  const user = await findVouchedUser(realmDb, vouched.subject)
  if (!user) return refuse('not a user of this realm')
  if (!user.has_access) return refuse('access was withdrawn', user.user_id)

  await openSession(context, {
    userId: user.user_id,
    idToken: vouched.idToken,
    provider: 'embedded',
    amr: vouched.amr,
    acr: vouched.acr,
  })
  for (const name of providerSessionCookies.names)
    reply.clearCookie(name, { path: providerSessionCookies.path })
  return { returnTo: journey.returnTo }
}
