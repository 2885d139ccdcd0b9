import type { Page } from '@playwright/test'
import { expect, expectNoAxeFindings, test } from './fixtures.ts'
import { pressByKeyboard, tabTo } from './pages/keyboard.ts'

const at = '/super-user-dashboard/postings/fees?terms=administrative'
const viewport = { width: 320, height: 640 }
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function type(page: Page, name: RegExp, text: string): Promise<void> {
  await tabTo(page, page.getByRole('textbox', { name }))
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(text)
}

/** What another copy of this test may have left, which then stopped. */
async function declineWhatWaits(page: Page): Promise<void> {
  const decline = page.getByRole('button', { name: /^(Decline|Withdraw) the terms$/ })
  const propose = button(page, 'Propose new terms')
  await expect(decline.or(propose)).toBeVisible()
  if (await propose.isVisible()) return
  const word = (await decline.textContent())?.split(' ')[0] ?? ''
  await decline.click()
  await page.getByRole('textbox', { name: /^Why you/ }).fill('Left by a test')
  await button(page, word).click()
  await expect(propose).toBeVisible()
}

test('two people set new terms of a fee, and see before what they change, by keyboard at 320 px (§12, §17)', async ({
  signInAs,
}) => {
  test.setTimeout(240_000)
  const page = await signInAs('super', 'rathbones', { at, viewport })
  await expect(page.getByRole('heading', { name: 'Administrative fee', level: 1 })).toBeVisible()
  await declineWhatWaits(page)
  await expectNoAxeFindings(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)

  // Another minimum each time, below 1,000, which the page would group.
  const minimum = `${200 + (Date.now() % 800)}`
  await pressByKeyboard(page, button(page, 'Propose new terms'))
  // The terms may be those of another run of this test.
  const remove = page.getByRole('button', { name: 'Remove Tier 1' })
  for (let tiers = await remove.count(); tiers > 0; tiers = await remove.count()) {
    await remove.press('Enter')
    await expect(page.getByRole('textbox', { name: /Tier 1, Rate/ })).toBeFocused()
  }
  await pressByKeyboard(page, button(page, 'Add a tier'))
  await expect(page.getByRole('textbox', { name: /Tier 1, Up to/ })).toBeFocused()
  await page.keyboard.type('9000000')
  await type(page, /Tier 2, Rate/, '0.05')
  await type(page, /^At least, in a year/, minimum)
  await type(page, /^Reason/, 'Resolution of the trustees')
  await pressByKeyboard(page, button(page, 'Show what they change'))
  await expect(page.getByText('On these terms')).toBeVisible()
  await expectNoAxeFindings(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await tabTo(page, button(page, 'Propose the terms'), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText('You proposed this, so someone else has to confirm it.')).toBeVisible()

  const second = await signInAs('super2', 'rathbones', { at, viewport })
  await expect(second.getByText('These terms await a second person')).toBeVisible()
  await expect(second.getByText(`£${minimum} a year`).first()).toBeVisible()
  await expect(second.getByText('On these terms')).toBeVisible()
  await expectNoAxeFindings(second)
  expect(await second.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await pressByKeyboard(second, button(second, 'Confirm the terms'))
  await expect(button(second, 'Propose new terms')).toBeVisible()
  const coming = second.getByRole('listitem').filter({ hasText: 'To come' }).first()
  await expect(coming).toContainText(`£${minimum} a year`)
  await expectNoAxeFindings(second)
})
