import type { Page } from '@playwright/test'
import { expect, originOf, test } from '../fixtures.ts'
import { signInBy } from '../pages/people/sign-in.ts'

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
