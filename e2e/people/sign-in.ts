import type { Page } from '@playwright/test'

const password = process.env.DEMO_PASSWORD ?? 'almoner-demo-2026'

/** The heading of the screen where people land: the home, or the dashboard of staff, advisors and bankers. */
export const landingHeading = (page: Page) =>
  page.getByRole('heading', { level: 1, name: /^(Welcome, |Super User Dashboard$|Your accounts$)/ })

/** Fills in and submits the open sign-in screen. */
export async function signInBy(page: Page, userId: string, typed = password): Promise<void> {
  await page.getByLabel('User ID').fill(userId)
  await page.getByLabel('Password', { exact: true }).fill(typed)
  await page.getByLabel('Password', { exact: true }).press('Enter')
}

/** Signs in by keyboard alone, starting at the first field, which has the focus. */
export async function signInByKeyboard(page: Page, userId: string): Promise<void> {
  await page.keyboard.type(userId)
  await page.keyboard.press('Tab')
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
}

/**
 * Signs in as the screens do (§4), but without showing them: for tests about something else. Afterwards the page's browser
 * context has the session's cookie at the base address of that context.
 *
 * @throws where a step is refused, for example because a second factor is asked for.
 */
export async function signInWithoutScreens(page: Page, userId: string, typed = password): Promise<void> {
  // The portal's own pages would start the program, and its files may request nothing.
  const body = '<!doctype html><title>Signing in</title>'
  await page.route('**/signing-in', route => route.fulfill({ contentType: 'text/html', body }), { times: 1 })
  await page.goto('/signing-in')
  const refused = await page.evaluate(
    async person => {
      const post = (address: string, body: object) =>
        fetch(address, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        })
      await fetch('/api/sign-in/start')
      const login = await post('/api/Authentication/Login', person)
      const { step, redirectTo } = (await login.json()) as { step?: string; redirectTo?: string }
      if (step !== 'done' || redirectTo === undefined) return `the password answered ${login.status}, ${step}`
      const returned = new URL((await fetch(redirectTo)).url)
      const validated = await post('/api/User/ValidateSsoId', Object.fromEntries(returned.searchParams))
      return validated.ok ? null : `ValidateSsoId answered ${validated.status} at ${returned.pathname}`
    },
    { userId, password: typed },
  )
  if (refused !== null) throw new Error(`${userId} could not sign in: ${refused}`)
}
