import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { vi } from 'vitest'
import { render } from 'vitest-browser-react'
import type { ShellClient, ShellVisitor } from '../../web/shell/shell-types.ts'
import { FramedShell } from './FramedShell.tsx'
import '../../web/styles.ts'

export const onSearch = vi.fn<() => void>()
export const loggedIn: Extract<ShellVisitor, { state: 'logged-in' }> = {
  state: 'logged-in',
  name: null,
  profileMenu: [{ title: 'Profile', route: '/my-profile' }],
  onLogOut: () => {},
}

export async function showShell(
  visitor: ShellVisitor = loggedIn,
  menuSetting: ShellClient['menu'] = 'full',
  disclaimer?: ReactNode,
) {
  document.documentElement.dataset.client = 'npt'
  const root = createRootRoute({
    component: () => (
      <FramedShell visitor={visitor} menuSetting={menuSetting} disclaimer={disclaimer} onSearch={onSearch} />
    ),
  })
  const routes = ['/', '/account', '/faq'].map(path => createRoute({ getParentRoute: () => root, path }))
  const history = createMemoryHistory({ initialEntries: ['/'] })
  const router = createRouter({ routeTree: root.addChildren(routes), history })
  return render(<RouterProvider router={router as never} />)
}
