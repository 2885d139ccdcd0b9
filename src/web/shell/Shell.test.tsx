import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
  useLocation,
} from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { AccountOverview } from './AccountOverview.tsx'
import { Shell } from './Shell.tsx'
import { Secondary } from './secondary/Secondary.tsx'
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
const dashboard: MenuItem[] = [
  {
    title: 'Open a New Account',
    route: '/guides/account-opening-guide.pdf',
    external: true,
    target: '_blank',
  },
]
const onSearch = vi.fn<() => void>()
const loggedIn: ShellVisitor = {
  state: 'logged-in',
  name: null,
  profileMenu: [{ title: 'Profile', route: '/my-profile' }],
  onLogOut: () => {},
}

type FramedProps = { visitor: ShellVisitor; menuSwitch: ShellClient['menu']; disclaimer?: ReactNode }

function Framed({ visitor, menuSwitch, disclaimer }: FramedProps) {
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
      disclaimer={disclaimer}
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
      {routeKey === '/account' ? <Secondary label="Beside it">Whom to ask</Secondary> : null}
    </Shell>
  )
}

async function show(
  visitor: ShellVisitor = loggedIn,
  menuSwitch: ShellClient['menu'] = 'full',
  disclaimer?: ReactNode,
) {
  document.documentElement.dataset.client = 'npt'
  const root = createRootRoute({
    component: () => <Framed visitor={visitor} menuSwitch={menuSwitch} disclaimer={disclaimer} />,
  })
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

test('§2.3: the mobile menu keeps nobody in it, and Escape closes it and gives the focus back', async () => {
  await page.viewport(390, 800)
  const screen = await show()
  const toggle = screen.getByRole('button', { name: 'Menu' })
  await toggle.click()
  await screen.getByRole('region', { name: 'Menu' }).getByRole('link', { name: 'FAQ' }).click()
  await toggle.click()
  await userEvent.keyboard('{Tab}')
  await expect
    .element(screen.getByRole('region', { name: 'Menu' }).getByRole('button', { name: 'Search' }))
    .toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(screen.getByRole('region', { name: 'Menu' })).not.toBeInTheDocument()
  await expect.element(toggle).toHaveFocus()
})

test('§2.3: what is pressed in the mobile menu and shows no other screen leaves the focus on its toggle', async () => {
  await page.viewport(390, 800)
  const screen = await show()
  const toggle = screen.getByRole('button', { name: 'Menu' })
  for (const [role, name] of [
    ['link', 'Home'],
    ['button', 'Search'],
  ] as const) {
    await toggle.click()
    await screen.getByRole('region', { name: 'Menu' }).getByRole(role, { name }).click()
    await expect.element(toggle).toHaveFocus()
  }
})

test('§2.3: an entry that leads out of the portal opens in a new tab and says so', async () => {
  await page.viewport(1440, 900)
  const screen = await show()
  const dashboard = screen.getByRole('navigation', { name: 'Dashboard' })
  const entry = dashboard.getByRole('link', { name: 'Open a New Account (opens in a new tab)' })
  await expect.element(entry).toHaveAttribute('target', '_blank')
  await expect.element(entry).toHaveAttribute('href', '/guides/account-opening-guide.pdf')
})

test('§2.2: the dashboard’s pages stand on large desktop screens alone', async () => {
  await page.viewport(1440, 900)
  const screen = await show()
  const dashboard = screen.getByRole('navigation', { name: 'Dashboard' })
  await expect.element(dashboard).toBeVisible()
  await page.viewport(1024, 900)
  await expect.element(dashboard).not.toBeInTheDocument()
})

test('§2.2: what a screen puts in the secondary outlet stands in the main area, and goes with the screen', async () => {
  await page.viewport(1440, 900)
  const screen = await show()
  const aside = screen.getByRole('main').getByRole('region', { name: 'Beside it' })
  await expect.element(aside).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'Manage Account' }).click()
  await screen.getByRole('link', { name: 'Account Details' }).click()
  await expect.element(aside).toHaveTextContent('Whom to ask')
  const [text, beside] = ['h1', '[aria-label="Beside it"]'].map(found =>
    document.querySelector(found)?.getBoundingClientRect(),
  )
  expect(beside?.left).toBeGreaterThan(text?.left ?? 0)
  await screen.getByRole('link', { name: /home$/ }).click()
  await expect.element(aside).not.toBeInTheDocument()
})

test('§2.3: the search is a button that says by which keys it opens too', async () => {
  await page.viewport(1440, 900)
  const screen = await show()
  const search = screen.getByRole('button', { name: 'Search' })
  await expect.element(search).toHaveAttribute('aria-keyshortcuts', 'Control+K Meta+K')
  await search.click()
  expect(onSearch).toHaveBeenCalledOnce()
})

test('§1: the footer shows the editors’ disclaimer, and the client’s own where there is none', async () => {
  await page.viewport(1440, 900)
  const screen = await show()
  const footer = screen.getByRole('contentinfo')
  await expect.element(footer.getByText('A contribution is irrevocable.')).toBeVisible()
  await expect.element(footer.getByText(/^© 2026 NPT Giving\./)).toBeVisible()
  await expect
    .element(footer.getByRole('link', { name: 'Terms and privacy' }))
    .toHaveAttribute('href', '/terms')
  await screen.unmount()
  const edited = (await show(loggedIn, 'full', <p>As editors keep it.</p>)).getByRole('contentinfo')
  await expect.element(edited.getByText('As editors keep it.')).toBeVisible()
  await expect.element(edited.getByText('A contribution is irrevocable.')).not.toBeInTheDocument()
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
