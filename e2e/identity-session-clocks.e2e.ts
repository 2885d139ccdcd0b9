import { expect, type Page } from '@playwright/test'
import { test } from './fixtures.ts'
import {
  countdown,
  expectLoggedOut,
  expectSignedIn,
  signInWatched,
  warning,
} from './people/watched-session.ts'

/** Sets the browser's clock; timers keep running. `serverMs` is how far the server's clock has moved in the meantime. */
async function setClock(page: Page, byMs: number, serverMs: number): Promise<void> {
  await page.route('**/api/apistatus/version', route =>
    route.fulfill({
      json: { jira: '', branch: '', revision: '' },
      headers: { date: new Date(Date.now() + serverMs).toUTCString() },
    }),
  )
  // A response that is still pending would carry the real time.
  await page.waitForLoadState('networkidle')
  const nowMs = await page.evaluate(() => Date.now())
  await page.clock.setSystemTime(nowMs + byMs)
}

const minuteMs = 60_000

test.describe('clocks (§9)', () => {
  test('a laptop that slept past the limit hides the page until it has logged out', async ({ signInAs }) => {
    const page = await signInWatched(signInAs, '/fund-activity')
    await page.evaluate(`
      window.states = []
      new MutationObserver(() => states.push(document.documentElement.style.visibility))
        .observe(document.documentElement, { attributes: true, attributeFilter: ['style'] })`)
    await setClock(page, 25 * minuteMs, 25 * minuteMs)
    // The laptop wakes up and the mouse moves.
    await page.mouse.move(50, 300)
    await expectLoggedOut(page)
    await expect.poll(() => page.evaluate('states')).toEqual(['hidden', ''])
  })

  test('a clock that was set forward does not end the session', async ({ signInAs }) => {
    const page = await signInWatched(signInAs)
    const response = page.waitForResponse(/\/api\/apistatus\/version$/)
    await setClock(page, 60 * minuteMs, 0)
    await response
    await expect(page.locator('html')).not.toHaveCSS('visibility', 'hidden')
    await expectSignedIn(page)
    await page.clock.fastForward('16:00')
    await expect(warning(page)).toHaveCount(0)
    await page.clock.fastForward('01:10')
    await expect(countdown(page)).toHaveText(/^02:[0-5]\d$/)
  })

  test('a clock that was set back does not extend the session', async ({ signInAs }) => {
    const page = await signInWatched(signInAs)
    await setClock(page, -60 * minuteMs, 0)
    await page.clock.fastForward('17:10')
    await expect(countdown(page)).toHaveText(/^02:[0-5]\d$/)
    await page.clock.fastForward('02:50')
    await expectLoggedOut(page)
  })

  test('a background tab, whose timers fire once a minute, ends in time', async ({ signInAs }) => {
    const page = await signInWatched(signInAs)
    await page.clock.pauseAt(new Date((await page.evaluate(() => Date.now())) + 1000))
    // Each fast-forward fires a timer at most once.
    for (let minute = 1; minute <= 19; minute++) await page.clock.fastForward(minuteMs)
    await expect(warning(page)).toBeVisible()
    await page.clock.fastForward(minuteMs)
    await page.clock.resume()
    await expectLoggedOut(page)
  })
})
