import type { Given, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { type AuditEvent, recordAuditEvent } from '../../../server/audit/record-audit-event.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import type { Journey } from '../../../server/identity/journey/journey.ts'
import {
  interactionCookies,
  providerSessionCookies,
} from '../../../server/identity/provider/embedded-provider.ts'
import { arriveThrough } from '../../../server/identity/providers/doors.ts'
import { providerNamed } from '../../../server/identity/providers/settings/provider-settings.ts'
import { spendOnce } from '../../../server/identity/providers/used-answers.ts'
import type { Vouched } from '../../../server/identity/providers/vouched.ts'
import { whoseIdentity } from '../../../server/identity/providers/whose-identity.ts'
import { recordSeldom } from '../../../server/identity/record-seldom.ts'
import type { validateSsoId } from '../sign-in.contract.ts'
import { openSession } from './open-session.ts'
import { requireSameOrigin } from './require-same-origin.ts'
import { findVouchedUser } from './sign-in.queries.ts'

type Context = ContextOf<typeof validateSsoId>

/**
 * Begins the session of whom the provider vouches for. The browser must be the one that was sent there, its journey and the
 * code unused, the ID token the provider's and for this journey, and the person one of the realm, with access.
 */
export async function beginSession(
  { body }: Given<typeof validateSsoId>,
  context: Context,
): Promise<Reply<typeof validateSsoId>> {
  requireSameOrigin(context)
  const { client, realmDb, identity, clock, request, reply } = context
  const now = clock.now()
  const journey = identity.journeys.take(request, reply, client, body.state, now)
  if (!journey) return refuse(context, { reason: 'no journey of this browser', code: 'conflict' })
  const { provider: name, state, returnTo } = journey
  // A cookie can be copied and brought again; what was begun ends once, in whichever copy of the program.
  const until = new Date(journey.expiresAtMs)
  if (!(await spendOnce(realmDb, 'journey', state, until)))
    return refuse(context, { reason: 'a journey was used again', provider: name, code: 'conflict' })
  const provider = providerNamed(client, name)
  if (!provider) return refuse(context, { reason: 'no such provider', provider: name })
  const vouched = await vouchedFor(context, journey, body)
  if (!vouched) return refuse(context, { reason: 'the answer of the provider is not good', provider: name })

  const { idToken, amr, acr, subject, sid, provedAtMs } = vouched
  if (provider.kind === 'embedded') {
    const user = await findVouchedUser(realmDb, subject)
    if (!user) return refuse(context, { reason: 'not a user of this realm', provider: name })
    const userId = user.user_id
    if (!user.has_access) return refuse(context, { reason: 'access was withdrawn', provider: name, userId })
    await openSession(context, { userId, idToken, provider: name, amr, acr })
    for (const { names, path } of [providerSessionCookies, interactionCookies])
      for (const cookie of names) reply.clearCookie(cookie, { path })
    return { returnTo }
  }
  const found = await whoseIdentity(realmDb, provider, vouched)
  if ('refusal' in found) return refuse(context, { reason: found.refusal, provider: name })
  const { userId } = found
  if (!found.hasAccess) return refuse(context, { reason: 'access was withdrawn', provider: name, userId })
  if (found.isNew) await recordLink(context, userId, name)
  const provedAt = provedAtMs === null ? null : new Date(provedAtMs)
  await openSession(context, {
    userId,
    idToken,
    provider: name,
    amr,
    acr,
    outside: { provedAt, subject, sid },
  })
  return { returnTo }
}

async function vouchedFor(
  { identity, client, origin, clock, log }: Context,
  journey: Journey,
  { code, state, iss }: { code: string; state: string; iss?: string | undefined },
): Promise<Vouched | null> {
  try {
    const door = await identity.door(client, origin, journey.provider)
    return await arriveThrough(door, journey, { code, state, iss }, clock.now())
  } catch (error) {
    log.warn({ err: error, provider: journey.provider }, 'the identity provider’s answer was refused')
    return null
  }
}

type Refusal = {
  reason: string
  provider?: string
  userId?: string | null
  /**
   * `conflict`: this browser has no such sign-in attempt, so a session that it has is none of the refusal's business.
   * Anybody can send it here by a link.
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
  // Whom nobody has vouched for may be anybody, who calls without end.
  if (userId === null) await recordSeldom(realmDb, identity.secret, event)
  else await recordAuditEvent(realmDb, event)
  // §5: no message of this call is shown; the screen says "Validation Failed" whatever it was.
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
