import { recordAuditEvent } from '../../../server/audit/record-audit-event.ts'
import type { BaseContext } from '../../../server/http/request-context.ts'
import { isFreshProof } from '../../../server/identity/factors/factor-asked.ts'

/**
 * Begins a session for a person of the realm, who has access and whom a provider has vouched for (or, where `idToken` is
 * null, whose password and second factor were taken here), in place of the one that this browser had.
 */
export async function openSession(
  { client, book, sessions, clock, request, reply }: BaseContext,
  about: {
    userId: string
    idToken: string | null
    provider: string
    amr: readonly string[]
    acr: string | null
    /** Of a person whom an outside provider vouched for: when they proved themselves there, as far as it says. */
    outside?: { provedAt: Date | null; subject: string; sid: string | null }
  },
): Promise<void> {
  const { userId, idToken, provider, amr, acr, outside } = about
  const now = clock.now()
  await sessions.begin(reply, client, {
    userId,
    now,
    idToken,
    loginCurrency: book.currency,
    // What spared the person their factor proves nothing fresh: a step-up asks for it.
    factorAt: outside ? outside.provedAt : isFreshProof(acr) ? now : null,
    amr,
    acr,
    from: { userAgent: request.headers['user-agent'], address: request.ip, provider },
    ...(outside ? { there: outside } : {}),
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
