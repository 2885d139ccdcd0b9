import { permissions } from '../../../../contract/permissions.ts'
import { Problem } from '../../../../contract/problems.ts'
import type { getSession, SessionFacts } from '../../../../contract/session.contract.ts'
import type { ContextOf } from '../../../../server/http/request-context.ts'
import type { ssoVerify } from '../../sign-in.contract.ts'
import { findLoginCurrency } from './sign-in.queries.ts'

type Context = ContextOf<typeof getSession>

/** Who is signed in and what they may do; an account that the person may not see is not found. */
export async function sessionFactsOf(_given: unknown, context: Context): Promise<SessionFacts> {
  const { request, account } = context
  const asked = request.headers['x-accountid'] ?? '0'
  if (asked !== '0' && !account) throw new Problem('not-found')
  return factsOf(context)
}

/** §4: whoever has neither a role nor a relationship has no access, and their session ends where it began. */
export async function verifySso(
  _given: unknown,
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

/** §3's user session, as the browser is told of it. */
export async function factsOf({
  actor,
  realmDb,
  client,
  book,
}: Pick<Context, 'actor' | 'realmDb' | 'client' | 'book'>): Promise<SessionFacts> {
  const loginCurrency = await findLoginCurrency(realmDb, actor.sessionId)
  const other = book.name === client.book.name ? client.secondaryBook : client.book
  return {
    userId: actor.userId,
    username: `${actor.firstName} ${actor.lastName}`,
    firstName: actor.firstName,
    lastName: actor.lastName,
    email: actor.email,
    scope: [...actor.scopes],
    actions: permissions.filter(action => actor.actions.has(action)),
    hasAccess: actor.hasAccess,
    forceEmailChange: actor.forceEmailChange,
    loginCurrency: loginCurrency === 'USD' || loginCurrency === 'GBP' ? loginCurrency : null,
    alternateCurrency: other?.currency ?? null,
  }
}
