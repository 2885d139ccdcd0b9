import type { ContextOf } from '../../../server/http/request-context.ts'
import { providerSessionCookies } from '../../../server/identity/provider/embedded-provider.ts'
import { endProviderSessions } from '../../../server/identity/provider/provider-adapter.ts'
import { loggedOut } from '../../../server/session/end-sessions.ts'
import type { endSession, obtainToken } from '../sign-in.contract.ts'
import { requireSameOrigin } from './require-same-origin.ts'

/** Logs out on the server, here and at the provider: neither token nor cookie is worth anything from now on. */
export async function logOut(
  _given: unknown,
  { actor, client, databases, sessions, clock, reply }: ContextOf<typeof endSession>,
): Promise<Record<never, never>> {
  const realmDb = databases.realm(client.realm)
  const now = clock.now()
  await sessions.end(reply, client, actor.sessionId, loggedOut, now)
  await endProviderSessions(realmDb, actor.userId)
  for (const name of providerSessionCookies.names)
    reply.clearCookie(name, { path: providerSessionCookies.path })
  // The pipeline gave this answer the token's successor, which would be worth nothing.
  reply.removeHeader('Authorization')
  return {}
}

/** A new tab has the cookie and no token yet; it is given one, if it is a tab of this very origin. */
export async function tokenForNewTab(
  _given: unknown,
  context: ContextOf<typeof obtainToken>,
): Promise<{ signedIn: boolean }> {
  requireSameOrigin(context)
  const { sessions, client, clock, request, reply } = context
  const now = clock.now()
  const session = await sessions.ofCookie(request, client, now)
  if (session) await sessions.extend(reply, client, session, now)
  return { signedIn: session !== null }
}
