import type { Page } from '@playwright/test'
import { oneCurrencyEmail } from '../src/demo/people/one-currency-donor.ts'
import { quoted } from '../src/testing/quoted-texts.ts'
import { expect, expectNoAxeFindings, test } from './fixtures.ts'
import { onlyLong } from './long.ts'
import { accountBar } from './pages/account-bar.ts'
import { makeDonorOfBothBooks } from './people/make-donor.ts'

const client = 'npttransatlantic'

const toggle = (page: Page, to: 'US dollars' | 'pounds sterling') =>
  page.getByRole('button', { name: `View in ${to}` })
const question = (page: Page) => page.getByRole('alertdialog', { name: quoted.currencyQuestion })
const answerYes = async (page: Page, to: 'US dollars' | 'pounds sterling') => {
  await toggle(page, to).click()
  await question(page)
    .getByRole('button', { name: `View in ${to}` })
    .click()
  await expect(question(page)).toHaveCount(0)
}
const hasNoSidewaysScroll = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)

test('a donor views both currencies by keyboard, and a reload and a new tab keep the choice (§4)', async ({
  signInPerson,
}) => {
  const page = await signInPerson(client, await makeDonorOfBothBooks(), {
    viewport: { width: 320, height: 800 },
  })
  await page.goto('/fund-activity?range=last-year')
  await expect(accountBar(page)).toContainText('£')
  // Its code comes after the account bar.
  await expect(toggle(page, 'US dollars')).toBeVisible()
  const pounds = await accountBar(page).textContent()

  await toggle(page, 'US dollars').press('Enter')
  await expect(question(page)).toBeVisible()
  await expectNoAxeFindings(page)
  expect(await hasNoSidewaysScroll(page)).toBe(true)
  // The focus is on the answer that changes nothing.
  await expect(question(page).getByRole('button', { name: 'Stay in pounds sterling' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(question(page)).toHaveCount(0)
  expect(await accountBar(page).textContent()).toBe(pounds)

  await expect(toggle(page, 'US dollars')).toBeFocused()
  await page.keyboard.press('Enter')
  await question(page)
    .getByRole('checkbox', { name: 'Start in US dollars the next time I log in' })
    .press('Space')
  await question(page).getByRole('button', { name: 'View in US dollars' }).press('Enter')
  await expect(page.getByText(quoted.nowViewing.replace('{currency}', 'US dollar'))).toBeVisible()
  await expect(accountBar(page)).toContainText('$')
  await expect(page.getByRole('heading', { level: 1, name: 'Fund Activity' })).toBeFocused()
  await expect(page).toHaveURL(/\/fund-activity(\?range=year-to-date)?$/)
  await expect(page.getByRole('main')).not.toContainText('£')
  await expectNoAxeFindings(page)
  expect(await hasNoSidewaysScroll(page)).toBe(true)

  await page.reload()
  await expect(accountBar(page)).toContainText('$')
  const other = await page.context().newPage()
  await other.goto('/')
  await expect(accountBar(other)).toContainText('$')
  await answerYes(other, 'pounds sterling')
  await expect(other.getByText(quoted.nowViewing.replace('{currency}', 'pound sterling'))).toBeVisible()
  await expect(accountBar(other)).toContainText('£')
})

test(
  'a switch that fails leaves the screen and what was entered as they were (§8)',
  onlyLong,
  async ({ signInPerson, expectedErrors }) => {
    expectedErrors.push(/status of 502 .*\/api\/session\/currency/)
    const page = await signInPerson(client, { userId: 'joint@nptuk.example' })
    await page.goto('/contact')
    await page.getByRole('textbox', { name: 'Message' }).fill('About my account')
    await page.route('**/api/session/currency', route => route.fulfill({ status: 502, body: '' }))
    await answerYes(page, 'US dollars')
    await expect(page.getByText(quoted.couldNotLoadAlternate)).toBeVisible()
    await expect(accountBar(page)).toContainText('£')
    await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('About my account')
  },
)

test(
  'a donor without an account in dollars sees a zero balance and can return (§4)',
  onlyLong,
  async ({ signInPerson }) => {
    const page = await signInPerson(
      client,
      { userId: oneCurrencyEmail('nptuk') },
      { viewport: { width: 768, height: 900 } },
    )
    await page.goto('/fund-activity')
    await expect(accountBar(page)).toContainText('Account ID')
    await answerYes(page, 'US dollars')
    await expect(accountBar(page)).toContainText('No account in US dollars')
    await expect(accountBar(page)).toContainText('$0.00')
    await expect(page).toHaveURL(/\/$/)
    await expect(page.getByRole('main')).toContainText('You don’t have a fund account in US dollars.')
    await expectNoAxeFindings(page)
    await page.reload()
    await expect(accountBar(page)).toContainText('No account in US dollars')
    await page.goto('/account')
    await expect(page.getByRole('main')).toContainText('You have no account in US dollars')
    await answerYes(page, 'pounds sterling')
    await expect(accountBar(page)).toContainText('Account ID')
  },
)

test('the profile names its currency, offers no toggle and keeps the choice for the next login (§2.1)', async ({
  signInPerson,
}) => {
  const person = await makeDonorOfBothBooks()
  const page = await signInPerson(client, person, { viewport: { width: 320, height: 800 } })
  await answerYes(page, 'US dollars')
  await page.goto('/my-profile')
  await expect(page.getByRole('region', { name: 'Currency of this page' })).toContainText(
    'This page is in US dollars. You can change the currency on Fund Activity.',
  )
  await expect(toggle(page, 'pounds sterling')).toHaveCount(0)
  const box = page.getByRole('checkbox', { name: 'Start in the currency I viewed last when I log in' })
  const saved = page.waitForResponse('**/api/session/remember-currency')
  await box.check()
  await saved
  await expect(box).toBeChecked()
  await expectNoAxeFindings(page)
  expect(await hasNoSidewaysScroll(page)).toBe(true)
  const again = await signInPerson(client, person)
  await expect(accountBar(again)).toContainText('$')
})
