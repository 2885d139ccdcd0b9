/** How a screen is looked at: a scheme of colours and a width. */
export type Viewport = { scheme: 'light' | 'dark'; widthPx: 320 | 1440 }

export const viewports: readonly Viewport[] = [
  { scheme: 'light', widthPx: 1440 },
  { scheme: 'dark', widthPx: 320 },
  { scheme: 'dark', widthPx: 1440 },
  { scheme: 'light', widthPx: 320 },
]

export type Axes = { routes: readonly string[]; clients: readonly string[]; visitors: readonly string[] }

/** One visitor at one client, and the screens that they open there, each in some sights. */
export type SignInFlow = {
  client: string
  visitor: string
  stops: { route: string; viewports: readonly Viewport[] }[]
}

/** Everybody at every client opens every screen, in every sight. */
export function wholeMatrix({ routes, clients, visitors }: Axes): SignInFlow[] {
  return clients.flatMap(client =>
    visitors.map(visitor => ({ client, visitor, stops: routes.map(route => ({ route, viewports })) })),
  )
}

/**
 * Few walks in which every screen is seen at every client and by every visitor, and every client in every sight: greedy, and
 * the same each time. A walk that is begun is taken on rather than another, for each costs a sign-in; so there are as many
 * as there are clients or visitors, whichever are more.
 */
export function pairwiseChecks({ routes, clients, visitors }: Axes): SignInFlow[] {
  const checks = new Map<string, SignInFlow>()
  const seen = new Map<string, number>()
  for (const route of routes) {
    const left = { clients: new Set(clients), visitors: new Set(visitors) }
    while (left.clients.size > 0 || left.visitors.size > 0) {
      const best = bestPair({ clients, visitors }, left, checks)
      left.clients.delete(best.client)
      left.visitors.delete(best.visitor)
      const signInFlow = checks.get(keyOf(best)) ?? { ...best, stops: [] }
      checks.set(keyOf(best), signInFlow)
      const at = seen.get(best.client) ?? clients.indexOf(best.client)
      seen.set(best.client, at + 1)
      signInFlow.stops.push({ route, viewports: viewports.slice(at % viewports.length).slice(0, 1) })
    }
  }
  return [...checks.values()]
}

type Pair = { client: string; visitor: string }
const keyOf = ({ client, visitor }: Pair) => `${client} ${visitor}`

/** The pair that covers most of what is left; of several one that has a walk already, else the first. */
function bestPair(
  { clients, visitors }: Omit<Axes, 'routes'>,
  left: { clients: ReadonlySet<string>; visitors: ReadonlySet<string> },
  checks: ReadonlyMap<string, SignInFlow>,
): Pair {
  let best: (Pair & { worth: number }) | undefined
  for (const client of clients) {
    for (const visitor of visitors) {
      const covers = Number(left.clients.has(client)) + Number(left.visitors.has(visitor))
      const worth = covers + (checks.has(keyOf({ client, visitor })) ? 0.5 : 0)
      if (covers > 0 && (best === undefined || worth > best.worth)) best = { client, visitor, worth }
    }
  }
  if (!best) throw new Error('nothing is left to cover')
  const { client, visitor } = best
  return { client, visitor }
}
