import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
  useLocation,
} from '@tanstack/react-router'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { AccountOverview } from './AccountOverview.tsx'
import { Shell } from './Shell.tsx'
import type { MenuItem, ShellClient, ShellVisitor } from './shell-types.ts'
import '../styles.ts'

const client: ShellClient = {
  name: 'npt',
  displayName: 'NPT Giving',
  tagline: 'For a lifetime of giving',
  menu: 'full',
  logoWidthDesktopPx: 610,
  logoWidthMobilePx: 60,
  support: {
    phone: '+1 215 555 0100',
    email: 'support@npt.example',
    address: ['100 Meetinghouse Square'],
    hours: 'Monday to Friday',
  },
  footer: { disclaimer: 'A contribution is irrevocable.', resources: [] },
}
const menu: MenuItem[] = [
  { title: 'Home', route: '/' },
  { title: 'Manage Account', route: '/account', children: [{ title: 'Account Details', route: '/account' }] },
]
const dashboard: MenuItem[] = [{ title: 'Open a New Account', route: '/account' }]
const onSearch = vi.fn<() => void>()
const loggedIn: ShellVisitor = {
  state: 'logged-in',
  name: null,
  profileMenu: [{ title: 'Profile', route: '/my-profile' }],
  onLogOut: () => {},
}

function Framed({ visitor, menuSwitch }: { visitor: ShellVisitor; menuSwitch: ShellClient['menu'] }) {
  const routeKey = useLocation({ select: location => location.pathname })
  return (
    <Shell
      client={{ ...client, menu: menuSwitch }}
      visitor={visitor}
      menu={menu}
      topBar={[{ title: 'Contact', route: '/contact' }]}
      help={[{ title: 'FAQ', route: '/faq' }]}
      dashboard={dashboard}
      onSearch={onSearch}
      routeKey={routeKey}
      termsTo="/terms"
      year={2026}
      overview={
        <AccountOverview
          accountName="The Whitcombe Family Fund"
          fundId={204318}
          currency="USD"
          available={{
            availableMinor: 70_00n,
            endingBalanceMinor: 100_00n,
            pendingGrantsMinor: 30_00n,
            excludedAssetsMinor: 0n,
          }}
        />
      }
    >
      <h1>{routeKey}</h1>
    </Shell>
  )
}

async function show(visitor: ShellVisitor = loggedIn, menuSwitch: ShellClient['menu'] = 'full') {
  document.documentElement.dataset.client = 'npt'
  const root = createRootRoute({ component: () => <Framed visitor={visitor} menuSwitch={menuSwitch} /> })
  const routes = ['/', '/account', '/faq'].map(path => createRoute({ getParentRoute: () => root, path }))
  const history = createMemoryHistory({ initialEntries: ['/'] })
  const router = createRouter({ routeTree: root.addChildren(routes), history })
  return render(<RouterProvider router={router as never} />)
}

const logoWidthPx = () => document.querySelector('header a')?.getBoundingClientRect().width

test('§2.3: the logo leads to /, is 610 px wide on desktop and 60 on mobile', async () => {
  await page.viewport(1440, 900)
  const screen = await show()
  await expect.element(screen.getByRole('link', { name: /NPT Giving/ }).first()).toHaveAttribute('href', '/')
  expect(logoWidthPx()).toBe(610)
  await page.viewport(390, 800)
  expect(logoWidthPx()).toBe(60)
})

test("§2.3: without a user name the profile menu shows 'ERROR', and it offers Log Out", async () => {
  await page.viewport(1440, 900)
  const logOut = vi.fn<() => void>()
  const screen = await show({ ...loggedIn, onLogOut: logOut })
  await screen.getByRole('button', { name: 'ERROR' }).click()
  await expect.element(screen.getByRole('link', { name: 'Profile' })).toBeVisible()
  await screen.getByRole('button', { name: 'Log Out' }).click()
  expect(logOut).toHaveBeenCalledOnce()
})

