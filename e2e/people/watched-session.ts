import { expect, type Page } from '@playwright/test'
import { quoted } from '../../src/testing/quoted-texts.ts'
import type { SignInOptions } from '../fixtures.ts'

const farewell = quoted.loggedOutForInactivity

export const warning = (page: Page) => page.getByRole('article', { name: 'Are you still there?' })
export const countdown = (page: Page) => warning(page).getByRole('timer')
const logInLink = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Log In' })

type SignIn = (role: 'donor', client: 'npt', options: SignInOptions) => Promise<Page>

/** Signs in a donor on a browser clock that the test controls. The server's clock runs normally. */
async function signInOnClock(signInAs: SignIn, at = '/'): Promise<Page> {
  const page = await signInAs('donor', 'npt', { isOwnSession: true })
  await page.context().clock.install()
  await page.goto(at)
  await expectSignedIn(page)
  // A later request would refresh the login.
  await page.waitForLoadState('networkidle')
  return page
}

/** Signs in and waits for the script that watches the session, which loads some seconds after the page. */
export async function signInWatched(signInAs: SignIn, at?: string): Promise<Page> {
  const page = await signInOnClock(signInAs, at)
  // The page loads twice before; only the test limits how long.
  const fetched = page.waitForResponse(/\/session-watch-/, { timeout: 0 })
  await page.reload()
  await expectSignedIn(page)
  // Late responses are cached by the paused clock's time; without this they would be fetched again minutes later.
  await page.waitForLoadState('networkidle')
  await page.clock.runFor(2_000)
  await page.waitForLoadState('networkidle')
  await page.clock.fastForward(16_000)
  // The script has come, but may not have run: until then a turn of the clock would go unnoticed.
  await page.evaluate(script => import(script), (await fetched).url())
  return page
}

export async function expectSignedIn(page: Page): Promise<void> {
  await expect(page.getByRole('banner').getByRole('button', { name: /Eleanor/ })).toBeVisible()
}

export async function expectLoggedOut(page: Page, message: string = farewell): Promise<void> {
  await expect(page.getByRole('article', { name: quoted.loggedOut })).toContainText(message)
  await expect(logInLink(page)).toBeVisible()
  await expect(page).toHaveURL(/\/$/)
  await expect(page.getByText('Account ID')).toHaveCount(0)
  expect(await page.evaluate(() => Object.keys(sessionStorage))).not.toContain('almoner-auth-token')
}
