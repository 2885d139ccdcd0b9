import { expect, type Page } from '@playwright/test'
import { expectNoAxeFindings, test } from './fixtures.ts'
import { callPortal, tokenOf } from './pages/call-portal.ts'
import {
  countdown,
  expectLoggedOut,
  expectSignedIn,
  signInWatched,
  warning,
} from './people/watched-session.ts'

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
    expect((await callPortal(page, '/api/session', { token })).status).toBe(401)
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
    await page.clock.fastForward('08:00')
    await expectSignedIn(page)
    await expect(warning(page)).toHaveCount(0)
  })

  test('§4 unsaved changes are named in the warning and keep nobody in', async ({ signInAs }) => {
    const page = await signInWatched(signInAs, '/recommend-a-grant')
    await page.getByRole('listitem').locator('a[href*="charity="]').first().click()
    await page.getByRole('textbox', { name: 'Amount' }).fill('500')
    await page.clock.fastForward('17:30')
    await expect(warning(page)).toContainText('You’ll lose any unsaved changes on this page')
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
  await expect(warning(page)).toContainText('Your session is about to expire.')
  await page.clock.fastForward('01:00')
  await page.mouse.move(420, 300)
  await expect(warning(page)).toBeVisible()
  await page.clock.fastForward('02:00')
  await expectLoggedOut(page)
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
  await expect(page.getByRole('heading', { level: 1, name: /^Welcome, / })).toBeVisible()
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
  const { status } = await callPortal(page, '/api/session', { token: 'none' }).catch(() => ({ status: 0 }))
  expect(status).toBe(401)
})
