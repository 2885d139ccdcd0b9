import type { Endpoint } from '../../src/contract/endpoint.ts'
import { Problem } from '../../src/contract/problems.ts'
import { actorOf, authorizedAccount } from '../../src/server/auth/actor.ts'
import { loadPrincipal } from '../../src/server/auth/load-principal.ts'
import type { FullContext } from '../../src/server/http/request-context.ts'
import type { Route } from '../../src/server/http/route.ts'

type Asked = Pick<FullContext, 'actor' | 'account'>

/**
 * The same reads below /api/unguarded, without the session's check: who is asking is found out at the first request for a
 * fund and taken for granted from then on, as no portal may. What the check costs is the difference.
 */
export function unguardedRoutes(routes: readonly Route[]): Route[] {
  return routes.map(({ endpoint, handle }) => {
    const asked = new Map<number, Promise<Asked>>()
    const open: Endpoint = {
      ...endpoint,
      path: endpoint.path.replace('/api/', '/api/unguarded/') as Endpoint['path'],
      access: 'public',
    }
    return {
      endpoint: open,
      handle: async (given, context) => {
        const { fundId } = given.params as unknown as { fundId: number }
        const found = asked.get(fundId) ?? ask(context, fundId)
        asked.set(fundId, found)
        return await handle(given, { ...context, ...(await found) })
      },
    }
  })
}

async function ask(context: FullContext, fundId: number): Promise<Asked> {
  const { sessions, request, client, book, db, clock } = context
  const claims = sessions.claimsOf(request, client, clock.now())
  const about = { client: client.name, book: book.name, fundId, now: clock.now() }
  const asking = claims ? await loadPrincipal(db, { ...claims, ...about }) : undefined
  if (!claims || !asking) throw new Problem('signed-out')
  const actor = actorOf(asking, claims.sessionId)
  const account = authorizedAccount(asking, actor, fundId)
  if (!account) throw new Problem('not-found')
  return { actor, account }
}
