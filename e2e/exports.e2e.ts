import { readFile } from 'node:fs/promises'
import { readXlsx } from 'hucre/xlsx'
import { expect, test } from './fixtures.ts'
import { accountBar } from './pages/account-bar.ts'

test('accounts.xlsx has the accounts that the search shows, in their order, by keyboard (§9)', async ({
  signInAs,
}) => {
  const page = await signInAs('advisor', 'npt', { viewport: { width: 320, height: 800 } })
  await accountBar(page).getByRole('button', { name: 'View Accounts' }).click()
  const dialog = page.getByRole('dialog', { name: 'View Accounts' })
  await dialog.getByRole('button', { name: 'Account ID' }).focus()
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('columnheader', { name: 'Account ID' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  )
  const shown = await dialog.getByRole('row').locator('[data-label="Account ID"]').allInnerTexts()
  const names = await dialog.getByRole('rowheader').allInnerTexts()
  const downloading = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Export accounts as Excel' }).focus()
  await page.keyboard.press('Enter')
  const download = await downloading
  expect(download.suggestedFilename()).toBe('accounts.xlsx')
  await expect(dialog.getByRole('status').filter({ hasText: 'accounts.xlsx was downloaded' })).toBeVisible()
  const { sheets } = await readXlsx(await readFile(await download.path()))
  const rows = sheets[0]?.rows.slice(1, shown.length + 1) ?? []
  expect(rows.map(row => String(row[0]))).toEqual(shown)
  expect(rows.map(row => row[1])).toEqual(names)
})

test('a column is chosen and left out, and a section is exported as it is shown (§2.6)', async ({
  signInAs,
}) => {
  const page = await signInAs('donor', 'rathbones', { at: '/fund-activity?range=since-opening&open=1' })
  const section = page.getByRole('table', { name: /^Contributions/ })
  await expect(section.getByRole('row').nth(1)).toBeVisible()
  const first = await section.getByRole('row').nth(1).getByRole('cell').allInnerTexts()
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export Contributions as CSV' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^Contributions-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv$/)
  const lines = (await readFile(await download.path(), 'utf8')).split('\r\n')
  expect(lines[0]).toBe('\uFEFFDate,Type,Transaction,Amount (GBP)')
  expect(lines[1]?.split(',')[2]).toBe(first[1])
  await accountBar(page).getByRole('button', { name: 'View Accounts' }).click()
  const dialog = page.getByRole('dialog', { name: 'View Accounts' })
  await dialog.getByText('Columns').click()
  await dialog.getByRole('checkbox', { name: 'Established Date' }).check()
  await expect(dialog.getByRole('columnheader', { name: 'Established Date' })).toBeVisible()
  await dialog.getByRole('checkbox', { name: 'Donor' }).uncheck()
  await expect(dialog.getByRole('columnheader', { name: 'Donor' })).toHaveCount(0)
})
