import { type BrowserContext, expect, type Page } from '@playwright/test'
import { test } from './fixtures.ts'
import { tokenOf } from './pages/call-portal.ts'
import { expectLoggedOut, expectSignedIn, signInWatched, warning } from './people/watched-session.ts'

async function anotherTab(context: BrowserContext): Promise<Page> {
  const tab = await context.newPage()
  await tab.goto('/fund-activity')
  await expectSignedIn(tab)
  // A session that ends answers what a tab still loads with 401, which the browser reports as an error.
  await tab.waitForLoadState('networkidle')
  return tab
}

test.describe('the tabs of one browser (§9)', () => {
  test('log out together', async ({ signInAs }) => {
    const page = await signInWatched(signInAs)
    const tab = await anotherTab(page.context())
    await page
      .getByRole('banner')
      .getByRole('button', { name: /Eleanor/ })
      .click()
    await page
      .getByRole('menuitem', { name: 'Log Out' })
      .or(page.getByRole('button', { name: 'Log Out' }))
      .click()
    await expectLoggedOut(page, 'You have logged out.')
    await expectLoggedOut(tab, 'You have logged out.')
  })

  test('are all extended when one is', async ({ signInAs }) => {
    const page = await signInWatched(signInAs)
    const tab = await anotherTab(page.context())
    await page.clock.fastForward('17:30')
    await expect(warning(page)).toBeVisible()
    await expect(warning(tab)).toBeVisible()
    await warning(tab).getByRole('button', { name: 'I’m still here' }).click()
    await expect(warning(tab)).toHaveCount(0)
    await expect(warning(page)).toHaveCount(0)
    await expect.poll(async () => (await tokenOf(page)) === (await tokenOf(tab))).toBe(true)
  })

  test('share activity and inactivity', async ({ signInAs, expectedErrors }) => {
    // Both tabs may end the session on the server; the second request then gets 401.
    expectedErrors.push(/status of 401 .*\/api\/session\/end/)
    const page = await signInWatched(signInAs)
    const tab = await anotherTab(page.context())
    await page.clock.fastForward('16:00')
    await tab.mouse.move(50, 300)
    await page.clock.fastForward('05:00')
    await expect(warning(page)).toHaveCount(0)
    await page.clock.fastForward('15:30')
    await expectLoggedOut(page)
    await expectLoggedOut(tab)
  })

  test('include a duplicated tab, which is signed in and ends with the others', async ({
    signInAs,
    expectedErrors,
  }) => {
    // Both tabs end the session on the server; the second request gets 401.
    expectedErrors.push(/status of 401 .*\/api\/session\/end/)
    const page = await signInWatched(signInAs)
    const opening = page.waitForEvent('popup')
    // As when a browser duplicates a tab, the copy starts with the sessionStorage of the first.
    await page.evaluate(`void window.open('/fund-activity')`)
    const copy = await opening
    await expectSignedIn(copy)
    await page.clock.fastForward('20:00')
    await expectLoggedOut(page)
    await expectLoggedOut(copy)
  })
})
