import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { pdfOf } from '../src/testing/factories/make-file.ts'
import { expect, expectNoAxeFindings, test } from './fixtures.ts'
import { onlyLong } from './long.ts'
import { pressInRowMenu } from './pages/row-menu.ts'

const shoot = async (page: Page, name: string) => {
  const folder = process.env.ALMONER_SCREENSHOTS
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true })
}
const at = '/super-user-dashboard/staff-documents'
const pdf = Buffer.from(pdfOf())

test('staff add, save, archive and restore a document of their own, and an auditor only saves it (§17)', async ({
  signInAs,
}) => {
  const page = await signInAs('super2', 'rathbones', { at })
  const table = page.getByRole('table', { name: 'Staff Documents' })
  await page.getByRole('combobox', { name: 'Type' }).selectOption({ label: 'Agreement' })
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Upload a file' }).press('Enter')
  await (await chooser).setFiles({
    name: 'Custody agreement 2026.pdf',
    mimeType: 'application/pdf',
    buffer: pdf,
  })
  await expect(
    page.getByRole('status').filter({ hasText: 'Custody agreement 2026.pdf was added.' }),
  ).toBeVisible()
  await expect(table.getByRole('rowheader', { name: 'Custody agreement 2026.pdf' })).toBeVisible()
  await shoot(page, 'staff-documents-1440')

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download Custody agreement 2026.pdf' }).press('Enter')
  expect((await readFile(await (await download).path())).equals(pdf)).toBe(true)
  const row = table.getByRole('row').filter({ hasText: 'Custody agreement 2026.pdf' })
  await pressInRowMenu(row, 'Archive Custody agreement 2026.pdf')
  const actions = row.getByRole('button', { name: 'Actions for Custody agreement 2026.pdf' })
  await expect(actions).toBeFocused()
  await expect(
    page.getByRole('status').filter({ hasText: 'Custody agreement 2026.pdf was archived.' }),
  ).toBeVisible()
  await expect(table.getByRole('columnheader', { name: 'Archived' })).toBeVisible()
  await page.setViewportSize({ width: 320, height: 700 })
  await expectNoAxeFindings(page)
  await expect
    .poll(() =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
    )
    .toBe(0)
  await shoot(page, 'staff-documents-320')
  await page.setViewportSize({ width: 768, height: 900 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectNoAxeFindings(page)
  await shoot(page, 'staff-documents-dark')
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'active' })
  await shoot(page, 'staff-documents-forced')
  await page.emulateMedia({ forcedColors: 'none' })
  await pressInRowMenu(row, 'Restore Custody agreement 2026.pdf')
  await expect(table.getByRole('columnheader', { name: 'Archived' })).toHaveCount(0)

  const auditor = await signInAs('auditor', 'rathbones', { at })
  await expect(auditor.getByRole('button', { name: 'Download Custody agreement 2026.pdf' })).toBeVisible()
  await expect(auditor.getByRole('button', { name: /Actions|Upload/ })).toHaveCount(0)
})

test(
  'a service team reaches the documents of contributions from its account (§17)',
  onlyLong,
  async ({ signInAs }) => {
    const page = await signInAs('service', 'npt', { at: '/account-documents' })
    await page
      .getByRole('navigation', { name: 'Manage Account pages' })
      .getByRole('link', { name: 'Contribution Documents' })
      .press('Enter')
    await expect(page).toHaveURL(/\/super-user-dashboard\/contributions$/)
    await expect(page.getByRole('button', { name: 'Enter a contribution' })).toBeVisible()
    await expectNoAxeFindings(page)
    await shoot(page, 'contribution-documents-service')
  },
)
