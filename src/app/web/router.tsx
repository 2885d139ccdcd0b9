import {
  type AnyRoute,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'
import { getContent } from '../../contract/published-content.contract.ts'
import { hasScreen } from '../../contract/screen-paths.ts'
import type { SessionFacts } from '../../contract/session.contract.ts'
import { DeniedPage } from '../../features/pages/DeniedPage.tsx'
import { Queries } from '../../web/api/Queries.tsx'
import { query, queryClient } from '../../web/api/query.ts'
import { clientContext } from '../../web/client-context/client-context.ts'
import { admit } from '../../web/routing/guards.ts'
import { paths } from '../../web/routing/paths.ts'
import { restoreScroll } from '../../web/routing/restore-scroll.ts'
import { startSession } from '../../web/session/session.ts'
import { type Session, sessionStore } from '../../web/session/session-store.ts'
import { App } from './App.tsx'
import { ScreenFailure } from './ScreenFailure.tsx'
import { type Screen, screens } from './screens.ts'

/** Finding out who is there, from the page's start until the first screen has waited for it. */
let starting: Promise<void> | undefined

const root = createRootRoute({
  beforeLoad: async () => {
    if (!starting) return
    await starting
    starting = undefined
    const found = sessionStore.read()
    // A page that was brought back too late (§9): home says why, where a sign-in would only ask.
    if (found.state === 'signed-out' && found.why === 'idle') throw redirect({ to: paths.home() })
  },
  component: () => (
    <Queries>
      <App />
    </Queries>
  ),
  errorComponent: ScreenFailure,
  notFoundComponent: DeniedPage,
})

const routeOf = ([path, screen]: [string, Screen]) => {
  const { clientSettings } = clientContext()
  // A screen that the client does not have, or that is not built yet, is as one that does not exist, behind its guard.
  const load = hasScreen(path, clientSettings) ? screen.load : undefined
  return createRoute({
    getParentRoute: () => root,
    path,
    beforeLoad: ({ location }) => admit(screen, sessionStore.read(), clientSettings, location.href),
    component: load ? lazyRouteComponent(async () => ({ default: await load() })) : DeniedPage,
    errorComponent: ScreenFailure,
  })
}

/** The catch-all (§2.1): a route like the others, so that whoever may do only one thing is led there from here too. */
const anyOther: [string, Screen] = ['$', { title: 'Permission Denied', access: 'anyone' }]

/**
 * Addresses hold plain words, not JSON: `?range=last-year&open=1,2` (habits 9). The router's own parser would make a number
 * of `open=2`.
 */
const parseSearch = (text: string): Record<string, unknown> => Object.fromEntries(new URLSearchParams(text))
const stringifySearch = (search: Record<string, unknown>): string => {
  const set = Object.entries(search).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  return set.length === 0 ? '' : `?${new URLSearchParams(set)}`
}

/** The portal's routes, once it is known whose portal this is. Called once, by the page's start. */
export function createPortalRouter() {
  const router = createRouter({
    routeTree: root.addChildren([...Object.entries<Screen>(screens), anyOther].map(routeOf)),
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
  })
  restoreScroll(router)
  // Who is there and the code of the screen in the address are asked for at once: one after the other would be a wait of two.
  if (sessionStore.read().state === 'starting') starting = startSession()
  const byId: Readonly<Record<string, AnyRoute>> = router.routesById
  const here = byId[router.matchRoutes(router.latestLocation).at(-1)?.routeId ?? '']
  // Where it does not come, the router finds that out once more, and shows it.
  if (here) router.loadRouteChunk(here)?.catch(() => undefined)
  const rows: Readonly<Record<string, Screen>> = screens
  const place = rows[here?.id ?? '']?.words
  if (place) void queryClient.prefetchQuery(query(getContent, { params: { place } }))

  // A person whose rights or account change may no longer open the screen they are on; one who logs out goes home.
  let last = sessionStore.read()
  sessionStore.subscribe(() => {
    const next = sessionStore.read()
    // No form may keep the page of somebody who is no longer there: they were warned, and the session ends all the same.
    if (last.state === 'signed-in' && next.state === 'signed-out')
      void router.navigate({ to: paths.home(), ignoreBlocker: true })
    else if (factsOf(next) !== factsOf(last)) void router.invalidate()
    last = next
  })
  return router
}

function factsOf(session: Session): SessionFacts | null {
  return session.state === 'signed-in' ? session.facts : null
}
