import type { Endpoint } from '../../src/contract/endpoint.ts'
import { Problem } from '../../src/contract/problems.ts'
import { actorOf, authorizedAccount } from '../../src/server/auth/actor.ts'
import { loadPrincipal } from '../../src/server/auth/load-principal.ts'
import type { FullContext } from '../../src/server/http/request-context.ts'
import type { Route } from '../../src/server/http/route.ts'

type Authorization = Pick<FullContext, 'actor' | 'account'>

/**
 * The same routes below /api/unguarded without the session check: the principal is loaded at the first request for a fund
 * and reused from then on, which only a benchmark may do. The difference shows the cost of the check.
 */
export function unguardedRoutes(routes: readonly Route[]): Route[] {
  return routes.map(({ endpoint, handle }) => {
    const cache = new Map<number, Promise<Authorization>>()
    const unguarded: Endpoint = {
      ...endpoint,
      path: endpoint.path.replace('/api/', '/api/unguarded/') as Endpoint['path'],
      access: 'public',
    }
    return {
      endpoint: unguarded,
      handle: async (input, context) => {
        const { fundId } = input.params as unknown as { fundId: number }
        const found = cache.get(fundId) ?? authorize(context, fundId)
        cache.set(fundId, found)
        return await handle(input, { ...context, ...(await found) })
      },
    }
  })
}

async function authorize(context: FullContext, fundId: number): Promise<Authorization> {
  const { sessions, request, client, book, db, clock } = context
  const claims = sessions.claimsOf(request, client, clock.now())
  const about = { client: client.name, book: book.name, fundId, now: clock.now() }
  const principal = claims ? await loadPrincipal(db, { ...claims, ...about }) : undefined
  if (!claims || !principal) throw new Problem('signed-out')
  const actor = actorOf(principal, claims.sessionId)
  const account = authorizedAccount(principal, actor, fundId)
  if (!account) throw new Problem('not-found')
  return { actor, account }
}
