import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { onlyLong } from './long.ts'

const mainMenu = (page: Page) => page.getByRole('navigation', { name: 'Main' })

/** Says how sticky elements cover the focused element; null if they do not. */
const isCovered = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement
    if (!focused?.closest('main, footer, section')) return null
    const { top, right, bottom, left } = focused.getBoundingClientRect()
    const row = document.querySelector('nav[aria-label="Main"]')?.parentElement?.getBoundingClientRect()
    const name = focused.outerHTML.slice(0, 120)
    if (row && row.top <= 0 && top < row.bottom - 1) return `${name} at ${top}, under ${row.bottom}`
    const toTop = [...document.querySelectorAll('button')].find(each => each.textContent === 'Back to top')
    const over = toTop?.getBoundingClientRect()
    const isUnder =
      over &&
      toTop !== focused &&
      over.width > 0 &&
      right > over.left &&
      bottom > over.top &&
      top < over.bottom
    return isUnder && left >= over.left - 40 ? `${name} under Back to top` : null
  })

test('a menu of two rows covers no focused element, and nothing moves when it shrinks (§4)', async ({
  signInAs,
}) => {
  const page = await signInAs('super', 'npt', { at: '/super-user-dashboard' })
  await page.setViewportSize({ width: 962, height: 600 })
  // The logo keeps its width; what does not fit beside it goes below (§2.3).
  expect((await page.getByRole('link', { name: /, home$/ }).boundingBox())?.width).toBe(610)
  const height = async () => (await mainMenu(page).boundingBox())?.height ?? 0
  const totalPx = () => page.evaluate(() => document.documentElement.scrollHeight)
  // Rows that arrive between the two make the page longer, but not each time.
  await expect(async () => {
    await page.evaluate(() => window.scrollTo(0, 0))
    await expect.poll(height).toBe(92)
    const whenTallPx = await totalPx()
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
    await expect.poll(height).toBe(80)
    expect(await totalPx()).toBe(whenTallPx)
  }).toPass()
  await page.getByRole('contentinfo').getByRole('link').last().focus()
  for (let stop = 0; stop < 45; stop += 1) {
    await page.keyboard.press('Shift+Tab')
    expect(await isCovered(page)).toBeNull()
  }
})

test('Back to top covers no focused element (§2.2)', onlyLong, async ({ signInAs }) => {
  const page = await signInAs('donor', 'npt', { viewport: { width: 320, height: 600 } })
  await expect(page.getByRole('list', { name: 'Charity List' })).toBeVisible()
  const foot = page.getByRole('contentinfo').getByRole('link', { name: 'Terms and Privacy' })
  for (let stop = 0; stop < 80; stop += 1) {
    await page.keyboard.press('Tab')
    expect(await isCovered(page)).toBeNull()
    if (await foot.evaluate(link => link === document.activeElement)) break
  }
  await expect(foot).toBeFocused()
})

test('an open menu group stays under its button while the page scrolls (§2.3)', async ({ visit }) => {
  const page = await visit('npt', { at: '/faq', viewport: { width: 1280, height: 600 } })
  const button = mainMenu(page).getByRole('button', { name: 'Resources' })
  await button.click()
  const panel = page.getByRole('dialog', { name: 'Resources' })
  await expect(panel).toBeVisible()
  const gapPx = async () => {
    const [above, below] = [await button.boundingBox(), await panel.boundingBox()]
    return Math.round((below?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0))
  }
  const before = await gapPx()
  await page.mouse.move(640, 500)
  await page.mouse.wheel(0, 700)
  await expect.poll(async () => (await mainMenu(page).boundingBox())?.y).toBe(0)
  await expect.poll(gapPx).toBe(before)
})

test(
  'toasts on a phone cover at most half of the page and show the newest (§2.5)',
  onlyLong,
  async ({ visit, expectedErrors }) => {
    expectedErrors.push(/502/, /Failed to load resource/)
    const page = await visit('npt', { at: '/contact?topic=other', viewport: { width: 390, height: 700 } })
    await page.route('**/api/contact-messages', route => route.fulfill({ status: 502, body: '' }))
    await page.getByLabel('Your message').fill('Good morning.')
    await page.getByLabel('Your name').fill('Ada Winslow')
    await page.getByLabel('E-mail address for our reply').fill('ada@reader.example')
    const notices = page.getByRole('region', { name: 'Notices' })
    for (let times = 1; times <= 4; times += 1) {
      await page.getByRole('button', { name: 'Send message' }).focus()
      await page.keyboard.press('Enter')
      await expect(notices.getByRole('article')).toHaveCount(times)
    }
    expect((await notices.boundingBox())?.y).toBeGreaterThanOrEqual(350)
    await expect(notices.getByRole('article').last()).toBeInViewport({ ratio: 1 })
    await notices
      .getByRole('button', { name: /^Close/ })
      .first()
      .focus()
    await expect(notices.getByRole('article').first()).toBeInViewport({ ratio: 1 })
  },
)
