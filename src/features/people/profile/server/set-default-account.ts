import type { HandlerInput, Reply } from '../../../../contract/endpoint.ts'
import { Problem } from '../../../../contract/problems.ts'
import { actorOf, authorizedAccount } from '../../../../server/auth/actor.ts'
import { loadPrincipal } from '../../../../server/auth/load-principal.ts'
import type { ContextOf } from '../../../../server/http/request-context.ts'
import { storeDefaultAccount } from '../../../identity/login/server/default-account.queries.ts'
import type * as contract from '../profile.contract.ts'

/** Throws `not-found` for an account that the caller may not see. */
export async function setDefaultAccount(
  { body }: HandlerInput<typeof contract.setDefaultAccount>,
  {
    actor,
    realmDb,
    db,
    book,
    client,
    sessions,
    clock,
    request,
  }: ContextOf<typeof contract.setDefaultAccount>,
): Promise<Reply<typeof contract.setDefaultAccount>> {
  const { fundId } = body.data.attributes
  if (fundId !== null) {
    const now = clock.now()
    const claims = sessions.claimsOf(request, client, now)
    if (!claims) throw new Problem('signed-out')
    const about = { ...claims, client: client.name, book: book.name, now, fundId }
    const principal = await loadPrincipal(db, about)
    const there = principal && authorizedAccount(principal, actorOf(principal, actor.sessionId), fundId)
    if (!there) throw new Problem('not-found')
  }
  await storeDefaultAccount(realmDb, actor.userId, { book: book.name, fundId })
  return {}
}
