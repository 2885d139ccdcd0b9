import { recordAuditEvent } from '../../../../server/audit/record-audit-event.ts'
import type { BaseContext } from '../../../../server/http/request-context.ts'
import { countsAsStepUp } from '../mfa/mfa-context.ts'

/**
 * Creates a session for a person of the realm who has access, and replaces this browser's former session. The person was
 * verified by a provider or, if `idToken` is null, by password and second factor here.
 */
export async function openSession(
  { client, book, sessions, clock, request, reply }: BaseContext,
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
  const { userId, idToken, provider, amr, acr, external } = about
  const now = clock.now()
  await sessions.create(reply, client, {
    userId,
    now,
    idToken,
    loginCurrency: book.currency,
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
}
