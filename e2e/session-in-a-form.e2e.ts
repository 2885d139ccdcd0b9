import type { Page } from '@playwright/test'
import { expect, expectNoAxeFindings, test } from './fixtures.ts'
import { onlyLong } from './long.ts'
import { makeDonor } from './people/make-donor.ts'
import { signInBy } from './people/sign-in.ts'
import { expectLoggedOut, signInWatched, warning } from './people/watched-session.ts'

const typed = 'Herons of the Quiet Marsh'
const name = (page: Page) => page.getByRole('textbox', { name: 'Account Name' })
const notice = (page: Page) => page.getByRole('status').filter({ hasText: 'We kept what you typed' })
/** Presses Log In, once home is shown and has taken the focus: a key pressed before would go to its heading. */
async function logIn(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.getByRole('banner').getByRole('link', { name: 'Log In' }).press('Enter')
}

/** Names and values of the local backups in this browser. */
const backups = (page: Page) =>
  page.evaluate(() => Object.entries(localStorage).filter(([key]) => key.startsWith('almoner-backup:')))

/** Types a name that is not saved. Its backup needs a key, which the first change obtains. */
async function typeName(page: Page): Promise<void> {
  const key = page.waitForResponse(/\/api\/session\/backup-key$/)
  await name(page).fill(typed)
  await (await key).finished()
}

/** Ends the session on the server without a word to the page, as when staff end it. */
const endSession = (page: Page) =>
  page.evaluate(async () => {
    const authorization = `Bearer ${sessionStorage.getItem('almoner-auth-token')}`
    await fetch('/api/session/end', { method: 'POST', headers: { authorization, 'X-AccountId': '0' } })
  })

test('what was typed when the session went idle is there after the next login, on the same screen, until the person logs out (§4, §9)', async ({
  signInAs,
}) => {
  const page = await signInWatched(signInAs, '/update-account')
  await page.setViewportSize({ width: 320, height: 800 })
  await typeName(page)
  await page.clock.fastForward('17:30')
  await expect(warning(page)).toContainText('we’ll keep what you typed on this page')
  await expectNoAxeFindings(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.clock.fastForward('02:30')
  await expectLoggedOut(page)
  await expect.poll(async () => (await backups(page)).length).toBe(1)
  expect(JSON.stringify(await backups(page))).not.toContain('Herons')

  await logIn(page)
  await signInBy(page, 'donor@npt.example')
  await expect(page).toHaveURL(/\/update-account$/)
  await expect(notice(page)).toBeVisible()
  await expect(name(page)).toHaveValue(typed)
  await page.setViewportSize({ width: 320, height: 800 })
  await expectNoAxeFindings(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  expect(await backups(page)).toEqual([])
})

test('another person who logs in after the session ended gets neither the screen nor what was typed, even with the stored text under their name (§11)', async ({
  signInAs,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 401/)
  const page = await signInAs('donor', 'npt', { isOwnSession: true, at: '/update-account' })
  await typeName(page)
  await endSession(page)
  await page.getByLabel(/acknowledge/i).check()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expectLoggedOut(page, 'Your session has ended. Please log in again.')
  await expect.poll(async () => (await backups(page)).length).toBe(1)
  const [[, text] = ['', '']] = await backups(page)

  await logIn(page)
  await signInBy(page, 'joint@npt.example')
  await expect(page.getByRole('heading', { level: 1, name: /^Welcome, / })).toBeVisible()
  await expect(page).toHaveURL(/\/$/)
  expect(await backups(page)).toEqual([])
  await page.evaluate(async stored => {
    const authorization = `Bearer ${sessionStorage.getItem('almoner-auth-token')}`
    const session = await fetch('/api/session', { headers: { authorization, 'X-AccountId': '0' } })
    const { userId } = await session.json()
    localStorage.setItem(`almoner-backup:${userId}:${Date.now()}-1`, stored)
  }, text)
  await page.goto('/update-account')
  await expect(name(page)).toBeVisible()
  // What cannot be decrypted is removed.
  await expect.poll(() => backups(page)).toEqual([])
  await expect(name(page)).not.toHaveValue(typed)
  await expect(notice(page)).toHaveCount(0)
})

test(
  'a grant that was being recommended when the session ended goes on after the next login (§4)',
  onlyLong,
  async ({ signInPerson, expectedErrors }) => {
    expectedErrors.push(/status of 401/)
    const donor = await makeDonor('npt')
    const at = `/recommend-a-grant?charity=${donor.charityId}&step=grant`
    const page = await signInPerson('npt', donor, { isOwnSession: true, at })
    const amount = page.getByRole('textbox', { name: 'Amount' })
    await amount.fill('321')
    await page.getByRole('radio', { name: 'In honor of' }).check()
    await page.getByRole('textbox', { name: 'Who is honored' }).fill('Ruth, who loved herons')
    await endSession(page)
    // Saving the draft finds out that the session has ended.
    await page.getByRole('button', { name: 'Continue' }).click()
    await expectLoggedOut(page, 'Your session has ended. Please log in again.')

    await logIn(page)
    await signInBy(page, donor.userId, donor.password)
    await page.waitForURL(/\/(?:fund-activity|recommend-a-grant)/)
    await page.goto(at)
    await expect(amount).toHaveValue('321')
    await expect(page.getByRole('textbox', { name: 'Who is honored' })).toHaveValue('Ruth, who loved herons')
  },
)

test('an application keeps what was typed when the session ended (§17)', async ({
  signInPerson,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 401/)
  const donor = await makeDonor('npt')
  const page = await signInPerson('npt', donor, { isOwnSession: true, at: '/new-account-opening' })
  const field = page.getByLabel('Account Name')
  await page.getByRole('button', { name: 'Open an account for myself' }).press('Enter')
  await field.fill(typed)
  await expect(page.getByRole('status').filter({ hasText: /^Saved\.$/ })).toBeVisible()
  await endSession(page)
  await field.fill(`${typed} II`)
  await expectLoggedOut(page, 'Your session has ended. Please log in again.')

  await logIn(page)
  await signInBy(page, donor.userId, donor.password)
  await expect(page).toHaveURL(/\/new-account-opening\//)
  await expect(field).toHaveValue(`${typed} II`)
  await expect(page.getByRole('status').filter({ hasText: /^Saved\.$/ })).toBeVisible()
})

test(
  'Back with unsaved changes leaves the address alone until the person has decided (§4)',
  onlyLong,
  async ({ signInAs }) => {
    const page = await signInAs('donor', 'npt')
    const menu = page.getByRole('navigation', { name: 'Main' })
    await menu.getByRole('link', { name: 'Fund Activity' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Fund Activity' })).toBeVisible()
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog', { name: 'Go to' }).getByRole('combobox').fill('Update Account')
    await page
      .getByRole('option', { name: /Update Account/ })
      .first()
      .click()
    await name(page).fill(typed)
    const question = page.getByRole('alertdialog', { name: 'You have unsaved changes' })
    await page.goBack()
    await expect(question).toBeVisible()
    await expect(page).toHaveURL(/\/update-account$/)
    await question.getByRole('button', { name: 'Stay on this page' }).press('Enter')
    await expect(question).toHaveCount(0)
    await expect(name(page)).toHaveValue(typed)
    await page.goBack()
    await question.getByRole('button', { name: 'Leave without saving' }).press('Enter')
    await expect(page).toHaveURL(/\/fund-activity/)
    await expect(page.getByRole('heading', { level: 1, name: 'Fund Activity' })).toBeVisible()
  },
)
