import type { Page } from '@playwright/test'
import { clientNames, expect, test } from './fixtures.ts'
import { longUnless } from './long.ts'
import { latestActivity } from './pages/home.ts'

// What a person sees first, and with their own colors, text size and connection (§17).

const wide = { width: 1440, height: 900 }

const headingTopPx = async (page: Page) => {
  await expect(page.getByRole('status').filter({ hasText: /^Loading/ })).toHaveCount(0)
  return (await page.getByRole('heading', { level: 1 }).boundingBox())?.y ?? Number.POSITIVE_INFINITY
}

for (const client of clientNames) {
  test(
    `at 1440 × 900 the heading starts within 260 px on inner screens at ${client} (§17)`,
    longUnless(client === 'rathbones'),
    async ({ signInAs }) => {
      const page = await signInAs('donor', client, { viewport: wide })
      // A banner is on the page too.
      await expect(page.getByRole('link', { name: 'Giving Season Deadlines' })).toBeVisible()
      for (const path of ['/recommend-a-grant', '/my-profile', '/faq']) {
        await page.goto(path)
        expect(await headingTopPx(page), path).toBeLessThanOrEqual(260)
      }
    },
  )
}

test('at 820 px the menu is shown and nothing scrolls sideways (§2.3)', async ({ signInAs }) => {
  const page = await signInAs('donor', 'npt', { viewport: { width: 820, height: 1100 } })
  const menu = page.getByRole('navigation', { name: 'Main' })
  await expect(menu.getByRole('link', { name: 'Fund Activity' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Menu' })).toBeHidden()
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(820)
})

test('with forced colors only the current page has a bar, and a chosen range stands out (§17)', async ({
  signInAs,
}) => {
  const page = await signInAs('donor', 'npt', {
    at: '/fund-activity',
    viewport: wide,
    forcedColors: 'active',
  })
  const menu = page.getByRole('navigation', { name: 'Main' })
  await expect(menu.getByRole('link', { name: 'Fund Activity' })).toHaveAttribute('aria-current', 'page')
  const bars = await menu.locator('ul > li > :is(a, button)').evaluateAll(items =>
    items.map(item => {
      const { borderTopColor, borderBottomColor } = getComputedStyle(item)
      const canvas = getComputedStyle(document.body).backgroundColor
      return {
        isCurrent: item.getAttribute('aria-current') === 'page',
        bars: [borderTopColor, borderBottomColor].filter(color => color !== canvas).length,
      }
    }),
  )
  expect(bars.length).toBeGreaterThan(2)
  for (const { isCurrent, bars: shown } of bars) expect(shown).toBe(isCurrent ? 1 : 0)
  const range = page.getByRole('group', { name: 'Date range' })
  const colorOf = (name: string) =>
    range.getByRole('button', { name }).evaluate(choice => getComputedStyle(choice).backgroundColor)
  await expect.poll(async () => (await colorOf('Year to date')) !== (await colorOf('Last year'))).toBe(true)

  await page.goto('/account')
  const tabs = page.getByRole('tablist').getByRole('tab')
  await expect(tabs.first()).toHaveAttribute('aria-selected', 'true')
  const lines = await tabs.evaluateAll(all =>
    all.map(
      tab => getComputedStyle(tab).borderBottomColor !== getComputedStyle(document.body).backgroundColor,
    ),
  )
  expect(lines).toEqual([true, ...lines.slice(1).map(() => false)])
  expect(lines.length).toBeGreaterThan(2)
})

test('with text at 200% the labels of the chart grow, and no text is cut off (§17)', async ({ signInAs }) => {
  const page = await signInAs('donor', 'npt', { viewport: wide })
  const chart = page.getByRole('img', { name: /^Balance/ })
  await expect(chart).toBeVisible()
  const labelHeight = async () => (await chart.locator('text').first().boundingBox())?.height ?? 0
  const before = await labelHeight()
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '212.5%'
  })
  await expect.poll(labelHeight).toBeGreaterThan(1.9 * before)
  await expect(page.getByRole('banner').getByText('Donor-advised funds')).toBeVisible()
  const cut = await page.evaluate(() => {
    const { left, right } = document.documentElement.getBoundingClientRect()
    return [...document.querySelectorAll('header *, main *')]
      .filter(element => element.checkVisibility() && element.textContent?.trim() !== '')
      .filter(element => {
        const box = element.getBoundingClientRect()
        if (box.width <= 1 || element.closest('[class*="isuallyHidden"], [class*="hidden"]')) return false
        const isClipped =
          getComputedStyle(element).overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1
        return isClipped || box.left < left - 1 || box.right > right + 1
      })
      .map(element => element.outerHTML.slice(0, 120))
  })
  expect(cut).toEqual([])
})

test('nothing shifts when the typefaces arrive late at 390 px (§17)', async ({ signInAs, visit }) => {
  const viewport = { width: 390, height: 844 }
  for (const page of [await visit('npt', { viewport }), await signInAs('donor', 'npt', { viewport })]) {
    let release = () => {}
    const released = new Promise<void>(resolve => {
      release = resolve
    })
    await page.route('**/*.woff2', async route => {
      await released
      await route.continue()
    })
    await page.addInitScript(`window.shifted = 0
      new PerformanceObserver(list => {
        for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value
      }).observe({ type: 'layout-shift', buffered: true })`)
    // Typefaces delay the load event.
    await page.reload({ waitUntil: 'commit' })
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: /^Loading/ })).toHaveCount(0)
    release()
    await page.evaluate('document.fonts.ready.then(() => undefined)')
    await page.evaluate('new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))')
    expect(await page.evaluate('window.shifted')).toBeLessThanOrEqual(0.02)
  }
})

test('a statement that fails to load says why and can be requested again, also offline (§8)', async ({
  signInAs,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 502|ERR_INTERNET_DISCONNECTED/)
  const page = await signInAs('donor', 'npt')
  await expect(latestActivity(page)).toBeVisible()
  const statement = /\/api\/accounts\/\d+\/activity\?/
  await page.route(statement, route => route.fulfill({ status: 502, body: '' }))
  await page.goto('/fund-activity')
  const main = page.getByRole('main')
  const text = 'The statement could not be loaded.'
  // Offline the chart fails too.
  const failure = main.getByRole('alert').filter({ hasText: text })
  await expect(failure).toHaveText(
    `${text} We apologize for the inconvenience. Our staff has been notified of the error. Please try again.`,
  )
  await page.unroute(statement)
  await main.getByRole('button', { name: 'Try again' }).press('Enter')
  await expect(page.getByRole('region', { name: 'Statement', exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()

  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Last year' }).click()
  await expect(failure).toHaveText(`${text} You’re offline. Please check your connection and try again.`)
  await page.context().setOffline(false)
  // The connection is back, which is enough.
  await expect(page.getByRole('region', { name: 'Statement', exact: true })).toBeVisible()
})
