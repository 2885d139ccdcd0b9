import type { Page } from '@playwright/test'
import { clientNames, expect, originOf, test } from '../fixtures.ts'
import { signInBy } from '../people/sign-in.ts'

const logInLink = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Log In' })

for (const client of clientNames) {
  test(`§4 at ${client} a donor logs in, and a new tab is signed in without asking again`, async ({
    visit,
  }) => {
    const page = await visit(client)
    await logInLink(page).click()
    await signInBy(page, `donor@${client}.example`)
    await expect(page.getByRole('heading', { level: 1, name: 'Welcome, Eleanor' })).toBeVisible()
    await expect(page).toHaveURL(`${originOf(client)}/`)
    const tab = await page.context().newPage()
    await tab.goto('/fund-activity')
    await expect(tab).toHaveURL(/\/fund-activity/)
    await expect(logInLink(tab)).toHaveCount(0)
  })
}

test('§2.1 a screen that asks for a sign-in comes after it', async ({ page }) => {
  await page.goto('/fund-activity')
  await signInBy(page, 'donor@npt.example')
  await expect(page).toHaveURL(/\/fund-activity/)
  // The code of the way back stays in no history.
  await page.goBack()
  expect(page.url()).not.toContain('code=')
})

test('§5 a wrong password is said once, in the form and not in the server’s words; it keeps the user id and takes the focus', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 400 .*\/Login/)
  await page.goto('/api/sign-in/start')
  await signInBy(page, 'nobody-here@npt.example', 'not the password')
  const sentence = 'We could not log you in with this user ID and password. Check both and try again.'
  await expect(page.getByRole('alert').filter({ hasText: sentence })).toBeFocused()
  await expect(page.getByText(sentence)).toHaveCount(1)
  await expect(page.getByText('Invalid Username or Password')).toHaveCount(0)
  await expect(page.getByLabel('User ID')).toHaveValue('nobody-here@npt.example')
})

test('§4 a sign-in that is not validated shows the toast and leads home', async ({ page }) => {
  await page.goto('/sso?error=access_denied')
  await expect(page.getByText('Validation Failed:')).toBeVisible()
  await expect(
    page.getByText('You do not have access to this site, please contact support if problem persists.'),
  ).toBeVisible()
  await expect(page).toHaveURL(`${originOf('npt')}/`)
})

test("§2.12 'Please wait' stands there while the check of a sign-in completes", async ({ page }) => {
  let letThrough = () => {}
  const held = new Promise<void>(resolve => {
    letThrough = resolve
  })
  await page.route('**/api/User/ValidateSsoId', async route => {
    await held
    await route.continue()
  })
  await page.goto('/api/sign-in/start')
  await signInBy(page, 'donor@npt.example')
  await expect(page.getByRole('heading', { level: 1, name: 'Logging in...' })).toBeVisible()
  await expect(page).toHaveTitle(/^Logging in\.\.\./)
  await expect(page.getByText('Please wait', { exact: true })).toBeVisible()
  letThrough()
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome, Eleanor' })).toBeVisible()
})
