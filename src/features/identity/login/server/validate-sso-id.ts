import type { HandlerInput, Reply } from '../../../../contract/endpoint.ts'
import { Problem } from '../../../../contract/problems.ts'
import { type AuditEvent, recordAuditEvent } from '../../../../server/audit/record-audit-event.ts'
import { recordRateLimited } from '../../../../server/auth/record-rate-limited.ts'
import { consumeNonce } from '../../../../server/auth/replay-guard.ts'
import type { ContextOf } from '../../../../server/http/request-context.ts'
import { requireSameOrigin } from '../../../../server/http/require-same-origin.ts'
import type { AuthRequest } from '../../oidc/server/auth-request.ts'
import { interactionCookies, providerSessionCookies } from '../../oidc/server/embedded-provider.ts'
import { linkIdentity } from '../../oidc/server/link-identity.ts'
import { handleCallbackVia } from '../../oidc/server/provider-clients.ts'
import { providerNamed } from '../../oidc/server/provider-settings.ts'
import type { VerifiedIdentity } from '../../oidc/server/verified-identity.ts'
import type * as contract from '../sign-in.contract.ts'
import { openSession } from './open-session.ts'
import { findLinkedUser } from './sign-in.queries.ts'

type Context = ContextOf<typeof contract.validateSsoId>

/**
 * Creates the session of the person that the provider verified. The browser must have sent the authorization request, the
 * request and the code must be unused, the ID token must belong to both, and the person must have access in the realm.
 */
export async function validateSsoId(
  { body }: HandlerInput<typeof contract.validateSsoId>,
  context: Context,
): Promise<Reply<typeof contract.validateSsoId>> {
  requireSameOrigin(context)
  const { client, realmDb, identity, clock, request, reply } = context
  const now = clock.now()
  const authRequest = identity.authRequests.consume(request, reply, client, body.state, now)
  if (!authRequest) return refuse(context, { reason: 'no matching login request', code: 'conflict' })
  const { provider: name, state, returnTo } = authRequest
  // A cookie can be copied, so the database notes that this request was used, for all processes.
  const until = new Date(authRequest.expiresAtMs)
  if (!(await consumeNonce(realmDb, 'auth-request', state, until)))
    return refuse(context, { reason: 'the login request was used before', provider: name, code: 'conflict' })
  const provider = providerNamed(client, name)
  if (!provider) return refuse(context, { reason: 'no such provider', provider: name })
  const verifiedIdentity = await verifiedBy(context, authRequest, body)
  if (!verifiedIdentity)
    return refuse(context, { reason: 'the provider’s response is invalid', provider: name })

  const { idToken, amr, acr, subject, sid, verifiedAtMs } = verifiedIdentity
  if (provider.kind === 'embedded') {
    const user = await findLinkedUser(realmDb, subject)
    if (!user) return refuse(context, { reason: 'not a user of this realm', provider: name })
    const userId = user.user_id
    if (!user.has_access) return refuse(context, { reason: 'access was withdrawn', provider: name, userId })
    await openSession(context, { userId, idToken, provider: name, amr, acr })
    for (const { names, path } of [providerSessionCookies, interactionCookies])
      for (const cookie of names) reply.clearCookie(cookie, { path })
    return { returnTo }
  }
  const found = await linkIdentity(realmDb, provider, verifiedIdentity)
  if ('refusal' in found) return refuse(context, { reason: found.refusal, provider: name })
  const { userId } = found
  if (!found.hasAccess) return refuse(context, { reason: 'access was withdrawn', provider: name, userId })
  if (found.isNew) await recordLink(context, userId, name)
  const authenticatedAt = verifiedAtMs === null ? null : new Date(verifiedAtMs)
  await openSession(context, {
    userId,
    idToken,
    provider: name,
    amr,
    acr,
    external: { authenticatedAt, subject, sid },
  })
  return { returnTo }
}

async function verifiedBy(
  { identity, client, origin, clock, log }: Context,
  authRequest: AuthRequest,
  { code, state, iss }: { code: string; state: string; iss?: string | undefined },
): Promise<VerifiedIdentity | null> {
  try {
    const providerClient = await identity.providerClient(client, origin, authRequest.provider)
    return await handleCallbackVia(providerClient, authRequest, { code, state, iss }, clock.now())
  } catch (error) {
    log.warn({ err: error, provider: authRequest.provider }, 'the identity provider’s response was rejected')
    return null
  }
}

type Refusal = {
  reason: string
  provider?: string
  userId?: string | null
  /**
   * `conflict`: this browser sent no such request, so its session stays. Any site can link here.
   */
  code?: 'access-denied' | 'conflict'
}

async function refuse(
  { client, realmDb, identity, clock, request }: Context,
  { reason, provider, userId = null, code = 'access-denied' }: Refusal,
): Promise<never> {
  const event: AuditEvent = {
    kind: 'sign-in-refused',
    userId,
    at: clock.now(),
    address: request.ip,
    detail: { client: client.name, reason, ...(provider === undefined ? {} : { provider }) },
  }
  // An unknown caller may repeat this without end, so these events are limited.
  if (userId === null) await recordRateLimited(realmDb, identity.secret, event)
  else await recordAuditEvent(realmDb, event)
  // The screen shows "Validation Failed" for any reason (§5).
  throw new Problem(code)
}

async function recordLink(
  { client, realmDb, clock, request }: Context,
  userId: string,
  provider: string,
): Promise<void> {
  await recordAuditEvent(realmDb, {
    kind: 'identity-linked',
    userId,
    at: clock.now(),
    address: request.ip,
    detail: { client: client.name, provider },
  })
}
