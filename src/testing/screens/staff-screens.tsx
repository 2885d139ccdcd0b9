import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import type { SessionFacts } from '../../contract/session.contract.ts'
import { authToken, sessionStore } from '../../web/session/session-store.ts'
import { contextOfPage } from './client-context.ts'
import { factsOf } from './session-facts.ts'

/** Screens of npt’s staff with these permissions, whose requests the test answers by `fetched`. */
export function staffScreens(actions: SessionFacts['actions']) {
  const fetched = vi.fn<typeof fetch>()
  beforeEach(() => {
    const context = document.createElement('script')
    context.id = 'client-context'
    context.type = 'application/json'
    context.textContent = JSON.stringify(contextOfPage())
    document.head.append(context)
    authToken.replace('Bearer of-this-test', authToken.generation())
    sessionStore.set({ state: 'signed-in', facts: factsOf({ actions }), fundId: 0 })
    fetched.mockReset()
    vi.stubGlobal('fetch', fetched)
  })
  afterEach(() => {
    document.getElementById('client-context')?.remove()
    vi.unstubAllGlobals()
    authToken.clear()
  })
  return {
    fetched,
    /** Shows a component at an address. `path`: that of its screen, whose variable parts it reads. */
    show: async (element: ReactNode, { path = '/', at = '/' } = {}) => {
      const root = createRootRoute()
      const page = createRoute({ getParentRoute: () => root, path, component: () => element })
      const history = createMemoryHistory({ initialEntries: [at] })
      const router = createRouter({ routeTree: root.addChildren([page]), history })
      return await render(
        <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
          <RouterProvider router={router as never} />
        </QueryClientProvider>,
      )
    },
  }
}
