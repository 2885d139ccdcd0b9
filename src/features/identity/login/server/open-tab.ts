import * as accountOverviewContract from '../../../../contract/account-overview.contract.ts'
import type { HandlerInput, Reply } from '../../../../contract/endpoint.ts'
import type * as sessionContract from '../../../../contract/session.contract.ts'
import type { Opening } from '../../../../contract/session.contract.ts'
import {
  type Actor,
  type AuthorizedAccount,
  actorOf,
  authorizedAccount,
} from '../../../../server/auth/actor.ts'
import { loadPrincipal, type PrincipalLookup } from '../../../../server/auth/load-principal.ts'
import type { BaseContext, ContextOf } from '../../../../server/http/request-context.ts'
import { requireSameOrigin } from '../../../../server/http/require-same-origin.ts'
import { findFirstFundId } from '../../../accounts/server/accounts.queries.ts'
import { getAccountOverview } from '../../../accounts/server/get-account-overview.ts'
import { findDefaultAccount } from './default-account.queries.ts'
import { factsOf } from './session-facts.ts'

/**
 * Gives a new tab, which has only the cookie, a token if it has the same origin, with the person's session facts and the
 * account to show first, in the book that the session chose.
 */
export async function openTab(
  { body }: HandlerInput<typeof sessionContract.openTab>,
  context: ContextOf<typeof sessionContract.openTab>,
): Promise<Reply<typeof sessionContract.openTab>> {
  requireSameOrigin(context)
  const { sessions, client, book, clock, request, reply } = context
  const now = clock.now()
  const session = await sessions.ofCookie(request, client, now)
  if (!session) return { opening: null }
  const { sessionId, cookie } = session
  const about = { sessionId, cookie, client: client.name, book: book.name, now }
  const without = await actorAt(context, { ...about, fundId: 0 })
  if (!without) return { opening: null }
  await sessions.extend(reply, client, session, now)
  const { userId } = without.actor
  const lastUsed = Object.hasOwn(body.lastUsed, userId) ? body.lastUsed[userId]?.[book.currency] : undefined
  return { opening: await firstOpening(context, about, { actor: without.actor, lastUsed }) }
}

/**
 * The account used last in this browser since login, else the one that the person chose to open first, else the first active one by
 * name, with the person's permissions on it.
 */
export async function firstOpening(
  context: BaseContext,
  about: Omit<PrincipalLookup, 'fundId'>,
  { actor, lastUsed }: { actor: Actor; lastUsed: number | undefined },
): Promise<Opening> {
  const choices = [
    async () => lastUsed,
    async () => (await findDefaultAccount(context.realmDb, actor.userId, context.book.name)) ?? undefined,
    () => findFirstFundId(context.db, actor),
  ]
  for (const choose of mayChoose(actor) ? choices : []) {
    const fundId = await choose()
    const there = fundId === undefined ? null : await actorAt(context, { ...about, fundId })
    if (there?.account) return await openingAt(context, { actor: there.actor, account: there.account })
  }
  return { facts: await factsOf({ ...context, actor }), fundId: 0, account: null }
}

/** What a tab shows of an account that the actor may see. */
export async function openingAt(
  context: BaseContext,
  { actor, account }: { actor: Actor; account: AuthorizedAccount },
): Promise<Opening> {
  const [facts, shown] = await Promise.all([
    factsOf({ ...context, actor }),
    actor.actions.has(accountOverviewContract.getAccountOverview.access)
      ? getAccountOverview(undefined, { ...context, actor, account })
      : null,
  ])
  return { facts, fundId: account.fundId, account: shown }
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
