import { recordAuditEvent } from '../../../../server/audit/record-audit-event.ts'
import type { BaseContext } from '../../../../server/http/request-context.ts'
import { countsAsStepUp } from '../mfa/mfa-context.ts'
import { startingCurrency } from './starting-currency.ts'

/**
 * Creates a session for a person of the realm who has access, and replaces this browser's former session. The person was
 * verified by a provider or, if `idToken` is null, by password and second factor here.
 */
export async function openSession(
  context: BaseContext,
  about: {
    userId: string
    idToken: string | null
    provider: string
    amr: readonly string[]
    acr: string | null
    /** For an external provider: when the person authenticated there, if it says so, and its subject and session id. */
    external?: { authenticatedAt: Date | null; subject: string; sid: string | null }
  },
): Promise<void> {
  const { client, sessions, clock, request, reply } = context
  const { userId, idToken, provider, amr, acr, external } = about
  const loginCurrency = await startingCurrency(context, userId)
  const now = clock.now()
  await sessions.create(reply, client, {
    userId,
    now,
    idToken,
    loginCurrency,
    // A remembered device verifies no factor, so a step-up asks for one.
    factorVerifiedAt: external ? external.authenticatedAt : countsAsStepUp(acr) ? now : null,
    amr,
    acr,
    from: { userAgent: request.headers['user-agent'], address: request.ip, provider },
    ...(external ? { external } : {}),
    former: await sessions.ofCookie(request, client, now),
    record: (trx, sessionId) =>
      recordAuditEvent(trx, {
        kind: 'signed-in',
        userId,
        sessionId,
        at: now,
        address: request.ip,
        detail: { client: client.name, provider, ...(acr === null ? {} : { acr }), methods: amr.join(' ') },
      }),
  })
  // §7: the browser adopts the currency of a response for its next calls.
  if (client.secondaryBook !== null) reply.header('X-Currency', loginCurrency)
}
