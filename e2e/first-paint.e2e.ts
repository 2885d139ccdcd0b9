import type { Locator, Page } from '@playwright/test'
import { expect, originOf, test } from './fixtures.ts'

// What a page shows before the program has loaded, and while the session is renewed (§2.2).

const logo = (page: Page) => page.getByRole('link', { name: /^NPT Giving .*, home$/ })

test('a page without script shows the client’s logo and name, and says what is missing (§2.2)', async ({
  browser,
  watch,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: originOf('npt') })
  // A style attribute in the markup would be refused by the content policy and reported here.
  watch(context)
  const page = await context.newPage()
  await page.goto('/fund-activity')
  await expect(logo(page)).toBeVisible()
  await expect(page.getByText('NPT Giving', { exact: true }).filter({ visible: true })).toHaveCount(1)
  // Playwright finds no text within a noscript element.
  await expect(page.locator('noscript > p')).toBeVisible()
  await expect(logo(page)).toHaveCSS('width', '610px')
  await context.close()
})

/** Where an element is in the page, whatever part of it the window shows. */
async function placeOf(element: Locator) {
  const { x, y, width, height, scrolled } = await element.evaluate(node => {
    const { x, y, width, height } = node.getBoundingClientRect()
    return { x, y, width, height, scrolled: window.scrollY }
  })
  return { x, y: y + scrolled, width, height }
}

/** To half a pixel: the browser measures a text anew in steps of 1/64. */
async function expectStillAt(before: Awaited<ReturnType<typeof placeOf>>, element: Locator): Promise<void> {
  const after = await placeOf(element)
  for (const side of ['x', 'y', 'width', 'height'] as const)
    expect(Math.abs(after[side] - before[side]), side).toBeLessThan(0.5)
}

/** With each arrangement of home: two on a computer, the others on a phone. */
for (const [client, width] of [
  ['npt', 1280],
  ['rathbones', 1280],
  ['npttransatlantic', 320],
  ['ubs', 320],
  ['cazenove', 320],
  ['nptukusd', 320],
] as const)
  test(`a visitor at ${client} can read home and log in before the program has loaded, and neither the page nor the focus moves when it has (§2.1)`, async ({
    openPage,
  }) => {
    const page = await openPage(client, { viewport: { width, height: 800 } })
    let load = () => {}
    const held = new Promise<void>(resolve => {
      load = resolve
    })
    // The first paint has its styles in the page.
    await page.route(/\/assets\/(?!early-).*\.(js|css)$/, async route => {
      await held
      await route.continue()
    })
    await page.goto('/', { waitUntil: 'commit' })
    const heading = page.getByRole('heading', { level: 1, name: /^Welcome to / })
    const logIn = page.getByRole('main').getByRole('link', { name: 'Log In' })
    await expect(heading).toBeVisible()
    await expect(logIn).toHaveAttribute('href', /^\/api\/sign-in\/start/)
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
    await logIn.focus()
    const before = { heading: await placeOf(heading), logIn: await placeOf(logIn) }
    await page.evaluate(() => document.querySelector('h1')?.setAttribute('data-written-by-server', ''))
    load()
    await expect(page.locator('[data-written-by-server]')).toHaveCount(0)
    await expect(heading).toBeVisible()
    await expect(logIn).toBeFocused()
    await expectStillAt(before.heading, heading)
    await expectStillAt(before.logIn, logIn)
  })

test('a reload shows the frame, never a blank page, until the session is renewed (§2.2)', async ({
  signInAs,
}) => {
  const page = await signInAs('donor', 'npt')
  const renewal = await holdRenewal(page)
  await page.reload({ waitUntil: 'commit' })
  await renewal.requested
  await expect(logo(page)).toBeVisible()
  const before = await logo(page).boundingBox()
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(0)
  renewal.go()
  await expect(page.getByRole('heading', { level: 1, name: /^Welcome, / })).toBeVisible()
  // The program’s own logo takes the place of the frame’s.
  expect(await logo(page).boundingBox()).toEqual(before)
})

test('a new tab asks for its session once, while the program is still loading (§7)', async ({ signInAs }) => {
  const page = await (await signInAs('donor', 'npt')).context().newPage()
  const asked: string[] = []
  page.on('request', request => {
    if (request.url().endsWith('/api/session/tab')) asked.push(request.url())
  })
  let load = () => {}
  const held = new Promise<void>(resolve => {
    load = resolve
  })
  await page.route('**/assets/program-*.js', async route => {
    await held
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'commit' })
  await expect.poll(() => asked.length).toBe(1)
  load()
  await expect(page.getByRole('heading', { level: 1, name: /^Welcome, / })).toBeVisible()
  expect(asked).toHaveLength(1)
})

/** Holds back the response to the request that renews the session. */
async function holdRenewal(page: Page): Promise<{ requested: Promise<void>; go: () => void }> {
  let go = () => {}
  const held = new Promise<void>(resolve => {
    go = resolve
  })
  const requested = new Promise<void>(resolve => {
    void page.route('**/api/session/tab', async route => {
      resolve()
      await held
      await route.continue()
    })
  })
  return { requested, go: () => go() }
}
