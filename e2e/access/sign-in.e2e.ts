import type { Page } from '@playwright/test'
import { clientNames, expect, originOf, test } from '../fixtures.ts'
import { signInBy } from '../pages/people/sign-in.ts'

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

const foreignSite = 'https://elsewhere.example/'
/** What a link of another site can bring to the portal. */
const forgedReturns = ['/sso', '/sso?error=access_denied', '/sso?code=forged&state=forged'] as const

const welcome = (page: Page) => page.getByRole('heading', { level: 1, name: 'Welcome, Eleanor' })
const refusal = (page: Page) => page.getByText('Validation Failed:')

/** The tab is signed in, also in the eyes of the server. */
async function expectStillSignedIn(tab: Page): Promise<void> {
  await tab.goto('/fund-activity')
  await expect(tab).toHaveURL(/\/fund-activity/)
  await expect(tab.getByRole('banner').getByRole('button', { name: /Eleanor/ })).toBeVisible()
}

test.describe('a failed or forged return to /sso', () => {
  test.beforeEach(({ expectedErrors }) => {
    expectedErrors.push(/status of 4\d\d .*\/ValidateSsoId/)
  })

  for (const address of forgedReturns) {
    test(`ends no session of a signed-in person, by a link of another site to ${address}`, async ({
      signInAs,
    }) => {
      const page = await signInAs('donor', 'npt', { isOwnSession: true })
      const context = page.context()
      const otherTab = await context.newPage()
      await otherTab.goto('/')
      await expect(welcome(otherTab)).toBeVisible()
      await context.route(foreignSite, route =>
        route.fulfill({
          contentType: 'text/html',
          body: ['here', 'fresh']
            .map(
              tab =>
                `<a href="${originOf('npt')}${address}"${tab === 'fresh' ? ' target="_blank"' : ''}>${tab}</a>`,
            )
            .join(' '),
        }),
      )

      // In the tab that has the session, and in a fresh one that knows nothing of it.
      await page.goto(foreignSite)
      const opening = page.waitForEvent('popup')
      await page.getByRole('link', { name: 'fresh' }).click()
      const fresh = await opening
      await page.getByRole('link', { name: 'here' }).click()
      for (const tab of [page, fresh]) {
        await expect(welcome(tab)).toBeVisible()
        await expect(tab).toHaveURL(`${originOf('npt')}/`)
        await expect(refusal(tab)).toHaveCount(0)
      }
      await expect(welcome(otherTab)).toBeVisible()
      for (const tab of [page, fresh, otherTab]) await expectStillSignedIn(tab)
    })
  }

  test('ends no session when the address of a finished sign-in is opened again', async ({ visit }) => {
    const page = await visit('npt', { at: '/api/sign-in/start' })
    const returning = page.waitForRequest(request => request.url().includes('/sso?code='))
    await signInBy(page, 'donor@npt.example')
    const used = (await returning).url()
    await expect(welcome(page)).toBeVisible()
    const tab = await page.context().newPage()
    for (const each of [page, tab]) {
      await each.goto(used)
      await expect(welcome(each)).toBeVisible()
      await expect(refusal(each)).toHaveCount(0)
    }
    for (const each of [page, tab]) await expectStillSignedIn(each)
  })

  test('tells a visitor that the sign-in failed', async ({ visit }) => {
    const page = await visit('npt', { at: '/sso?code=forged&state=forged' })
    await expect(refusal(page)).toBeVisible()
    await expect(page).toHaveURL(`${originOf('npt')}/`)
  })
})
