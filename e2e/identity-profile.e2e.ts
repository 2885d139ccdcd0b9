import type { Page } from '@playwright/test'
import { generate } from 'otplib'
import { expect, expectNoAxeFindings, test } from './fixtures.ts'
import { onlyLong } from './long.ts'
import { callPortal } from './pages/call-portal.ts'
import { pressByKeyboard, tabTo } from './pages/keyboard.ts'
import { confirmedGrantId, fillIn } from './pages/recommend.ts'
import { addAuthenticator } from './people/authenticator.ts'
import { expireStepUp } from './people/expired-step-up.ts'
import { makeDonor } from './people/make-donor.ts'
import { makePerson } from './people/make-person.ts'
import { replaceCookieOf } from './people/replaced-cookie.ts'
import { landingHeading } from './people/sign-in.ts'

const profile = async (page: Page) => {
  await page.goto('/my-profile/security')
  await expect(page.getByRole('heading', { level: 1, name: 'Security' })).toBeVisible()
}
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const stepUpDialog = (page: Page) => page.getByRole('dialog', { name: 'Please confirm it’s you' })
const stepUpRequired = /status of 403/

test('a passkey at rathbones is added, used and removed by keyboard, and each step passes axe (§11)', async ({
  signInPerson,
  expectedErrors,
}) => {
  expectedErrors.push(stepUpRequired)
  const page = await signInPerson('rathbones', await makePerson('rathbones'))
  const authenticator = await addAuthenticator(page)
  await page.goto('/')
  await expect(landingHeading(page)).toBeVisible()
  await pressByKeyboard(page, page.getByRole('button', { name: 'Ada Winslow' }))
  await pressByKeyboard(page, page.getByRole('link', { name: 'Profile' }))
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeFocused()
  await pressByKeyboard(page, page.getByRole('link', { name: 'Security' }))
  await expect(page.getByRole('heading', { level: 2, name: '0 of 3 set up' })).toBeVisible()
  await expect(section(page, 'Recent logins').getByText('Logged in').first()).toBeVisible()
  await expect(section(page, 'Where you’re logged in').getByText('This session')).toBeVisible()
  await expectNoAxeFindings(page)

  await pressByKeyboard(page, page.getByRole('button', { name: 'Add a passkey' }))
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await expectNoAxeFindings(page)
  await page.keyboard.type('The key in the safe')
  await page.keyboard.press('Enter')
  await expect(section(page, 'Passkeys').getByText('The key in the safe')).toBeVisible()
  expect(await authenticator.passkeyCount()).toBe(1)
  await expect(page.getByRole('heading', { level: 2, name: '1 of 3 set up' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add a passkey' })).toBeFocused()

  await expireStepUp(page, 'rathbones')
  const remove = page.getByRole('button', { name: 'Remove The key in the safe' })
  await tabTo(page, remove, 'Shift+Tab')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(stepUpDialog(page).getByRole('button', { name: 'Use your passkey' })).toBeFocused()
  await expectNoAxeFindings(page)
  await page.keyboard.press('Enter')
  await expect(section(page, 'Passkeys').getByText('You have no passkeys yet')).toBeVisible()
})

test(
  'sets up one-time codes by the key beside the QR code, shows backup codes once and accepts one (§11)',
  onlyLong,
  async ({ signInPerson, expectedErrors }) => {
    expectedErrors.push(stepUpRequired)
    const page = await signInPerson('npt', await makePerson('npt'))
    await profile(page)
    await page.getByRole('button', { name: 'Set up one-time codes' }).click()
    const dialog = page.getByRole('dialog', { name: 'Set up one-time codes' })
    await expect(dialog.getByRole('img', { name: /^QR code/ })).toBeVisible()
    await expectNoAxeFindings(page)
    const secret = (await dialog.locator('code').innerText()).replaceAll(' ', '')
    await dialog.getByRole('textbox', { name: 'One-time code' }).fill(await generate({ secret }))
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await expect(section(page, 'One-time codes').getByText('Last used')).toBeVisible()
    await expect(page.getByText('Your login is protected by your password and one-time codes')).toBeVisible()

    await page.getByRole('button', { name: 'Create backup codes' }).click()
    const sheet = page.getByRole('alertdialog', { name: 'Your backup codes' })
    await expect(sheet.getByRole('listitem')).toHaveCount(10)
    await expectNoAxeFindings(page)
    const code = await sheet.getByRole('listitem').first().innerText()
    await sheet.getByRole('button', { name: 'I’ve saved them' }).click()
    await expect(section(page, 'Backup codes').getByText('10 of 10')).toBeVisible()

    await expireStepUp(page, 'npt')
    await page.getByRole('button', { name: 'Remove one-time codes' }).click()
    await page.getByRole('button', { name: 'Yes' }).click()
    await stepUpDialog(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByText('Nothing was sent or changed')).toBeVisible()
    await expect(section(page, 'One-time codes').getByText('Last used')).toBeVisible()

    await page.getByRole('button', { name: 'Remove one-time codes' }).click()
    await page.getByRole('button', { name: 'Yes' }).click()
    await stepUpDialog(page).getByRole('button', { name: 'Use a backup code instead' }).click()
    await stepUpDialog(page).getByRole('textbox', { name: 'Backup code' }).fill(code)
    await stepUpDialog(page).getByRole('button', { name: 'Confirm' }).click()
    await expect(section(page, 'One-time codes').getByText('You haven’t set up one-time codes')).toBeVisible()
  },
)

test(
  'a session that is ended from another browser is logged out at its next request (§11)',
  onlyLong,
  async ({ signInPerson, expectedErrors }) => {
    expectedErrors.push(/status of 401/)
    const person = await makePerson('npt')
    const there = await signInPerson('npt', person)
    const here = await signInPerson('npt', person)
    await profile(here)
    const sessions = section(here, 'Where you’re logged in')
    await sessions.getByRole('button', { name: /^End / }).click()
    await here.getByRole('button', { name: 'Yes' }).click()
    await expect(sessions.getByRole('button', { name: /^End / })).toHaveCount(0)
    await expect(sessions.getByText('This session')).toBeVisible()

    await there.getByRole('button', { name: 'Ada Winslow' }).click()
    await there.getByRole('link', { name: 'Profile' }).click()
    await expect(there.getByRole('banner').getByRole('link', { name: 'Log In' })).toBeVisible()
  },
)

test('a grant at the threshold requires a step-up: canceling loses nothing, and confirming sends it once (§11)', async ({
  signInPerson,
  expectedErrors,
}) => {
  expectedErrors.push(stepUpRequired, /status of 400 .*\/step-up/)
  const donor = await makeDonor('npt')
  const page = await signInPerson('npt', donor)
  await page.goto(`/recommend-a-grant?charity=${donor.charityId}`)
  await fillIn(page, { amountUnits: 100_000 })
  await expireStepUp(page, 'npt')
  await page.getByRole('button', { name: 'Submit recommendation' }).press('Enter')
  await expect(stepUpDialog(page).getByLabel('Password', { exact: true }).last()).toBeFocused()
  await expectNoAxeFindings(page)
  await page.keyboard.press('Escape')
  await expect(page.getByText('Nothing was sent or changed')).toBeVisible()
  const submit = page.getByRole('button', { name: 'Submit recommendation' })
  await expect(submit).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(stepUpDialog(page).getByLabel('Password', { exact: true }).last()).toBeFocused()
  await page.keyboard.type('not my password')
  await page.keyboard.press('Enter')
  await expect(stepUpDialog(page).getByRole('alert')).toContainText('This isn’t your password')
  await stepUpDialog(page).getByLabel('Password', { exact: true }).last().fill(donor.password)
  await page.keyboard.press('Enter')
  expect(await confirmedGrantId(page)).not.toBe('')
  const { fundId } = donor
  const { body } = await callPortal(page, `/api/accounts/${fundId}/grants`, { fundId })
  expect(body).toMatchObject({ data: [{ amountMinor: '10000000' }], meta: { total: 1 } })
})

test('a grant that is submitted while the cookie is replaced is sent again with its key, and made once (§11)', async ({
  signInPerson,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 409 .*\/grants/)
  const donor = await makeDonor('npt')
  const page = await signInPerson('npt', donor)
  await page.goto(`/recommend-a-grant?charity=${donor.charityId}`)
  await fillIn(page, { amountUnits: 400 })
  const keys: string[] = []
  let storeNewCookie = async () => {}
  await page.route('**/api/accounts/*/grants', async route => {
    keys.push(route.request().headers()['idempotency-key'] ?? '')
    if (keys.length === 1) storeNewCookie = await replaceCookieOf(page, 'npt')
    await route.continue()
  })
  // Until the page asks for a token of the new cookie, the browser has the former one.
  await page.route('**/api/session/token', async route => {
    await storeNewCookie()
    await route.continue()
  })
  await page.getByRole('button', { name: 'Submit recommendation' }).click()
  expect(await confirmedGrantId(page)).not.toBe('')
  expect([keys.length, new Set(keys).size]).toEqual([2, 1])
  const { fundId } = donor
  const { body } = await callPortal(page, `/api/accounts/${fundId}/grants`, { fundId })
  expect(body).toMatchObject({ data: [{ amountMinor: '40000' }], meta: { total: 1 } })
})
