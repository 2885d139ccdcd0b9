import { getAccountOverview } from '../../../../contract/account-overview.contract.ts'
import type { HandlerInput, Reply } from '../../../../contract/endpoint.ts'
import type { openTab } from '../../../../contract/session.contract.ts'
import { type Actor, actorOf, authorizedAccount } from '../../../../server/auth/actor.ts'
import { loadPrincipal, type PrincipalLookup } from '../../../../server/auth/load-principal.ts'
import type { BaseContext, ContextOf } from '../../../../server/http/request-context.ts'
import { findFirstFundId } from '../../../accounts/server/accounts.queries.ts'
import { showAccountOverview } from '../../../accounts/server/show-accounts.ts'
import { requireSameOrigin } from './require-same-origin.ts'
import { factsOf } from './session-facts.ts'

/**
 * Gives a new tab, which has only the cookie, a token if it has the same origin, with the person's session facts and the
 * account to show first: the one last used in this browser, else the first active one by name.
 */
export async function openTabOf(
  { body }: HandlerInput<typeof openTab>,
  context: ContextOf<typeof openTab>,
): Promise<Reply<typeof openTab>> {
  requireSameOrigin(context)
  const { sessions, client, book, clock, request, reply } = context
  const now = clock.now()
  const session = await sessions.ofCookie(request, client, now)
  if (!session) return { opening: null }
  const about = {
    sessionId: session.sessionId,
    cookie: session.cookie,
    client: client.name,
    book: book.name,
    now,
  }
  const withoutAccount = await actorAt(context, { ...about, fundId: 0 })
  if (!withoutAccount) return { opening: null }
  await sessions.extend(reply, client, session, now)
  for (const choose of mayChoose(withoutAccount.actor) ? [lastUsed, first] : []) {
    const fundId = await choose(context, withoutAccount.actor, body.lastUsed)
    const there = fundId === undefined ? null : await actorAt(context, { ...about, fundId })
    if (fundId === undefined || !there?.account) continue
    const { actor, account } = there
    const [facts, shown] = await Promise.all([
      factsOf({ ...context, actor }),
      actor.actions.has(getAccountOverview.access)
        ? showAccountOverview(undefined, { ...context, actor, account })
        : null,
    ])
    return { opening: { facts, fundId, account: shown } }
  }
  return { opening: { facts: await factsOf({ ...context, ...withoutAccount }), fundId: 0, account: null } }
}

async function actorAt({ db }: BaseContext, about: PrincipalLookup) {
  const principal = await loadPrincipal(db, about)
  if (!principal) return null
  const actor = actorOf(principal, about.sessionId)
  return { actor, account: about.fundId === 0 ? null : authorizedAccount(principal, actor, about.fundId) }
}

function mayChoose({ hasAccess, actions }: Actor): boolean {
  return hasAccess && actions.has('USER_SS_VIEW')
}

async function lastUsed(_context: BaseContext, { userId }: Actor, byUser: Readonly<Record<string, number>>) {
  return Object.hasOwn(byUser, userId) ? byUser[userId] : undefined
}

async function first({ db }: BaseContext, { userId, seesEveryAccount }: Actor) {
  return await findFirstFundId(db, { userId, seesEveryAccount })
}
