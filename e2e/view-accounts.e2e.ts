import { expect, expectNoAxeFindings, test } from './fixtures.ts'
import { onlyLong } from './long.ts'
import { accountBar } from './pages/account-bar.ts'
import { makeDonorOfBothBooks } from './people/make-donor.ts'

test('a donor sees the accounts of both books side by side, leaves one out, and opens a row of the other, by keyboard (§2.4)', async ({
  signInPerson,
}) => {
  const page = await signInPerson('npttransatlantic', await makeDonorOfBothBooks(), {
    at: '/fund-activity',
    viewport: { width: 320, height: 800 },
  })
  await accountBar(page).getByRole('button', { name: 'View Accounts' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'View Accounts' })
  const amounts = dialog.getByRole('row').locator('[data-label="Available balance"]')
  // From pounds the search includes dollars.
  const box = dialog.getByRole('checkbox', { name: 'Include accounts in US dollars' })
  await expect(box).toBeChecked()
  await expect(amounts.filter({ hasText: '$' }).first()).toBeVisible()
  await expect(amounts.filter({ hasText: '£' }).first()).toBeVisible()
  await expectNoAxeFindings(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)

  await box.press('Space')
  await expect(amounts.filter({ hasText: '$' })).toHaveCount(0)
  await expect(amounts.filter({ hasText: '£' }).first()).toBeVisible()
  await box.press('Space')

  const inDollars = dialog
    .getByRole('row')
    .filter({ has: page.locator('[data-label="Available balance"]', { hasText: '$' }) })
  await inDollars.first().getByRole('rowheader').getByRole('button').press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(accountBar(page)).toContainText('$')
  // The screen is mounted again for the other book, and its heading takes the focus.
  await expect(page.getByRole('heading', { level: 1, name: 'Fund Activity' })).toBeFocused()
  // From dollars it does not include pounds, unless asked for.
  await accountBar(page).getByRole('button', { name: 'View Accounts' }).press('Enter')
  await expect(
    dialog.getByRole('checkbox', { name: 'Include accounts in pounds sterling' }),
  ).not.toBeChecked()
})

test('a mailed address opens its screen at its account, in the other book too', async ({ signInPerson }) => {
  const page = await signInPerson('npttransatlantic', await makeDonorOfBothBooks(), { at: '/fund-activity' })
  await expect(accountBar(page)).toContainText('£')
  await accountBar(page).getByRole('button', { name: 'View Accounts' }).click()
  const inDollars = page
    .getByRole('dialog', { name: 'View Accounts' })
    .getByRole('row')
    .filter({ has: page.locator('[data-label="Available balance"]', { hasText: '$' }) })
  const fundId = await inDollars.first().locator('[data-label="Account ID"]').innerText()
  await page.goto(`/accounts/${fundId}?currency=USD&screen=/account-documents`)
  await expect(page).toHaveURL(/\/account-documents$/)
  await expect(accountBar(page)).toContainText('$')
  await expect(accountBar(page)).toContainText(fundId)

  // Only screens of the portal are opened.
  await page.goto(`/accounts/${fundId}?currency=USD&screen=https://elsewhere.example/account`)
  await expect(page).toHaveURL(/localhost:\d+\/$/)
  await page.goto('/accounts/0?screen=/account')
  await expect(page.getByText('The account could not be opened.')).toBeVisible()
  await expectNoAxeFindings(page)
})

test(
  'staff find accounts by parts of names in any order and by the beginning of an ID (§5)',
  onlyLong,
  async ({ signInAs }) => {
    const page = await signInAs('super', 'npt', { at: '/fund-activity' })
    await accountBar(page).getByRole('button', { name: 'View Accounts' }).click()
    const dialog = page.getByRole('dialog', { name: 'View Accounts' })
    const first = dialog.getByRole('rowheader').first()
    const name = await first.innerText()
    const fundId = await dialog.getByRole('row').nth(1).locator('[data-label="Account ID"]').innerText()
    const words = name
      .replace(/ \(\w+\)$/, '')
      .split(' ')
      .filter(word => /^[A-Za-z]{4,}$/.test(word))
    const parts = words
      .map(word => word.slice(1))
      .toReversed()
      .join(' ')
      .toUpperCase()
    for (const keywords of [parts, fundId.slice(0, 5)]) {
      await dialog.getByRole('searchbox').fill(keywords)
      await expect(dialog.getByRole('rowheader', { name })).toBeVisible()
    }
    await dialog.getByRole('searchbox').fill('no such account')
    await expect(dialog.getByText('No accounts match “no such account”.')).toBeVisible()
  },
)
