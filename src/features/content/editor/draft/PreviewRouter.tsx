import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  type RouteComponent,
  RouterProvider,
  useRouter,
} from '@tanstack/react-router'
import { useState } from 'react'
import styles from './Preview.module.css'

/**
 * The portal's screen at an address, with the shell, in a memory router. Guards are left out because editors also write text
 * for other users.
 */
export function PreviewRouter({ address }: { address: string }) {
  const router = useRouter()
  const [inner] = useState(() => {
    const path = address.replace(/[?#].*$/, '')
    const screens: Record<string, { options: { component?: RouteComponent } } | undefined> =
      router.routesByPath
    // The app’s root route has a component; the router’s type leaves it optional.
    const root = createRootRoute({ component: router.routeTree.options.component as RouteComponent })
    const screen = createRoute({
      getParentRoute: () => root,
      path,
      component: screens[path]?.options.component ?? Nothing,
    })
    return createRouter({
      routeTree: root.addChildren([screen]),
      history: createMemoryHistory({ initialEntries: [address] }),
      parseSearch: router.options.parseSearch,
      stringifySearch: router.options.stringifySearch,
    })
  })
  // The registered router type is the app's; this router has one of its screens.
  return <RouterProvider router={inner as never} />
}

function Nothing() {
  return <p className={styles.note}>This site does not have this screen.</p>
}
