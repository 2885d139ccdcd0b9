import { expect, type Page } from '@playwright/test'
import { quoted } from '../src/testing/quoted-texts.ts'
import { expectNoAxeFindings, test } from './fixtures.ts'
import { onlyLong } from './long.ts'
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

test.describe('20 minutes without activity (§9)', () => {
  test('a warning three minutes before the limit counts down in mm:ss without taking the focus', async ({
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
    // Screen readers announce it at the start and a few more times, not every second.
    await expect(page.getByRole('status').filter({ has: warning(page) })).toContainText('Press F6')
    await expect(countdown(page)).toHaveAttribute('aria-live', 'off')
    await expectNoAxeFindings(page)
    await page.keyboard.press('F6')
    await expect(warning(page)).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(warning(page).getByRole('button', { name: quoted.stillHere })).toBeFocused()
    await page.keyboard.press('F6')
    await expect(page.getByRole('link', { name: 'Fund Activity' }).first()).toBeFocused()
  })

  test('"I’m still here" refreshes the login and restarts the 20 minutes', onlyLong, async ({ signInAs }) => {
    const page = await signInWatched(signInAs)
    await page.clock.fastForward('17:30')
    const refreshed = page.waitForResponse(/\/api\/session\/refresh$/)
    await warning(page).getByRole('button', { name: quoted.stillHere }).click()
    expect((await refreshed).status()).toBe(200)
    await expect(warning(page)).toHaveCount(0)
    await page.clock.fastForward('16:30')
    await expect(warning(page)).toHaveCount(0)
    await page.clock.fastForward('00:45')
    await expect(warning(page)).toBeVisible()
    await expectSignedIn(page)
  })

  test(
    '"Log me out" ends the session at once, in the browser and on the server',
    onlyLong,
    async ({ signInAs, expectedErrors }) => {
      expectedErrors.push(/status of 401 .*\/api\/session/)
      const page = await signInWatched(signInAs)
      const token = await tokenOf(page)
      await page.clock.fastForward('17:30')
      const ended = page.waitForResponse(/\/api\/session\/end/)
      await warning(page).getByRole('button', { name: quoted.logMeOut }).click()
      await ended
      await expectLoggedOut(page, 'You have logged out.')
      expect((await callPortal(page, '/api/session', { token })).status).toBe(401)
    },
  )

  test('the limit removes toasts, dialogs and the current account, and Back shows nothing (§4)', async ({
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

  test(
    'moving the mouse counts as activity, and the warning disappears soon after',
    onlyLong,
    async ({ signInAs }) => {
      const page = await signInWatched(signInAs)
      await page.clock.fastForward('17:30')
      await expect(warning(page)).toBeVisible()
      await page.mouse.move(40, 300)
      await expect(warning(page)).toBeVisible()
      await page.clock.fastForward(11_000)
      await expect(warning(page)).toHaveCount(0)
      // 27 minutes without a request have not passed yet.
      await page.clock.fastForward('08:00')
      await expectSignedIn(page)
      await expect(warning(page)).toHaveCount(0)
    },
  )

  test('the warning mentions unsaved changes, which do not prevent the logout (§4)', async ({ signInAs }) => {
    const page = await signInWatched(signInAs, '/recommend-a-grant')
    await page.getByRole('listitem').locator('a[href*="charity="]').first().click()
    // Without an answer the draft stays unsaved, and its save does not fail when the session ends.
    await page.route('**/grant-drafts/**', async route => {
      if (route.request().method() !== 'POST') await route.fallback()
    })
    const key = page.waitForResponse(/\/api\/session\/backup-key$/)
    await page.getByRole('textbox', { name: 'Amount' }).fill('500')
    await (await key).finished()
    await page.clock.fastForward('17:30')
    await expect(warning(page)).toContainText('we’ll keep what you typed on this page')
    await page.clock.fastForward('02:30')
    await expectLoggedOut(page)
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
  })
})

test('warns an active person 27 minutes after the last request and logs them out at 30 (§9)', async ({
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
  await expectLoggedOut(page, 'Your session has expired. Please log in again.')
})

test('a 401 logs out and says so once (§8)', onlyLong, async ({ signInAs, expectedErrors }) => {
  expectedErrors.push(/status of 401/)
  const page = await signInAs('donor', 'npt', { isOwnSession: true })
  // Otherwise a pending request of home would get the 401 before the link is followed.
  await page.waitForLoadState('networkidle')
  // End the session on the server, as its owner could from another browser.
  await page.evaluate(async () => {
    const authorization = `Bearer ${sessionStorage.getItem('almoner-auth-token')}`
    await fetch('/api/session/end', { method: 'POST', headers: { authorization, 'X-AccountId': '0' } })
  })
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Fund Activity' }).click()
  await expectLoggedOut(page, 'Your session has ended. Please log in again.')
  await expect(page.getByRole('article')).toHaveCount(1)
})

test('stores the token in sessionStorage only, and the session cookie out of reach of scripts (§9)', async ({
  signInAs,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 401 .*\/api\/session/)
  const page = await signInAs('donor', 'npt', { isOwnSession: true })
  await expect(page.getByRole('heading', { level: 1, name: /^Welcome, / })).toBeVisible()
  const stored = await page.evaluate(() => ({
    session: Object.keys(sessionStorage),
    local: JSON.stringify({ ...localStorage }),
  }))
  const allowed = ['almoner-auth-token', 'almoner-device-registrations', 'almoner-account']
  expect(stored.session.filter(key => !allowed.includes(key))).toEqual([])
  expect(stored.session).toContain('almoner-auth-token')
  expect(stored.local).not.toContain(await tokenOf(page))
  expect(await page.evaluate('document.cookie')).toBe('')
  const [cookie] = (await page.context().cookies()).filter(({ name }) => name === 'almoner-session')
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', expires: -1, domain: 'npt.localhost' })
  // The cookie is not enough without the token.
  const { status } = await callPortal(page, '/api/session', { token: 'none' }).catch(() => ({ status: 0 }))
  expect(status).toBe(401)
})
