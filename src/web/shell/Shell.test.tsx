import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { loggedIn, showShell } from '../../testing/screens/shell.tsx'

test('offers Back to Top on large screens without a sticky menu (§2.2)', async () => {
  await page.viewport(1440, 900)
  document.body.style.minHeight = '3000px'
  const screen = await showShell()
  const toTop = screen.getByRole('button', { name: 'Back to top' })
  window.scrollTo(0, 300)
  await expect.element(screen.getByRole('navigation', { name: 'Main' })).toBeInViewport()
  await expect.element(toTop).not.toBeInTheDocument()
  await screen.unmount()
  const forced = await showShell({ state: 'forced-email-change', onLogOut: () => {} })
  window.scrollTo(0, 300)
  await expect.element(forced.getByRole('button', { name: 'Back to top' })).toBeVisible()
  document.body.style.minHeight = ''
})

test('shows the dashboard’s pages only on large desktop screens (§2.2)', async () => {
  await page.viewport(1440, 900)
  const screen = await showShell()
  const dashboard = screen.getByRole('navigation', { name: 'Dashboard' })
  await expect.element(dashboard).toBeVisible()
  await page.viewport(1024, 900)
  await expect.element(dashboard).not.toBeInTheDocument()
})

test('shows the secondary outlet in the main area until the screen unmounts (§2.2)', async () => {
  await page.viewport(1440, 900)
  const screen = await showShell()
  const aside = screen.getByRole('main').getByRole('region', { name: 'Beside it' })
  await expect.element(aside).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'Manage Account' }).click()
  await screen.getByRole('link', { name: 'Account Details' }).click()
  await expect.element(aside).toHaveTextContent('Your contacts')
  const [text, beside] = ['h1', '[aria-label="Beside it"]'].map(found =>
    document.querySelector(found)?.getBoundingClientRect(),
  )
  expect(beside?.left).toBeGreaterThan(text?.left ?? 0)
  await screen.getByRole('link', { name: /home$/ }).click()
  await expect.element(aside).not.toBeInTheDocument()
})

test('the footer shows the editors’ disclaimer, or the client’s own without one (§1)', async () => {
  await page.viewport(1440, 900)
  const screen = await showShell()
  const footer = screen.getByRole('contentinfo')
  await expect.element(footer.getByText('A contribution is irrevocable.')).toBeVisible()
  await expect.element(footer.getByText(/^© 2026 NPT Giving\./)).toBeVisible()
  await expect
    .element(footer.getByRole('link', { name: 'Terms and Privacy' }))
    .toHaveAttribute('href', '/terms')
  await screen.unmount()
  const edited = (await showShell(loggedIn, 'full', <p>The editors’ disclaimer.</p>)).getByRole('contentinfo')
  await expect.element(edited.getByText('The editors’ disclaimer.')).toBeVisible()
  await expect.element(edited.getByText('A contribution is irrevocable.')).not.toBeInTheDocument()
})

test('explains the parts of the available balance (§2.4)', async () => {
  await page.viewport(1440, 900)
  const screen = await showShell()
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
