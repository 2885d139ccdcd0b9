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
 * The portal's own screen at an address, with all that stands around it, in a router whose address nobody sees. Guards
 * are left out, for editors write what is for others too.
 */
export function PreviewRouter({ address }: { address: string }) {
  const router = useRouter()
  const [inner] = useState(() => {
    const path = address.replace(/[?#].*$/, '')
    const screens: Record<string, { options: { component?: RouteComponent } } | undefined> =
      router.routesByPath
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
  // The type of a router is that of the program's own; this one has one screen of it.
  return <RouterProvider router={inner as never} />
}

function Nothing() {
  return <p className={styles.note}>This site does not have this screen.</p>
}
