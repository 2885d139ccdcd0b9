import { expect, test } from './fixtures.ts'
import { pressByKeyboard } from './pages/keyboard.ts'

test('the header leaves room for the rows, and staff’s pages stand in a rail beside them', async ({
  signInAs,
}) => {
  const page = await signInAs('super', 'npt', {
    at: '/super-user-dashboard/grants',
    viewport: { width: 1440, height: 900 },
  })
  const top = async (selector: string) => (await page.locator(selector).first().boundingBox())?.y ?? Infinity
  await expect(page.getByRole('main').locator('tbody tr').first()).toBeVisible()
  const menu = await page.getByRole('navigation', { name: 'Main' }).boundingBox()
  expect((menu?.y ?? 0) + (menu?.height ?? 0)).toBeLessThanOrEqual(112)
  expect(await top('main tbody tr')).toBeLessThanOrEqual(420)
  const rail = page.getByRole('navigation', { name: 'Super User Dashboard' })
  const box = await rail.boundingBox()
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThan((await page.locator('h1').boundingBox())?.x ?? 0)
  await expect(rail.getByRole('link', { name: /^To approve \d+$/ })).toHaveAttribute('aria-current', 'page')
  await pressByKeyboard(page, rail.getByRole('link', { name: 'Payments' }))
  await expect(page.getByRole('heading', { level: 1, name: 'Payments' })).toBeFocused()
  await expect(rail.getByRole('link', { name: 'Payments' })).toHaveAttribute('aria-current', 'page')

  // Below that width it is one line, which scrolls by itself.
  await page.setViewportSize({ width: 360, height: 740 })
  expect((await rail.boundingBox())?.height).toBeLessThanOrEqual(48)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
})
