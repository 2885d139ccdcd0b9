import type { ClientContext } from '../../../../contract/client-context.contract.ts'
import type * as contract from '../../../../contract/currency.contract.ts'
import type { HandlerInput, Reply } from '../../../../contract/endpoint.ts'
import { Problem } from '../../../../contract/problems.ts'
import type { Opening } from '../../../../contract/session.contract.ts'
import { authorizedAccount } from '../../../../server/auth/actor.ts'
import { loadPrincipal } from '../../../../server/auth/load-principal.ts'
import type { BaseContext, ContextOf } from '../../../../server/http/request-context.ts'
import { firstOpening, openingAt } from './open-tab.ts'
import { storeChosenCurrency } from './sign-in.queries.ts'

type Context = ContextOf<typeof contract.chooseCurrency>

/** Returns the client context of a request (§3). */
export type ClientContextOf = (context: BaseContext) => ClientContext

/**
 * Switches the session to the book of the request (§4). It reads everything before it stores the choice, so that a failure
 * changes nothing. People without an account in this currency may switch too; they see that there is none.
 */
export async function switchCurrency(
  { body }: HandlerInput<typeof contract.chooseCurrency>,
  context: Context,
  clientContextOf: ClientContextOf,
): Promise<Reply<typeof contract.chooseCurrency>> {
  const { actor, book, realmDb } = context
  requireTwoBooks(context)
  const opening = await openingOf(context, body.lastUsed)
  const remember = body.rememberCurrency
  await realmDb
    .transaction()
    .execute(trx => storeChosenCurrency(trx, actor, { currency: book.currency, remember }))
  const facts = remember === undefined ? opening.facts : { ...opening.facts, rememberCurrency: remember }
  return { opening: { ...opening, facts }, context: clientContextOf(context) }
}

/** The account of X-AccountId, or the one to view first. */
async function openingOf(context: Context, lastUsed: number | undefined): Promise<Opening> {
  const { sessions, client, book, clock, request, db, actor } = context
  const now = clock.now()
  const claims = sessions.claimsOf(request, client, now)
  if (!claims) throw new Problem('signed-out')
  const about = { ...claims, client: client.name, book: book.name, now }
  const fundId = Number(request.headers['x-accountid'] ?? 0)
  if (fundId === 0) return await firstOpening(context, about, { actor, lastUsed })
  const principal = await loadPrincipal(db, { ...about, fundId })
  const account = principal ? authorizedAccount(principal, actor, fundId) : null
  if (!account) throw new Problem('not-found')
  return await openingAt(context, { actor, account })
}

export function requireTwoBooks({ client }: Pick<Context, 'client'>): void {
  if (client.secondaryBook === null) throw new Problem('not-found')
}
