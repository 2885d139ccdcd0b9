import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { quoted } from '../../testing/quoted-texts.ts'
import { loggedIn, onSearch, showShell } from '../../testing/screens/shell.tsx'

const widthPx = (selector: string) => document.querySelector(selector)?.getBoundingClientRect().width

test('the logo links to / and is 610 px wide on desktop, its picture 60 on mobile (§2.3)', async () => {
  await page.viewport(1440, 900)
  const screen = await showShell()
  await expect.element(screen.getByRole('link', { name: /NPT Giving/ }).first()).toHaveAttribute('href', '/')
  expect(widthPx('header a')).toBe(610)
  await page.viewport(390, 800)
  // The name beside the picture is part of the one link.
  expect(widthPx('header a > span:has(svg)')).toBe(60)
  expect(document.querySelector('header a')?.textContent).toContain('NPT Giving')
})

test("the profile menu shows 'ERROR' without a user name, and offers Log Out (§2.3)", async () => {
  await page.viewport(1440, 900)
  const logOut = vi.fn<() => void>()
  const screen = await showShell({ ...loggedIn, onLogOut: logOut })
  await screen.getByRole('button', { name: quoted.error }).click()
  await expect.element(screen.getByRole('link', { name: 'Profile' })).toBeVisible()
  await screen.getByRole('button', { name: 'Log Out' }).click()
  expect(logOut).toHaveBeenCalledOnce()
})

test('Escape closes a menu and returns the focus (§2.3)', async () => {
  await page.viewport(1440, 900)
  const screen = await showShell()
  const trigger = screen.getByRole('button', { name: 'Help' })
  await trigger.click()
  await expect.element(screen.getByRole('link', { name: 'FAQ' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(screen.getByRole('link', { name: 'FAQ' })).not.toBeInTheDocument()
  await expect.element(trigger).toHaveFocus()
})

test('a client with a top bar has no dropdowns in the main menu (§2.3)', async () => {
  await page.viewport(1440, 900)
  const screen = await showShell(loggedIn, 'top-bar')
  await expect.element(screen.getByRole('link', { name: 'Contact' })).toBeVisible()
  await expect.element(screen.getByRole('link', { name: 'Manage Account' })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Manage Account' })).not.toBeInTheDocument()
})

test('logged out, shows a Log In link and no profile menu (§4)', async () => {
  await page.viewport(1440, 900)
  const screen = await showShell({
    state: 'logged-out',
    logInTo: '/api/sign-in/start',
    onLogIn: () => undefined,
  })
  await expect
    .element(screen.getByRole('banner').getByRole('link', { name: 'Log In' }))
    .toHaveAttribute('href', '/api/sign-in/start')
  await expect.element(screen.getByRole('button', { name: quoted.error })).not.toBeInTheDocument()
  await expect.element(screen.getByRole('button', { name: 'Log Out' })).not.toBeInTheDocument()
})

test('logged in, shows the profile menu with the person’s name and no Log In link (§4)', async () => {
  await page.viewport(1440, 900)
  const screen = await showShell({ ...loggedIn, name: 'Eleanor Whitcombe' })
  await screen.getByRole('button', { name: 'Eleanor Whitcombe' }).click()
  const profile = screen.getByRole('dialog', { name: 'Your profile' })
  await expect.element(profile.getByRole('link', { name: 'Profile' })).toBeVisible()
  await expect.element(profile.getByRole('button', { name: 'Log Out' })).toBeVisible()
  await expect.element(screen.getByRole('link', { name: 'Log In' })).not.toBeInTheDocument()
})

test.each([1440, 320])(
  'a forced change of e-mail leaves only Logout, no menus and no help, at %i px (§4)',
  async widthPx => {
    await page.viewport(widthPx, 900)
    const logOut = vi.fn<() => void>()
    const screen = await showShell({ state: 'forced-email-change', onLogOut: logOut })
    const header = screen.getByRole('banner')
    await header.getByRole('button', { name: 'Logout' }).click()
    expect(logOut).toHaveBeenCalledOnce()
    expect(header.getByRole('button').elements()).toHaveLength(1)
    // The logo links to the only screen that is open.
    expect(header.getByRole('link').elements()).toHaveLength(1)
    await expect.element(screen.getByRole('navigation', { name: 'Main' })).not.toBeInTheDocument()
  },
)

test('the mobile menu opens by its toggle and closes on navigation (§2.3)', async () => {
  await page.viewport(390, 800)
  const screen = await showShell()
  const toggle = screen.getByRole('button', { name: 'Menu' })
  await toggle.click()
  await screen.getByRole('link', { name: 'Account Details' }).click()
  await expect.element(screen.getByRole('heading', { name: '/account' })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Menu' })).toHaveAttribute('aria-expanded', 'false')
})

test('the mobile menu does not trap the focus; Escape closes it and returns the focus (§2.3)', async () => {
  await page.viewport(390, 800)
  const screen = await showShell()
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

test('an action in the mobile menu that stays on the screen returns the focus to the toggle (§2.3)', async () => {
  await page.viewport(390, 800)
  const screen = await showShell()
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

test('an entry that leads out of the portal opens a new tab and says so (§2.3)', async () => {
  await page.viewport(1440, 900)
  const screen = await showShell()
  const dashboard = screen.getByRole('navigation', { name: 'Dashboard' })
  const entry = dashboard.getByRole('link', { name: 'Open a New Account (opens in a new tab)' })
  await expect.element(entry).toHaveAttribute('target', '_blank')
  await expect.element(entry).toHaveAttribute('href', '/guides/account-opening-guide.pdf')
})

test('the search button names its keyboard shortcut (§2.3)', async () => {
  await page.viewport(1440, 900)
  const screen = await showShell()
  const search = screen.getByRole('button', { name: 'Search' })
  await expect.element(search).toHaveAttribute('aria-keyshortcuts', 'Control+K Meta+K')
  await search.click()
  expect(onSearch).toHaveBeenCalledOnce()
})