test('§2.3: a menu closes by Escape and gives the focus back', async () => {
  await page.viewport(1440, 900)
  const screen = await show()
  const opener = screen.getByRole('button', { name: 'Help' })
  await opener.click()
  await expect.element(screen.getByRole('link', { name: 'FAQ' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(screen.getByRole('link', { name: 'FAQ' })).not.toBeInTheDocument()
  await expect.element(opener).toHaveFocus()
})

test('§2.3: a client with a top bar hides the dropdowns of the main menu', async () => {
  await page.viewport(1440, 900)
  const screen = await show(loggedIn, 'top-bar')
  await expect.element(screen.getByRole('link', { name: 'Contact' })).toBeVisible()
  await expect.element(screen.getByRole('link', { name: 'Manage Account' })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Manage Account' })).not.toBeInTheDocument()
})

test('§4: logged out, the header shows a Log In link and no profile menu', async () => {
  await page.viewport(1440, 900)
  const screen = await show({ state: 'logged-out', logInTo: '/api/sign-in/start' })
  await expect
    .element(screen.getByRole('banner').getByRole('link', { name: 'Log In' }))
    .toHaveAttribute('href', '/api/sign-in/start')
  await expect.element(screen.getByRole('button', { name: 'ERROR' })).not.toBeInTheDocument()
  await expect.element(screen.getByRole('button', { name: 'Log Out' })).not.toBeInTheDocument()
})

test('§4: logged in, the header shows the profile menu under the person’s name and no Log In link', async () => {
  await page.viewport(1440, 900)
  const screen = await show({ ...loggedIn, name: 'Eleanor Whitcombe' })
  await screen.getByRole('button', { name: 'Eleanor Whitcombe' }).click()
  const profile = screen.getByRole('dialog', { name: 'Your profile' })
  await expect.element(profile.getByRole('link', { name: 'Profile' })).toBeVisible()
  await expect.element(profile.getByRole('button', { name: 'Log Out' })).toBeVisible()
  await expect.element(screen.getByRole('link', { name: 'Log In' })).not.toBeInTheDocument()
})

test.each([1440, 320])(
  '§4: a forced change of e-mail leaves only Logout, no menus and no help, at %i px',
  async widthPx => {
    await page.viewport(widthPx, 900)
    const logOut = vi.fn<() => void>()
    const screen = await show({ state: 'forced-email-change', onLogOut: logOut })
    const header = screen.getByRole('banner')
    await header.getByRole('button', { name: 'Logout' }).click()
    expect(logOut).toHaveBeenCalledOnce()
    expect(header.getByRole('button').elements()).toHaveLength(1)
    // The logo, which leads back to the one screen that is left.
    expect(header.getByRole('link').elements()).toHaveLength(1)
    await expect.element(screen.getByRole('navigation', { name: 'Main' })).not.toBeInTheDocument()
  },
)

test('§2.3: the mobile menu opens by its toggle and closes on navigation', async () => {
  await page.viewport(390, 800)
  const screen = await show()
  const toggle = screen.getByRole('button', { name: 'Menu' })
  await toggle.click()
  await screen.getByRole('link', { name: 'Account Details' }).click()
  await expect.element(screen.getByRole('heading', { name: '/account' })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Menu' })).toHaveAttribute('aria-expanded', 'false')
})

test('§2.4: the available balance says what it is made of', async () => {
  await page.viewport(1440, 900)
  const screen = await show()
  await screen.getByRole('button', { name: 'What makes up the available balance' }).click()
  const panel = screen.getByRole('dialog', { name: 'What makes up the available balance' })
  await expect
    .element(
      panel.getByText(
        'The available balance is the current-date ending balance less cumulative pending grants and excluded assets.',
      ),
    )
    .toBeVisible()
  await expect.element(panel.getByText('minus $30.00')).toBeInTheDocument()
})
