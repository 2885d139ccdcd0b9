import { expect, expectNoAxeFindings, test } from './fixtures.ts'
import { onlyLong } from './long.ts'
import { tabTo } from './pages/keyboard.ts'
import { makeDonor } from './people/make-donor.ts'

test('a donor requests a transfer to another fund, staff make it, and both funds show it (§12)', async ({
  signInAs,
  signInPerson,
}) => {
  test.setTimeout(90_000)
  const [giver, receiver] = [await makeDonor('npt'), await makeDonor('npt')]
  const page = await signInPerson('npt', giver, { at: '/account?show=transfers' })
  const section = page.getByRole('heading', { name: 'Transfers to other funds' }).locator('..')
  await section.getByRole('button', { name: 'Request a transfer' }).click()
  const form = page.getByRole('form', { name: 'Request a transfer' })
  await form.getByRole('button', { name: 'Request this transfer' }).click()
  await expect(form.getByText('Enter the name of the other fund').first()).toBeVisible()
  await expectNoAxeFindings(page)
  await form.getByRole('textbox', { name: 'Account ID of the other fund' }).fill(String(receiver.fundId))
  await form.getByRole('textbox', { name: 'Name of the other fund' }).fill(receiver.accountName)
  await form.getByRole('textbox', { name: 'Amount' }).fill('125.50')
  await form.getByRole('button', { name: 'Request this transfer' }).click()
  await expect(page.getByText('We have received your request.')).toBeVisible()
  await expect(section.getByRole('listitem')).toContainText('Under review')

  const staff = await signInAs('super', 'npt', { at: '/super-user-dashboard/requests' })
  const waiting = staff
    .getByRole('region', { name: 'Transfers between funds' })
    .getByRole('article', { name: `$125.50 from ${giver.accountName}` })
  await expect(waiting).toContainText(String(receiver.fundId))
  await waiting.getByRole('button', { name: 'Approve' }).click()
  await expectNoAxeFindings(staff)
  await waiting.getByRole('button', { name: 'Transfer $125.50' }).click()
  await expect(waiting).toHaveCount(0)

  await page.goto('/account?show=transfers')
  await expect(section.getByRole('listitem')).toContainText('Completed on')
  await page.goto('/fund-activity')
  await expect(page.getByRole('main')).toContainText('Transfers Out')
  const other = await signInPerson('npt', receiver, { at: '/fund-activity' })
  await expect(other.getByRole('main')).toContainText('Transfers In')
})

test('a transfer is requested at 320 pixels by keyboard (§12)', onlyLong, async ({ signInPerson }) => {
  const giver = await makeDonor('rathbones')
  const viewport = { width: 320, height: 640 }
  const page = await signInPerson('rathbones', giver, { at: '/account?show=transfers', viewport })
  await tabTo(page, page.getByRole('button', { name: 'Request a transfer' }))
  await page.keyboard.press('Enter')
  const form = page.getByRole('form', { name: 'Request a transfer' })
  await tabTo(page, form.getByRole('textbox', { name: 'Account ID of the other fund' }))
  await page.keyboard.type('10000001')
  await tabTo(page, form.getByRole('textbox', { name: 'Name of the other fund' }))
  await page.keyboard.type('Another fund')
  await tabTo(page, form.getByRole('textbox', { name: 'Amount' }))
  await page.keyboard.type('10')
  await tabTo(page, form.getByRole('button', { name: 'Request this transfer' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('We have received your request.')).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await expectNoAxeFindings(page)
})
