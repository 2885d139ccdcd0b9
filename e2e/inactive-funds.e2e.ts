import { readFile } from 'node:fs/promises'
import { expect, expectNoAxeFindings, test } from './fixtures.ts'
import { tabTo } from './pages/keyboard.ts'
import { makeInactiveFundAt } from './people/make-inactive-fund-at.ts'

test('staff find a fund whose term is over, record a step, and two of them make the default grant by keyboard at 320 px (§17)', async ({
  signInAs,
  signInPerson,
}) => {
  test.setTimeout(180_000)
  const name = `Heron Creek Fund ${Date.now()}`
  await makeInactiveFundAt('npt', name)
  const at = '/super-user-dashboard/inactive-funds'
  const page = await signInAs('super', 'npt', { at, viewport: { width: 320, height: 640 } })
  await page.getByRole('button', { name: 'Term over' }).click()
  await expect(page).toHaveURL(/view=term-over/)
  await page.getByRole('combobox', { name: 'Reason' }).selectOption('No successors')
  await page.goto(`${at}?view=term-over&size=all`)
  const link = page.getByRole('link', { name })
  await expect(link).toBeVisible()
  await expectNoAxeFindings(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: /CSV/ }).click()
  expect(await readFile(await (await download).path(), 'utf8')).toContain(name)

  await link.click()
  await expect(page.getByRole('heading', { name })).toBeVisible()
  await expectNoAxeFindings(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await tabTo(page, page.getByRole('textbox', { name: /What was said/ }))
  await page.keyboard.type('No one answered the phone')
  await tabTo(page, page.getByRole('button', { name: 'Record the call' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^Called by .*: No one answered the phone$/)).toBeVisible()

  await tabTo(page, page.getByRole('textbox', { name: /^Reason/ }))
  await page.keyboard.type('No one answered in two years')
  await tabTo(page, page.getByRole('button', { name: 'Propose the grant' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText(/someone else has to confirm it/)).toBeVisible()
  const address = page.url()

  const second = await signInPerson(
    'npt',
    { userId: 'compliance@npt.example' },
    { at: address, viewport: { width: 320, height: 640 } },
  )
  await expectNoAxeFindings(second)
  await tabTo(second, second.getByRole('button', { name: 'Confirm the grant' }))
  await second.keyboard.press('Enter')
  await expect(second.getByRole('link', { name: 'Open the grant' })).toBeVisible()
  expect(await second.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await page.goto(`${at}?view=term-over&size=all`)
  await expect(page.getByRole('heading', { name: 'Inactive Funds' })).toBeVisible()
  await expect(page.getByRole('link', { name })).toHaveCount(0)
})
