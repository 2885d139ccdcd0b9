import { expect, expectNoAxeFindings, test } from './fixtures.ts'
import { pressByKeyboard } from './pages/keyboard.ts'
import { confirmedGrantId } from './pages/recommend.ts'

test('staff name the donor who advised a grant, by keyboard and at 320 px (§14)', async ({ signInAs }) => {
  const viewport = { width: 320, height: 800 }
  const page = await signInAs('service', 'npt', { at: '/recommend-a-grant', viewport })
  await page.getByRole('searchbox', { name: 'Find a charity' }).fill('lighthouse')
  await page.locator('a[href*="charity="]').first().click()
  await page.getByRole('textbox', { name: 'Amount' }).fill(String(431 + test.info().repeatEachIndex))
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('checkbox', { name: /^I certify/ }).check()
  const submit = page.getByRole('button', { name: 'Submit recommendation' })
  await pressByKeyboard(page, submit)
  await expect(page.getByRole('alert').getByText('Choose the donor who advised you')).toBeVisible()
  await expectNoAxeFindings(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width)

  const donor = page.getByRole('combobox', { name: 'Advised by' })
  const name = (await donor.locator('option').allTextContents()).find(text => text !== 'Choose one') ?? ''
  await donor.selectOption(name)
  await page.getByRole('radio', { name: 'By phone' }).check()
  const today = new Date().toLocaleDateString('en-US', { timeZone: 'America/New_York' })
  await page.getByRole('textbox', { name: 'Date of the advice' }).fill(today)
  await pressByKeyboard(page, submit)
  const grantId = await confirmedGrantId(page)
  expect(grantId).not.toBe('')
  // What the donors read too.
  const entered = `entered for you, advised by ${name} by phone on`
  await expect(page.getByRole('region', { name: 'Progress' })).toContainText(entered)
  await expect(page.getByRole('term').filter({ hasText: 'Recommended' }).locator('+ dd')).toContainText(
    entered,
  )
  await expectNoAxeFindings(page)
})
