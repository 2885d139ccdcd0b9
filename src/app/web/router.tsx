import {
  type AnyRoute,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'
import { getContent } from '../../contract/published-content.contract.ts'
import {
  hasScreen,
  isScreenPath,
  type Screen,
  type ScreenPath,
  screenRows,
  screens,
} from '../../contract/screens.ts'
import type { SessionFacts } from '../../contract/session.contract.ts'
import { askAhead } from '../../web/api/ask-ahead.ts'
import { Queries } from '../../web/api/Queries.tsx'
import { query, queryClient } from '../../web/api/query.ts'
import { clientContext } from '../../web/client-context/client-context.ts'
import { contentInPage } from '../../web/content/content-in-page.ts'
import { enforceGuard } from '../../web/routing/guards.ts'
import { paths } from '../../web/routing/paths.ts'
import { restoreScroll } from '../../web/routing/restore-scroll.ts'
import { parseSearch, stringifySearch } from '../../web/routing/search-params.ts'
import { startSession } from '../../web/session/session.ts'
import { type Session, sessionStore } from '../../web/session/session-store.ts'
import { App } from './App.tsx'
import { bookChange } from './book-change.ts'
import { ScreenFailure } from './ScreenFailure.tsx'
import { loadScreen } from './screens.ts'

const DeniedPage = lazyRouteComponent(async () => ({ default: await loadScreen('/403') }))

/** Loads the session; the first navigation waits for it. */
let starting: Promise<void> | undefined

const root = createRootRoute({
  beforeLoad: async () => {
    if (!starting) return
    await starting
    starting = undefined
    const found = sessionStore.read()
    // The session ended while the page was away (§9): home explains that, where a login page would not.
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

function createScreenRoute([path, screen]: readonly [ScreenPath, Screen]) {
  const { clientSettings } = clientContext()
  // A screen that the client does not have shows the page of §2.12 behind its guard.
  const component = hasScreen(path, clientSettings)
    ? lazyRouteComponent(async () => ({ default: await loadScreen(path) }))
    : DeniedPage
  return createRoute({
    getParentRoute: () => root,
    path,
    beforeLoad: ({ location, params, cause }) => {
      enforceGuard(screen, sessionStore.read(), clientSettings, location.href)
      // Not for a link that somebody only points at, nor on a screen that is open: it waits until people have chosen what they want to see (§9).
      if (cause !== 'enter' || component === DeniedPage) return
      // Drawn after this. Without its code the router loads it again, and shows the error.
      return loadScreen(path).then(
        found => askAhead(found, params, location.search),
        () => undefined,
      )
    },
    component,
    errorComponent: ScreenFailure,
  })
}

/** The catch-all (§2.1). It has a guard like the others, so that a forced change of e-mail redirects from here too. */
function createCatchAllRoute() {
  const { clientSettings } = clientContext()
  return createRoute({
    getParentRoute: () => root,
    path: '$',
    beforeLoad: ({ location }) =>
      enforceGuard({ access: 'anyone' }, sessionStore.read(), clientSettings, location.href),
    component: DeniedPage,
    errorComponent: ScreenFailure,
  })
}

/** Creates the router for the client of this page. Called once, when the page starts. */
export function createPortalRouter() {
  const router = createRouter({
    routeTree: root.addChildren([...screenRows.map(createScreenRoute), createCatchAllRoute()]),
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
  })
  restoreScroll(router)
  // The session and the code of the first screen are fetched at the same time.
  if (sessionStore.read().state === 'starting') starting = startSession()
  const byId: Readonly<Record<string, AnyRoute>> = router.routesById
  const here = byId[router.matchRoutes(router.latestLocation).at(-1)?.routeId ?? '']
  // The router loads the chunk again and shows the error if this fails.
  if (here) router.loadRouteChunk(here)?.catch(() => undefined)
  const id: string = here?.id ?? ''
  const screen: Screen | undefined = isScreenPath(id) ? screens[id] : undefined
  const place = screen?.content
  if (place) {
    const content = query(getContent, { params: { place } })
    const inPage = contentInPage('screen')
    if (inPage) queryClient.setQueryData(content.queryKey, inPage)
    else void queryClient.prefetchQuery(content)
  }

  // A change of account or permissions may close the current screen; logging out leads home.
  let last = sessionStore.read()
  sessionStore.subscribe(() => {
    const next = sessionStore.read()
    // Unsaved changes must not block this: the person was warned, and the session has ended.
    if (last.state === 'signed-in' && next.state === 'signed-out')
      void router.navigate({ to: paths.home(), ignoreBlocker: true })
    else if (isInOtherBook(last, next)) {
      void bookChange.during(goToOtherBook(router, next))
    } else if (factsOf(next) !== factsOf(last)) void router.invalidate()
    last = next
  })
  return router
}

function factsOf(session: Session): SessionFacts | null {
  return session.state === 'signed-in' ? session.facts : null
}

function isInOtherBook(last: Session, next: Session): boolean {
  const [before, now] = [factsOf(last), factsOf(next)]
  return before !== null && now !== null && before.alternateCurrency !== now.alternateCurrency
}

/** Loaded on demand: most people never change the currency. */
async function goToOtherBook(router: Parameters<typeof restoreScroll>[0], session: Session): Promise<void> {
  const { pathInOtherBook } = await import('./path-in-other-book.ts')
  const to = pathInOtherBook(router.latestLocation.pathname, session)
  // Unsaved changes are lost, as the question of the toggle said.
  await router.navigate({ to, replace: true, ignoreBlocker: true })
}
