import { expect, expectNoAxeFindings } from './fixtures.ts'
import { tabTo } from './pages/keyboard.ts'
import { main } from './pages/payment-runs.ts'
import { test } from './people/turns.ts'

test('staff change the support hours, and two of them lower an amount, by keyboard at 320 px (§15, §17)', async ({
  signInAs,
  takeTurn,
}) => {
  test.setTimeout(300_000)
  await takeTurn('settings of rathbones')
  const at = '/super-user-dashboard/settings'
  const viewport = { width: 320, height: 640 }
  const page = await signInAs('super', 'rathbones', { at, viewport })
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
  await expectNoAxeFindings(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)

  // What an earlier run of this test left is changed again, to something else.
  const number = Math.floor(Date.now() / 1000)
  const hours = `Monday to Friday, 9 am to 5 pm, and on day ${number} in the evening`
  const [, now] = /Identity confirmed again from[^£]*£([\d,]+)/.exec(await main(page).innerText()) ?? []
  const lower = Number(now?.replaceAll(',', '')) - 1_000
  const amount = `£${lower.toLocaleString('en-GB')}`
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
  await page.keyboard.type(String(lower))
  await tabTo(page, page.getByRole('textbox', { name: /^Reason/ }))
  await page.keyboard.type('Larger grants since the summer')
  await tabTo(page, page.getByRole('button', { name: 'Propose the amount' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText(/someone else has to confirm it/)).toBeVisible()
  await expectNoAxeFindings(page)

  const second = await signInAs('super2', 'rathbones', { at, viewport })
  await tabTo(second, second.getByRole('button', { name: `Confirm ${amount}` }))
  await second.keyboard.press('Enter')
  await expect(second.getByText(amount, { exact: true })).toBeVisible()
  await expectNoAxeFindings(second)
  expect(await second.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await second.goto('/contact')
  await expect(second.getByText(hours).first()).toBeVisible()
})
