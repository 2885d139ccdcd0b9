import { readFile } from 'node:fs/promises'
import { expect, expectNoAxeFindings, test } from './fixtures.ts'
import { tabTo } from './pages/keyboard.ts'
import { makeChangeAt } from './people/make-change.ts'

test('staff find a charity that left its register, read what relies on it, and decide by keyboard (§13)', async ({
  signInAs,
}) => {
  test.setTimeout(120_000)
  const name = `LARCH RELIEF ${Date.now()}`
  await makeChangeAt('npt', name)
  const at = '/super-user-dashboard/register-changes'
  const page = await signInAs('super', 'npt', { at, viewport: { width: 320, height: 640 } })
  await page.getByRole('combobox', { name: 'Change' }).selectOption('No longer in the file')
  await expect(page).toHaveURL(/kind=gone/)
  await page.goto(`${at}?kind=gone&size=all`)
  const link = page.getByRole('link', { name })
  await expect(link).toBeVisible()
  await expectNoAxeFindings(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: /CSV/ }).click()
  expect(await readFile(await (await download).path(), 'utf8')).toContain(name)

  await link.click()
  await expect(page.getByText('April 14, 2026', { exact: true })).toBeVisible()
  await expectNoAxeFindings(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await tabTo(page, page.getByRole('textbox', { name: /What you found/ }))
  await page.keyboard.type('It is listed under its parent now')
  await tabTo(page, page.getByRole('button', { name: 'Let schedules go on' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^It is listed under its parent now \(/)).toBeVisible()
  await page.goto(`${at}?view=decided&size=all`)
  await expect(page.getByRole('link', { name })).toBeVisible()

  const auditor = await signInAs('auditor', 'npt', { at: `${at}?view=decided&size=all` })
  await auditor.getByRole('link', { name }).click()
  await expect(auditor.getByText(/^It is listed under its parent now \(/)).toBeVisible()
  await expect(auditor.getByRole('heading', { name: 'Decide' })).toHaveCount(0)
})
