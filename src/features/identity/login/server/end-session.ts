import type { HandlerInput, Reply } from '../../../../contract/endpoint.ts'
import type * as contract from '../../../../contract/session.contract.ts'
import { loggedOut } from '../../../../server/auth/end-sessions.ts'
import type { BaseContext, ContextOf } from '../../../../server/http/request-context.ts'
import { providerSessionCookies } from '../../oidc/server/embedded-provider.ts'
import { endProviderSessions } from '../../oidc/server/provider-adapter.ts'
import { providerNamed } from '../../oidc/server/provider-settings.ts'
import { findProviderOfSession } from './sign-in.queries.ts'

const reasons = { requested: loggedOut, idle: 'inactivity', expired: 'expired' } as const

/** Ends the session here and at the embedded provider. Token and cookie are invalid from now on. */
export async function endSession(
  { query }: HandlerInput<typeof contract.endSession>,
  context: ContextOf<typeof contract.endSession>,
): Promise<Reply<typeof contract.endSession>> {
  const { actor, client, realmDb, sessions, clock, reply } = context
  const now = clock.now()
  const provider = await findProviderOfSession(realmDb, actor.sessionId)
  const { idToken } = await sessions.end(reply, client, actor.sessionId, reasons[query.why], now)
  await endProviderSessions(realmDb, actor.userId)
  for (const name of providerSessionCookies.names)
    reply.clearCookie(name, { path: providerSessionCookies.path })
  // The pipeline added a new token to the reply, which is already invalid.
  reply.removeHeader('Authorization')
  return { logout: true, providerLogout: await logoutAtProvider(context, provider, idToken) }
}

/** The logout address of an external provider, which returns to the home page. Does not fail: the session here has ended. */
async function logoutAtProvider(
  { identity, client, origin, log }: BaseContext,
  provider: string | null,
  idToken: string | null,
): Promise<string | null> {
  if (provider === null || idToken === null || providerNamed(client, provider)?.kind !== 'openid') return null
  try {
    const providerClient = await identity.providerClient(client, origin, provider)
    return providerClient.kind === 'openid' ? providerClient.party.logoutAddress(idToken, `${origin}/`) : null
  } catch (error) {
    log.warn({ err: error, provider }, 'the identity provider cannot be reached to log out there')
    return null
  }
}
