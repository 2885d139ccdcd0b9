import { permissions } from '../../../../contract/permissions.ts'
import type * as sessionContract from '../../../../contract/session.contract.ts'
import type { SessionFacts } from '../../../../contract/session.contract.ts'
import { nameOf } from '../../../../server/auth/actor.ts'
import type { ContextOf } from '../../../../server/http/request-context.ts'
import { findSessionCurrencies } from './sign-in.queries.ts'

export type Context = ContextOf<typeof sessionContract.getSession>

/** The user session of §3 as sent to the browser. */
export async function factsOf({
  actor,
  realmDb,
  book,
  sessions,
  reply,
}: Pick<Context, 'actor' | 'realmDb' | 'book' | 'sessions' | 'reply'>): Promise<SessionFacts> {
  const { loginCurrency, rememberedCurrency } = await findSessionCurrencies(realmDb, actor.sessionId)
  return {
    userId: actor.userId,
    username: nameOf(actor),
    firstName: actor.firstName,
    lastName: actor.lastName,
    email: actor.email,
    scope: [...actor.scopes],
    actions: permissions.filter(action => actor.actions.has(action)),
    hasAccess: actor.hasAccess,
    forceEmailChange: actor.forceEmailChange,
    loginCurrency,
    alternateCurrency: book.currency,
    rememberCurrency: rememberedCurrency !== null,
    antiforgeryChanged: sessions.hasReplacedCookie(reply),
  }
}
