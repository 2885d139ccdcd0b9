import { permissions } from '../../../../contract/permissions.ts'
import { Problem } from '../../../../contract/problems.ts'
import type { getSession, SessionFacts } from '../../../../contract/session.contract.ts'
import { nameOf } from '../../../../server/auth/actor.ts'
import type { ContextOf } from '../../../../server/http/request-context.ts'
import type { ssoVerify } from '../sign-in.contract.ts'
import { findSessionCurrencies } from './sign-in.queries.ts'

type Context = ContextOf<typeof getSession>

/** The person and their permissions. Throws `not-found` for an account that they may not see. */
export async function sessionFactsOf(_input: unknown, context: Context): Promise<SessionFacts> {
  const { request, account } = context
  const accountId = request.headers['x-accountid'] ?? '0'
  if (accountId !== '0' && !account) throw new Problem('not-found')
  return factsOf(context)
}

/** Ends the session of a person with neither a role nor a relationship and throws `access-denied` (§4). */
export async function verifySso(
  _input: unknown,
  context: ContextOf<typeof ssoVerify>,
): Promise<SessionFacts> {
  const { actor, sessions, reply, client, clock } = context
  if (actor.scopes.length === 0 && !actor.forceEmailChange) {
    await sessions.end(reply, client, actor.sessionId, 'no access', clock.now())
    reply.removeHeader('Authorization')
    throw new Problem('access-denied')
  }
  return factsOf(context)
}

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
