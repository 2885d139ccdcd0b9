import type { Page } from '@playwright/test'
import { expect, expectNoAxeFindings, test } from './fixtures.ts'
import { onlyLong } from './long.ts'
import { accountBar } from './pages/account-bar.ts'
import { callPortal } from './pages/call-portal.ts'

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const palette = (page: Page) => page.getByRole('dialog', { name: 'Go to' })

test('Ctrl K finds a charity, a page and an account by keyboard alone, and lists recent choices first', async ({
  signInAs,
}) => {
  const page = await signInAs('donor', 'npt', { isOwnSession: true })
  const field = palette(page).getByRole('combobox')
  await expect(heading(page, /^Welcome, /)).toBeVisible()

  await test.step('a charity', async () => {
    await page.keyboard.press('Control+k')
    await expect(field).toBeFocused()
    await page.keyboard.type('lighthouse')
    const charities = palette(page).getByRole('group', { name: 'Charities' })
    await expect(charities.getByRole('option').first()).toHaveAttribute('aria-selected', 'true')
    await expectNoAxeFindings(page)
    await page.keyboard.press('ArrowDown')
    const second = charities.getByRole('option').nth(1)
    await expect(second).toHaveAttribute('aria-selected', 'true')
    await expect(field).toHaveAttribute('aria-activedescendant', (await second.getAttribute('id')) ?? '')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/grant-activity\//)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  })

  await test.step('a page', async () => {
    await page.keyboard.press('Control+k')
    await expect(palette(page).getByRole('group').first()).toHaveAccessibleName('Recent')
    await page.keyboard.type('fund ac')
    await expect(palette(page).getByRole('option')).toHaveText(['Fund Activity'])
    await page.keyboard.press('Enter')
    await expect(heading(page, 'Fund Activity')).toBeFocused()
  })

  await test.step('an account, which becomes the current one', async () => {
    const { body } = await callPortal(page, '/api/accounts?sort=accountName')
    const { data } = body as { data: { fundId: number; accountName: string }[] }
    const other = data.at(-1)
    await page.keyboard.press('Control+k')
    await page.keyboard.type(String(other?.fundId))
    await expect(palette(page).getByRole('group', { name: 'Accounts' }).getByRole('option')).toHaveCount(1)
    await page.keyboard.press('Enter')
    await expect(accountBar(page)).toContainText(`Account ID ${other?.fundId}`)
  })
})

test(
  'a button opens the palette and has the focus again after Escape; an unknown name has no results',
  onlyLong,
  async ({ signInAs }) => {
    const page = await signInAs('donor', 'rathbones')
    const opener = page.getByRole('banner').getByRole('button', { name: 'Search' })
    await opener.click()
    await expect(palette(page).getByRole('combobox')).toBeFocused()
    await page.keyboard.type('zzzzqqq')
    await expect(palette(page).getByRole('status')).toHaveText('No results for “zzzzqqq”')
    await page.keyboard.press('Escape')
    await expect(palette(page)).toHaveCount(0)
    await expect(opener).toBeFocused()
  },
)

test('visitors find only pages, also at 320 px, without a request to the server', async ({ visit }) => {
  const page = await visit('npt', { viewport: { width: 320, height: 640 } })
  const requests: string[] = []
  page.on('request', request => {
    if (/\/api\/(accounts|charities)/.test(request.url())) requests.push(request.url())
  })
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('region', { name: 'Menu' }).getByRole('button', { name: 'Search' }).click()
  await expect(palette(page).getByRole('combobox')).toBeFocused()
  await page.keyboard.type('questions')
  await expect(palette(page).getByRole('option')).toHaveText(['Frequently Asked Questions'])
  await expectNoAxeFindings(page)
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth),
  ).toBe(true)
  await palette(page).getByRole('option').click()
  await expect(heading(page, 'Frequently Asked Questions')).toBeFocused()
  expect(requests).toEqual([])
})

test('the label of the search field says what each role can find', onlyLong, async ({ signInAs, visit }) => {
  for (const [page, label] of [
    [await signInAs('donor', 'npt'), 'Search pages, accounts, and charities'],
    [await signInAs('editor', 'npt'), 'Search pages'],
    [await visit('npt'), 'Search pages'],
  ] as const) {
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.keyboard.press('Control+k')
    await expect(palette(page).getByRole('combobox', { name: label, exact: true })).toBeFocused()
  }
})
