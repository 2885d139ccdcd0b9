import type { AnyRouter } from '@tanstack/react-router'
import { clientContext } from '../../web/client-context/client-context.ts'
import { menusFor } from '../../web/routing/menus.ts'
import { sessionStore } from '../../web/session/session-store.ts'

/**
 * Fetches the code of the screens that the menus offer, one after another, so that the next screen opens without waiting for it. Where the
 * browser saves data, only the visitor's home, to which logging out leads, perhaps without a connection.
 */
export async function preloadScreens(router: AnyRouter): Promise<void> {
  await import('../../features/home/VisitorHome.tsx')
  if (savesData()) return
  const { main, topBar } = menusFor(sessionStore.read(), clientContext().clientSettings, '')
  const offered = [...main, ...topBar].flatMap(item => [item, ...(item.children ?? [])])
  for (const { route, external } of offered) {
    const [, , foundRoute] = router.getMatchedRoutes(route)
    // What fails is fetched again when someone opens the screen.
    if (foundRoute && !external) await router.loadRouteChunk(foundRoute)?.catch(() => undefined)
  }
}

/** Only Chromium's browsers tell. */
function savesData(): boolean {
  // The type of the browser's own objects lacks it, because not all browsers have it.
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
  return connection?.saveData === true
}
