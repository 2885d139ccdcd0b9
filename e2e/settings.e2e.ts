import { expect, expectNoAxeFindings, test } from './fixtures.ts'
import { tabTo } from './pages/keyboard.ts'

test('staff change the support hours, and two of them lower an amount, by keyboard at 320 px (§15, §17)', async ({
  signInAs,
}) => {
  test.setTimeout(180_000)
  const at = '/super-user-dashboard/settings'
  const viewport = { width: 320, height: 640 }
  const page = await signInAs('super', 'rathbones', { at, viewport })
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
  await expectNoAxeFindings(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)

  const hours = `Monday to Friday, 9 am to ${(Date.now() % 50) + 1} minutes past 5 pm`
  await tabTo(page, page.getByRole('button', { name: /^Change.*Support hours$/ }))
  await page.keyboard.press('Enter')
  const field = page.getByRole('textbox', { name: /^Hours/ })
  await tabTo(page, field)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(hours)
  await tabTo(page, page.getByRole('textbox', { name: /^Reason/ }))
  await page.keyboard.type('The office opens longer')
  await tabTo(page, page.getByRole('button', { name: 'Change the hours' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText(hours, { exact: true })).toBeVisible()

  await tabTo(page, page.getByRole('button', { name: /^Propose.*Identity/ }))
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('textbox', { name: /^Amount/ }))
  await page.keyboard.type('74000')
  await tabTo(page, page.getByRole('textbox', { name: /^Reason/ }))
  await page.keyboard.type('Larger grants since the summer')
  await tabTo(page, page.getByRole('button', { name: 'Propose the amount' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText(/someone else has to confirm it/)).toBeVisible()
  await expectNoAxeFindings(page)

  const second = await signInAs('super2', 'rathbones', { at, viewport })
  await tabTo(second, second.getByRole('button', { name: 'Confirm £74,000' }))
  await second.keyboard.press('Enter')
  await expect(second.getByText('£74,000', { exact: true })).toBeVisible()
  await expectNoAxeFindings(second)
  expect(await second.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await second.goto('/contact')
  await expect(second.getByText(hours).first()).toBeVisible()
})
