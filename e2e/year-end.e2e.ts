import { readFile } from 'node:fs/promises'
import { expect, expectNoAxeFindings, test } from './fixtures.ts'
import { pressByKeyboard } from './pages/keyboard.ts'
import { makePerson } from './people/make-person.ts'

const address = '/super-user-dashboard/year-end'

test('a figure of the year leads to its rows, and they are exported; at 320 pixels and by keyboard (§17)', async ({
  signInPerson,
}) => {
  test.setTimeout(120_000)
  // The right of its own, and no other of the sponsor's staff.
  const roles = [{ role: 'super_user' as const, actions: ['REPORT_EXPORT' as const] }]
  const page = await signInPerson('npt', await makePerson('npt', { roles }), { at: address })
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { name: 'Schedule I, Part II' })).toBeVisible()
  await expect(main).toContainText('EIN 99-9000001')
  await expectNoAxeFindings(page)
  const grants = main.getByRole('link', { name: 'Aggregate value of grants from (during year)' })
  await pressByKeyboard(page, grants)
  await expect(page).toHaveURL(/show=grants/)
  await expect(main.getByRole('table', { name: /Grants of the year/ })).toBeVisible()
  await expectNoAxeFindings(page)

  // On paper a title says what the chosen view and the field of the year say on screen.
  const title = main.getByText(/^Grants, July 1, 20\d\d to June 30, 20\d\d$/)
  await expect(title).toBeHidden()
  await page.emulateMedia({ media: 'print' })
  await expect(title).toBeVisible()
  await expect(main.getByLabel('Fiscal year')).toBeHidden()
  await page.emulateMedia({ media: 'screen' })

  await page.setViewportSize({ width: 320, height: 700 })
  await page.goto(`${address}?show=grantees`)
  await expect(main.getByRole('table', { name: /Grantees of the year/ })).toBeVisible()
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320)
  await expectNoAxeFindings(page)
  const downloading = page.waitForEvent('download')
  await main.getByRole('button', { name: /CSV|comma/i }).click()
  const file = await readFile(await (await downloading).path(), 'utf8')
  expect(file).toContain('(c) IRC section')

  // The charity of a row leads to the entries of its grants.
  await main.getByRole('table').getByRole('link').first().click()
  await expect(main).toContainText('Only grants to one charity are shown.')
})

test('who has not the right finds no such page (§14)', async ({ signInPerson }) => {
  const roles = [{ role: 'super_user' as const, actions: ['PERIOD_CLOSE' as const] }]
  const page = await signInPerson('npt', await makePerson('npt', { roles }), { at: '/' })
  await page.goto(address)
  await expect(page).toHaveURL(/\/403/)
})
