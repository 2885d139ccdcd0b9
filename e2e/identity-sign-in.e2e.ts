import type { Page } from '@playwright/test'
import { quoted } from '../src/testing/quoted-texts.ts'
import { clientNames, expect, originOf, test } from './fixtures.ts'
import { longUnless } from './long.ts'
import { signInBy, signInByKeyboard } from './people/sign-in.ts'

const logInLink = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Log In' })

for (const client of clientNames) {
  test(
    `a donor logs in at ${client}, and a new tab is signed in without asking again (§4)`,
    longUnless(client === 'rathbones'),
    async ({ visit }) => {
      const page = await visit(client)
      await logInLink(page).click()
      await signInBy(page, `donor@${client}.example`)
      await expect(page.getByRole('heading', { level: 1, name: 'Welcome, Eleanor' })).toBeVisible()
      await expect(page).toHaveURL(`${originOf(client)}/`)
      const tab = await page.context().newPage()
      await tab.goto('/fund-activity')
      await expect(tab).toHaveURL(/\/fund-activity/)
      await expect(logInLink(tab)).toHaveCount(0)
    },
  )
}

test('leads to a screen that requires signing in after the sign-in (§2.1)', async ({ page }) => {
  await page.goto('/fund-activity')
  await signInBy(page, 'donor@npt.example')
  await expect(page).toHaveURL(/\/fund-activity/)
  // The authorization code of the callback stays out of the history.
  await page.goBack()
  expect(page.url()).not.toContain('code=')
})

test('reports a wrong password once, in the form and with its own message, keeps the user ID and moves the focus there (§5)', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 400 .*\/Login/)
  await page.goto('/api/sign-in/start')
  await signInBy(page, 'nobody-here@npt.example', 'not the password')
  const sentence = 'We could not log you in with this user ID and password. Check both and try again.'
  await expect(page.getByRole('alert').filter({ hasText: sentence })).toBeFocused()
  await expect(page.getByText(sentence)).toHaveCount(1)
  await expect(page.getByText(quoted.invalidUsernameOrPassword)).toHaveCount(0)
  await expect(page.getByLabel('User ID')).toHaveValue('nobody-here@npt.example')
})

test('logs in from a bookmark of the sign-in page, with the focus in User ID (§11)', async ({
  page,
  expectedErrors,
}) => {
  // The page learns from the first attempt that this browser has no sign-in request, and starts one.
  expectedErrors.push(/status of 409 .*\/Login/)
  await page.goto('/sign-in')
  await expect(page.getByLabel('User ID')).toBeFocused()
  await signInByKeyboard(page, 'donor@npt.example')
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome, Eleanor' })).toBeVisible()
  await expect(page).toHaveURL(`${originOf('npt')}/`)
})

test('keeps what was typed when the sign-in request has expired (§11)', async ({ page, expectedErrors }) => {
  expectedErrors.push(/status of (400|409) .*\/Login/)
  await page.goto('/api/sign-in/start')
  await page.context().clearCookies()
  await signInBy(page, 'donor@npt.example', 'not the password')
  await expect(page.getByText('We could not log you in with this user ID and password.')).toBeVisible()
  await expect(page.getByLabel('User ID')).toHaveValue('donor@npt.example')
  await signInBy(page, 'donor@npt.example')
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome, Eleanor' })).toBeVisible()
})

test('shows the toast and leads home when a sign-in cannot be validated (§4)', async ({ page }) => {
  await page.goto('/sso?error=access_denied')
  await expect(page.getByText(quoted.validationFailed)).toBeVisible()
  await expect(page.getByText(quoted.noAccessToSite)).toBeVisible()
  await expect(page).toHaveURL(`${originOf('npt')}/`)
})

test("shows 'Please wait' while a sign-in is being validated (§2.12)", async ({ page }) => {
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
  await expect(page.getByRole('heading', { level: 1, name: quoted.loggingIn })).toBeVisible()
  await expect(page).toHaveTitle(/^Logging in\.\.\./)
  await expect(page.getByText(quoted.pleaseWait, { exact: true })).toBeVisible()
  letThrough()
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome, Eleanor' })).toBeVisible()
})

const foreignSite = 'https://elsewhere.example/'
/** Callback addresses that a link on another site could contain. */
const forgedReturns = ['/sso', '/sso?error=access_denied', '/sso?code=forged&state=forged'] as const

const welcome = (page: Page) => page.getByRole('heading', { level: 1, name: 'Welcome, Eleanor' })
const refusal = (page: Page) => page.getByText(quoted.validationFailed)

/** Reloads the tab, so that the server decides whether it is signed in. */
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
    test(
      `ends no session when a signed-in person follows a link on another site to ${address}`,
      longUnless(address.includes('code=')),
      async ({ signInAs }) => {
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

        // In the tab that holds the session, and in a new tab without it.
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
      },
    )
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
