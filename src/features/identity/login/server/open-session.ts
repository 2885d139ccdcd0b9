import type { Currency } from '../../../../domain/money.ts'
import { recordAuditEvent } from '../../../../server/audit/record-audit-event.ts'
import type { BaseContext } from '../../../../server/http/request-context.ts'
import { findFirstFundId } from '../../../accounts/server/accounts.queries.ts'
import { countsAsStepUp } from '../../factors/server/mfa-context.ts'
import { findStartingPreference } from './sign-in.queries.ts'

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

/**
 * The currency of a new session: the one that the person asked to start with, else that of the primary book. People without
 * an account in it start where they have one, because they would have no access otherwise (§4).
 */
async function startingCurrency(
  { client, book, db, otherBook, realmDb }: BaseContext,
  userId: string,
): Promise<Currency> {
  const { book: primary, secondaryBook: secondary } = client
  if (secondary === null || otherBook === null) return primary.currency
  const preference = await findStartingPreference(realmDb, userId)
  const [preferred, other] =
    preference?.rememberedCurrency === secondary.currency ? [secondary, primary] : [primary, secondary]
  if (preference?.hasRole) return preferred.currency
  const hasAccountIn = async ({ name }: { name: string }) =>
    (await findFirstFundId(name === book.name ? db : otherBook.db, { userId, seesEveryAccount: false })) !==
    undefined
  if (await hasAccountIn(preferred)) return preferred.currency
  return (await hasAccountIn(other)) ? other.currency : preferred.currency
}
