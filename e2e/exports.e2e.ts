import { readFile } from 'node:fs/promises'
import { readXlsx } from 'hucre/xlsx'
import { expect, expectNoAxeFindings, test } from './fixtures.ts'
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
  const ids = dialog.getByRole('row').locator('[data-label="Account ID"]')
  // The former rows stay until those of the new order have loaded.
  await expect
    .poll(async () => {
      const texts = await ids.allInnerTexts()
      return texts.length > 1 && texts.join() === texts.toSorted((a, b) => Number(a) - Number(b)).join()
    })
    .toBe(true)
  const shown = await ids.allInnerTexts()
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
  expect(lines[0]).toBe('\uFEFFDate,Concerns,Type,Comment,Transaction,Amount (GBP)')
  expect(lines[1]?.split(',')[4]).toBe(first[1])
  await accountBar(page).getByRole('button', { name: 'View Accounts' }).click()
  const dialog = page.getByRole('dialog', { name: 'View Accounts' })
  await dialog.getByText('Columns').click()
  await dialog.getByRole('checkbox', { name: 'Established date' }).check()
  await expect(dialog.getByRole('columnheader', { name: 'Established date' })).toBeVisible()
  await dialog.getByRole('checkbox', { name: 'Donor' }).uncheck()
  await expect(dialog.getByRole('columnheader', { name: 'Donor' })).toHaveCount(0)
  await expectNoAxeFindings(page)
  await page.reload()
  await accountBar(page).getByRole('button', { name: 'View Accounts' }).click()
  await expect(dialog.getByRole('columnheader', { name: 'Established date' })).toBeVisible()
  await expect(dialog.getByRole('columnheader', { name: 'Donor' })).toHaveCount(0)
})

test('staff select waiting grants by keyboard at 320 px, and read their sum (§17)', async ({ signInAs }) => {
  const page = await signInAs('super', 'npt', {
    at: '/super-user-dashboard/grants?queue=to-pay',
    viewport: { width: 320, height: 800 },
  })
  const table = page.getByRole('table', { name: 'Grants to pay, oldest first' })
  const boxes = table.getByRole('checkbox', { name: /^Select (?!all)/ })
  await boxes.nth(0).press('Space')
  await boxes.nth(1).press('Space')
  const status = page.getByRole('status').filter({ hasText: 'grants selected' })
  await expect(status).toContainText(/^2 of \d+ grants selected, .*\$[\d,]+\.\d\d in all\.$/)
  await expectNoAxeFindings(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  await table.getByRole('checkbox', { name: 'Select all grants' }).press('Space')
  await expect(boxes.nth(2)).toBeChecked()
  await page.getByRole('button', { name: 'Clear selection' }).press('Enter')
  await expect(status).toHaveCount(0)
})
