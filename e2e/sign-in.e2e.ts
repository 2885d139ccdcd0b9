import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'

const password = process.env.DEMO_PASSWORD ?? 'almoner-demo-2026'
const port = process.env.ALMONER_E2E_PORT

const logInLink = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Log In' })
const profileButton = (page: Page) => page.getByRole('banner').getByRole('button').first()

async function enter(page: Page, userId: string, typed = password): Promise<void> {
  await page.getByLabel('User ID').fill(userId)
  await page.getByLabel('Password', { exact: true }).fill(typed)
  await page.getByLabel('Password', { exact: true }).press('Enter')
}

async function signIn(page: Page, realm = 'npt'): Promise<void> {
  await page.goto(`http://${realm}.localhost:${port}/`)
  await logInLink(page).click()
  await enter(page, `donor@${realm}.example`)
  await expect(logInLink(page)).toHaveCount(0)
  await expect(page).toHaveURL(`http://${realm}.localhost:${port}/`)
}

for (const realm of ['npt', 'rathbones']) {
  test(`§4 at ${realm} a donor logs in, and a new tab is signed in without asking again`, async ({
    page,
    context,
  }) => {
    await signIn(page, realm)
    const tab = await context.newPage()
    await tab.goto(`http://${realm}.localhost:${port}/fund-activity`)
    await expect(tab).toHaveURL(/\/fund-activity/)
    await expect(logInLink(tab)).toHaveCount(0)
  })
}

test('open-points 8 whoever logs out in one tab is logged out in the others, and the password is asked for again', async ({
  page,
  context,
}) => {
  await signIn(page)
  const tab = await context.newPage()
  await tab.goto('/')
  await expect(logInLink(tab)).toHaveCount(0)
  await profileButton(page).click()
  await page.getByRole('button', { name: 'Log Out' }).click()
  await expect(logInLink(page)).toBeVisible()
  await expect(logInLink(tab)).toBeVisible()
  await logInLink(page).click()
  await expect(page.getByLabel('User ID')).toBeVisible()
})

test('§2.1 a screen that asks for a sign-in comes after it', async ({ page }) => {
  await page.goto('/fund-activity')
  await enter(page, 'donor@npt.example')
  await expect(page).toHaveURL(/\/fund-activity/)
  // The code of the way back stays in no history.
  await page.goBack()
  expect(page.url()).not.toContain('code=')
})

test('§5 a wrong password is said once, in the form, which keeps the user id and takes the focus', async ({
  page,
}) => {
  await page.goto('/api/sign-in/start')
  await enter(page, 'nobody-here@npt.example', 'not the password')
  const summary = page.getByRole('alert').filter({ hasText: 'Invalid Username or Password' })
  await expect(summary).toBeFocused()
  await expect(page.getByText('Invalid Username or Password')).toHaveCount(1)
  await expect(page.getByLabel('User ID')).toHaveValue('nobody-here@npt.example')
})

test('§4 a sign-in that is not validated shows the toast and leads home', async ({ page }) => {
  await page.goto('/sso?error=access_denied')
  await expect(page.getByText('Validation Failed:')).toBeVisible()
  await expect(
    page.getByText('You do not have access to this site, please contact support if problem persists.'),
  ).toBeVisible()
  await expect(page).toHaveURL(`http://npt.localhost:${port}/`)
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the sign-in screen is accessible, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.goto('/api/sign-in/start')
    await expect(page.getByLabel('User ID')).toBeVisible()
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
    await page.getByRole('button', { name: 'Log In' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'Enter your user ID' })).toBeFocused()
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
  })
}
