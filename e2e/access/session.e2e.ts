import { type BrowserContext, expect, type Page } from '@playwright/test'
import { expectNoAxeFindings, type SignInOptions, test } from '../fixtures.ts'
import { askPortal, tokenOf } from '../pages/ask-portal.ts'

const farewell = 'You have been logged out due to inactivity'

const warning = (page: Page) => page.getByRole('article', { name: 'Are you still there?' })
const countdown = (page: Page) => warning(page).getByRole('timer')
const logInLink = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Log In' })
const welcome = (page: Page) => page.getByRole('heading', { level: 1, name: /^Welcome, / })

type SignIn = (role: 'donor', client: 'npt', options: SignInOptions) => Promise<Page>

/** A donor at home, on a clock that the test moves; the server's own goes on. */
async function signInOnClock(signInAs: SignIn, at = '/'): Promise<Page> {
  const page = await signInAs('donor', 'npt', { isOwnSession: true })
  await page.context().clock.install()
  await page.goto(at)
  await expectSignedIn(page)
  // A request that is still to come would refresh the login.
  await page.waitForLoadState('networkidle')
  return page
}

/** The same, once the session is watched: what watches is fetched some seconds after the page. */
async function signInWatched(signInAs: SignIn, at?: string): Promise<Page> {
  const page = await signInOnClock(signInAs, at)
  const fetched = page.waitForResponse(/\/session-watch-/)
  await page.reload()
  await expectSignedIn(page)
  // What is fetched late shows itself by the page's clock, which stands still: minutes later it would be asked for anew.
  await page.waitForLoadState('networkidle')
  await page.clock.runFor(2_000)
  await page.waitForLoadState('networkidle')
  await page.clock.fastForward(16_000)
  await fetched
  return page
}

async function expectSignedIn(page: Page): Promise<void> {
  await expect(page.getByRole('banner').getByRole('button', { name: /Eleanor/ })).toBeVisible()
}

async function anotherTab(context: BrowserContext): Promise<Page> {
  const tab = await context.newPage()
  await tab.goto('/fund-activity')
  await expectSignedIn(tab)
  return tab
}

async function expectLoggedOut(page: Page, message: string = farewell): Promise<void> {
  await expect(page.getByRole('article', { name: 'Logged out:' })).toContainText(message)
  await expect(logInLink(page)).toBeVisible()
  await expect(page).toHaveURL(/\/$/)
  await expect(page.getByText('Account ID')).toHaveCount(0)
  expect(await page.evaluate(() => Object.keys(sessionStorage))).not.toContain('almoner-auth-token')
}

const secondsLeft = async (page: Page) => {
  const [minutes = 0, seconds = 0] = ((await countdown(page).textContent()) ?? '').split(':').map(Number)
  return minutes * 60 + seconds
}

