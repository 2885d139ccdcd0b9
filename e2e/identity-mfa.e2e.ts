import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { generate } from 'otplib'
import { expect, expectNoAxeFindings } from './fixtures.ts'
import { onlyLong } from './long.ts'
import { test } from './pages/portal-caller.ts'
import { addAuthenticator } from './people/authenticator.ts'
import { signInByKeyboard } from './people/sign-in.ts'

// Both demonstration clients require a second factor; these tests start a server that enforces it.

const stepMs = 30_000
// Each test signs in several times and checks every step with axe. They run in one worker, so that one extra server is enough.
test.describe.configure({ mode: 'default', timeout: 150_000 })

async function openPage(
  browser: Browser,
  origin: string,
  watch: (context: BrowserContext) => void,
): Promise<Page> {
  const context = await browser.newContext({ baseURL: origin })
  watch(context)
  return await context.newPage()
}

/** Opens the sign-in screen and enters the user ID and password. */
async function enterPassword(page: Page, userId: string): Promise<void> {
  await page.goto('/api/sign-in/start')
  await page.getByLabel('User ID').focus()
  await signInByKeyboard(page, userId)
}

const expectSignedIn = (page: Page) =>
  expect(page.getByRole('heading', { level: 1, name: /^Welcome, / })).toBeVisible()
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const codeField = (page: Page) => page.getByRole('textbox', { name: 'One-time code' })

/** Waits for the next code if this one ends soon: the one before this is accepted only until then. */
async function untilSecondsAreLeft(): Promise<void> {
  const leftMs = stepMs - (Date.now() % stepMs)
  if (leftMs < 15_000) await sleep(leftMs)
}

/** Deletes the session cookie only, as closing the browser does: the device stays remembered. */
async function endSession(page: Page): Promise<void> {
  await page.context().clearCookies({ name: 'almoner-session' })
  await page.evaluate(() => sessionStorage.clear())
}

test('a first sign-in at rathbones sets up one-time codes by keyboard, and later ones ask for a code, a backup code, or nothing on a remembered device (§11)', async ({
  browser,
  askingOrigin,
  watch,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 400 .*\/Login\/factor/, /status of 401/)
  const page = await openPage(browser, askingOrigin('rathbones'), watch)
  const userId = 'donor@rathbones.example'
  await enterPassword(page, userId)

  await expect(heading(page, 'Protect your account')).toBeFocused()
  await expectNoAxeFindings(page)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Set up one-time codes' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Set up one-time codes')).toBeFocused()
  await expect(page.getByRole('img', { name: /^QR code/ })).toBeVisible()
  await expectNoAxeFindings(page)
  const secret = (await page.locator('ol code').innerText()).replaceAll(' ', '')
  await untilSecondsAreLeft()
  const nowMs = Date.now()
  const codeAfter = (steps: number) =>
    generate({ secret, epoch: Math.floor((nowMs + steps * stepMs) / 1000) })
  await page.keyboard.press('Tab')
  await expect(codeField(page)).toBeFocused()
  // The previous step's code, so that two later codes within the accepted window stay unused.
  await page.keyboard.type(await codeAfter(-1))
  await page.keyboard.press('Enter')

  await expect(heading(page, 'Save your backup codes')).toBeFocused()
  await expectNoAxeFindings(page)
  const codes = await page.locator('ol code').allInnerTexts()
  expect(codes).toHaveLength(10)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expectSignedIn(page)

  await endSession(page)
  await enterPassword(page, userId)
  await expect(codeField(page)).toBeFocused()
  await expectNoAxeFindings(page)
  await page.keyboard.type(await codeAfter(-1))
  await page.keyboard.press('Enter')
  const summary = page
    .getByRole('alert')
    .filter({ hasText: 'This code isn’t correct, or it was used before' })
  await expect(summary).toBeFocused()
  await expectNoAxeFindings(page)
  await codeField(page).fill(await codeAfter(0))
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect(page.getByRole('checkbox', { name: /30 days/ })).toBeChecked()
  await codeField(page).press('Enter')
  await expectSignedIn(page)
  const records = await page.evaluate(() => sessionStorage.getItem('almoner-device-registrations'))
  expect(JSON.parse(records ?? '[]')).toEqual([
    {
      deviceId: expect.any(String),
      userName: userId,
      name: expect.stringMatching(/^Chrome/),
      registeredAt: expect.any(String),
      lastUsedAt: expect.any(String),
    },
  ])
  const device = (await page.context().cookies()).find(({ name }) => name === 'almoner-device')
  expect(device).toMatchObject({ httpOnly: true, sameSite: 'Strict' })

  await endSession(page)
  await enterPassword(page, userId)
  await expectSignedIn(page)

  await endSession(page)
  await page.context().clearCookies({ name: 'almoner-device' })
  await enterPassword(page, userId)
  await page.getByRole('button', { name: 'Use a backup code instead' }).press('Enter')
  await expect(page.getByRole('textbox', { name: 'Backup code' })).toBeFocused()
  await expectNoAxeFindings(page)
  await page.keyboard.type(codes[0] ?? '')
  await page.keyboard.press('Enter')
  await expectSignedIn(page)
  await page.context().close()
})

test('a passkey added at the first sign-in serves as the second factor of the next, and signs in on its own (§11)', async ({
  browser,
  askingOrigin,
  watch,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 401/)
  const page = await openPage(browser, askingOrigin('npt'), watch)
  const authenticator = await addAuthenticator(page)
  const userId = 'joint@npt.example'
  await enterPassword(page, userId)
  await expect(heading(page, 'Protect your account')).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Save your backup codes')).toBeFocused()
  expect(await authenticator.passkeyCount()).toBe(1)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expectSignedIn(page)

  await endSession(page)
  await enterPassword(page, userId)
  const use = page.getByRole('button', { name: 'Use your passkey' })
  await expect(use).toBeFocused()
  await expectNoAxeFindings(page)
  await page.keyboard.press('Enter')
  await expectSignedIn(page)

  await endSession(page)
  await page.goto('/api/sign-in/start')
  await page.getByRole('button', { name: 'Log in with a passkey' }).press('Enter')
  await expectSignedIn(page)
  await page.context().close()
})

test(
  'refuses a passkey without user verification, and says what to do (§11)',
  onlyLong,
  async ({ browser, askingOrigin, watch, expectedErrors }) => {
    expectedErrors.push(/status of 401/)
    const page = await openPage(browser, askingOrigin('npt'), watch)
    const authenticator = await addAuthenticator(page)
    await enterPassword(page, 'viewer@npt.example')
    await page.getByRole('button', { name: 'Add a passkey' }).press('Enter')
    await page.getByRole('button', { name: 'I’ve saved them' }).press('Enter')
    await expectSignedIn(page)
    await endSession(page)
    await authenticator.setVerified(false)
    await page.goto('/api/sign-in/start')
    await page.getByRole('button', { name: 'Log in with a passkey' }).press('Enter')
    await expect(page.getByText('The passkey was not used. Try again, or choose another way.')).toBeVisible()
    await expectNoAxeFindings(page)
    await authenticator.setVerified(true)
    await page.getByRole('button', { name: 'Log in with a passkey' }).press('Enter')
    await expectSignedIn(page)
    await page.context().close()
  },
)