test.describe('§9 20 minutes without activity', () => {
  test('§9 a warning three minutes before the limit counts down in mm:ss and takes the focus from nobody', async ({
    signInAs,
  }) => {
    const page = await signInWatched(signInAs)
    await page.getByRole('link', { name: 'Fund Activity' }).first().focus()
    await page.clock.fastForward('16:30')
    await expect(warning(page)).toHaveCount(0)
    await page.clock.fastForward('00:45')
    await expect(countdown(page)).toHaveText(/^02:[0-5]\d$/)
    const left = await secondsLeft(page)
    await page.clock.fastForward(10_000)
    await expect.poll(() => secondsLeft(page)).toBeLessThanOrEqual(left - 10)
    await expect(page.getByRole('link', { name: 'Fund Activity' }).first()).toBeFocused()
    // Heard at the start and at a few marks, not each second.
    await expect(page.getByRole('status').filter({ has: warning(page) })).toContainText('Press F6')
    await expect(countdown(page)).toHaveAttribute('aria-live', 'off')
    await expectNoAxeFindings(page)
    await page.keyboard.press('F6')
    await expect(warning(page)).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(warning(page).getByRole('button', { name: "I'm still here" })).toBeFocused()
    await page.keyboard.press('F6')
    await expect(page.getByRole('link', { name: 'Fund Activity' }).first()).toBeFocused()
  })

  test('§9 "I’m still here" refreshes the login and begins the 20 minutes anew', async ({ signInAs }) => {
    const page = await signInWatched(signInAs)
    await page.clock.fastForward('17:30')
    const refreshed = page.waitForResponse(/\/api\/session\/refresh$/)
    await warning(page).getByRole('button', { name: "I'm still here" }).click()
    expect((await refreshed).status()).toBe(200)
    await expect(warning(page)).toHaveCount(0)
    await page.clock.fastForward('16:30')
    await expect(warning(page)).toHaveCount(0)
    await page.clock.fastForward('00:45')
    await expect(warning(page)).toBeVisible()
    await expectSignedIn(page)
  })

  test('§9 "Log me out" ends the session at once, here and on the server', async ({
    signInAs,
    expectedErrors,
  }) => {
    expectedErrors.push(/status of 401 .*\/api\/session/)
    const page = await signInWatched(signInAs)
    const token = await tokenOf(page)
    await page.clock.fastForward('17:30')
    const ended = page.waitForResponse(/\/api\/session\/end/)
    await warning(page).getByRole('button', { name: 'Log me out' }).click()
    await ended
    await expectLoggedOut(page)
    expect((await askPortal(page, '/api/session', { token })).status).toBe(401)
  })

  test('§4 at the limit toasts, dialogs and the current account are gone, and Back shows nothing', async ({
    signInAs,
  }) => {
    const page = await signInWatched(signInAs, '/fund-activity')
    await page.getByRole('button', { name: 'View Accounts' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.clock.fastForward('17:30')
    await expect(warning(page)).toBeVisible()
    await page.clock.fastForward('02:30')
    await expectLoggedOut(page)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(warning(page)).toHaveCount(0)
    await page.goBack()
    await expect(page.getByLabel('User ID')).toBeVisible()
    await expect(page.getByText('Account ID')).toHaveCount(0)
  })

  test('open-points 9 whoever moves is not idle, and the warning goes a moment after', async ({
    signInAs,
  }) => {
    const page = await signInWatched(signInAs)
    await page.clock.fastForward('17:30')
    await expect(warning(page)).toBeVisible()
    await page.mouse.move(40, 300)
    await expect(warning(page)).toBeVisible()
    await page.clock.fastForward(11_000)
    await expect(warning(page)).toHaveCount(0)
    // 27 minutes without a request are not over yet.
    await page.clock.fastForward('09:00')
    await expectSignedIn(page)
    await expect(warning(page)).toHaveCount(0)
  })

  test('§4 unsaved changes are named in the warning and keep nobody in', async ({ signInAs }) => {
    const page = await signInWatched(signInAs, '/recommend-a-grant')
    await page.getByRole('listitem').locator('a[href*="charity="]').first().click()
    await page.getByRole('textbox', { name: 'Amount' }).fill('500')
    await page.clock.fastForward('17:30')
    await expect(warning(page)).toContainText('What you have not saved on this page will be lost')
    await page.clock.fastForward('02:30')
    await expectLoggedOut(page)
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
  })
})

test('§9 30 minutes without a request: an active person is warned at 27 and logged out at 30', async ({
  signInAs,
}) => {
  const page = await signInWatched(signInAs)
  for (let minute = 5; minute <= 25; minute += 5) {
    await page.clock.fastForward('05:00')
    await page.mouse.move(40 + minute, 300)
  }
  await expect(warning(page)).toHaveCount(0)
  await page.clock.fastForward('02:10')
  await page.mouse.move(400, 300)
  await expect(warning(page)).toContainText('It is a while since the portal last heard from you.')
  await page.clock.fastForward('01:00')
  await page.mouse.move(420, 300)
  await expect(warning(page)).toBeVisible()
  await page.clock.fastForward('02:00')
  await expectLoggedOut(page)
})

test.describe('§9 the tabs of one browser agree', () => {
  test('§9 one logs out, all do', async ({ signInAs }) => {
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

  test('§9 one extends, all do', async ({ signInAs }) => {
    const page = await signInWatched(signInAs)
    const tab = await anotherTab(page.context())
    await page.clock.fastForward('17:30')
    await expect(warning(page)).toBeVisible()
    await expect(warning(tab)).toBeVisible()
    await warning(tab).getByRole('button', { name: "I'm still here" }).click()
    await expect(warning(tab)).toHaveCount(0)
    await expect(warning(page)).toHaveCount(0)
    await expect.poll(async () => (await tokenOf(page)) === (await tokenOf(tab))).toBe(true)
  })

  test('§9 inactivity in one is inactivity in all, activity too', async ({ signInAs }) => {
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

  test('open-points 8 a duplicated tab is signed in and ends with the others', async ({
    signInAs,
    expectedErrors,
  }) => {
    // Both tell the server that it is over; whoever comes second is told that it is.
    expectedErrors.push(/status of 401 .*\/api\/session\/end/)
    const page = await signInWatched(signInAs)
    const opening = page.waitForEvent('popup')
    // What a browser does to duplicate a tab: the copy begins with the sessionStorage of the first.
    await page.evaluate(`void window.open('/fund-activity')`)
    const copy = await opening
    await expectSignedIn(copy)
    await page.clock.fastForward('20:00')
    await expectLoggedOut(page)
    await expectLoggedOut(copy)
  })
})

/** The browser's clock alone is set; ticks go on. `serverMs` is what the server's own has done meanwhile. */
async function setClock(page: Page, byMs: number, serverMs: number): Promise<void> {
  await page.route('**/api/apistatus/version', route =>
    route.fulfill({
      json: { jira: '', branch: '', revision: '' },
      headers: { date: new Date(Date.now() + serverMs).toUTCString() },
    }),
  )
  // An answer that is still under way would say the true time.
  await page.waitForLoadState('networkidle')
  const nowMs = await page.evaluate(() => Date.now())
  await page.clock.setSystemTime(nowMs + byMs)
}

const minuteMs = 60_000

test.describe('§9 clocks', () => {
  test('§9 a laptop that slept past the limit shows nothing until it has logged out', async ({
    signInAs,
  }) => {
    const page = await signInWatched(signInAs, '/fund-activity')
    await page.evaluate(`
      window.states = []
      new MutationObserver(() => states.push(document.documentElement.style.visibility))
        .observe(document.documentElement, { attributes: true, attributeFilter: ['style'] })`)
    await setClock(page, 25 * minuteMs, 25 * minuteMs)
    // The lid is opened, the mouse moved.
    await page.mouse.move(50, 300)
    await expectLoggedOut(page)
    expect(await page.evaluate('states')).toEqual(['hidden', ''])
  })

  test('§9 a clock that was put forward throws nobody out', async ({ signInAs }) => {
    const page = await signInWatched(signInAs)
    const asked = page.waitForResponse(/\/api\/apistatus\/version$/)
    await setClock(page, 60 * minuteMs, 0)
    await asked
    await expect(page.locator('html')).not.toHaveCSS('visibility', 'hidden')
    await expectSignedIn(page)
    await page.clock.fastForward('16:00')
    await expect(warning(page)).toHaveCount(0)
    await page.clock.fastForward('01:10')
    await expect(countdown(page)).toHaveText(/^02:[0-5]\d$/)
  })

  test('§9 a clock that was set back keeps nobody in', async ({ signInAs }) => {
    const page = await signInWatched(signInAs)
    await setClock(page, -60 * minuteMs, 0)
    await page.clock.fastForward('17:10')
    await expect(countdown(page)).toHaveText(/^02:[0-5]\d$/)
    await page.clock.fastForward('02:50')
    await expectLoggedOut(page)
  })

  test('§9 a tab in the background, whose timers come once a minute, ends in time', async ({ signInAs }) => {
    const page = await signInWatched(signInAs)
    await page.clock.pauseAt(new Date((await page.evaluate(() => Date.now())) + 1000))
    // A jump fires each timer once.
    for (let minute = 1; minute <= 19; minute++) await page.clock.fastForward(minuteMs)
    await expect(warning(page)).toBeVisible()
    await page.clock.fastForward(minuteMs)
    await page.clock.resume()
    await expectLoggedOut(page)
  })
})

test('§8 a 401 logs out, and says so once', async ({ signInAs, expectedErrors }) => {
  expectedErrors.push(/status of 401/)
  const page = await signInAs('donor', 'npt', { isOwnSession: true })
  // Else what home still asks for finds it out before the link can be followed.
  await page.waitForLoadState('networkidle')
  // The session ends on the server, as its owner may end it from elsewhere.
  await page.evaluate(async () => {
    const authorization = `Bearer ${sessionStorage.getItem('almoner-auth-token')}`
    await fetch('/api/session/end', { method: 'POST', headers: { authorization, 'X-AccountId': '0' } })
  })
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Fund Activity' }).click()
  await expectLoggedOut(page, 'Your session has ended. Please log in again.')
  await expect(page.getByRole('article')).toHaveCount(1)
})

test('§9 the browser keeps the token in sessionStorage, nothing of the session elsewhere, and a cookie no script reads', async ({
  signInAs,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 401 .*\/api\/session/)
  const page = await signInAs('donor', 'npt', { isOwnSession: true })
  await expect(welcome(page)).toBeVisible()
  const kept = await page.evaluate(() => ({
    session: Object.keys(sessionStorage),
    local: JSON.stringify({ ...localStorage }),
  }))
  const allowed = ['almoner-auth-token', 'almoner-device-registrations']
  expect(kept.session.filter(key => !allowed.includes(key))).toEqual([])
  expect(kept.session).toContain('almoner-auth-token')
  expect(kept.local).not.toContain(await tokenOf(page))
  expect(await page.evaluate('document.cookie')).toBe('')
  const [cookie] = (await page.context().cookies()).filter(({ name }) => name === 'almoner-session')
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', expires: -1, domain: 'npt.localhost' })
  // It is worth nothing alone: the token is.
  const { status } = await askPortal(page, '/api/session', { token: 'none' }).catch(() => ({ status: 0 }))
  expect(status).toBe(401)
})
