import { expect, expectNoAxeFindings, test } from './fixtures.ts'
import { longUnless } from './long.ts'
import { accountBar } from './pages/account-bar.ts'
import { latestActivity, latestGrant } from './pages/home.ts'

// `/` (§2.1), signed out and for each role.

const region = (name: string) => ({ name, exact: true }) as const

test('home names the client, offers to log in, helps with it and says what a visitor can do here (§2.1)', async ({
  visit,
}) => {
  const page = await visit('rathbones')
  await expect(page.getByRole('heading', { level: 1, name: /^Welcome to / })).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Log In' })).toHaveAttribute(
    'href',
    '/api/sign-in/start',
  )
  const help = page.getByRole('list', { name: 'Help with logging in' })
  await expect(help.getByRole('link', { name: 'Forgot your password?' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'What you can do here' }).getByRole('listitem')).toHaveCount(3)
  await expectNoAxeFindings(page)
})

test('home of a visitor fits a phone in every arrangement (§2.1)', async ({ visit }) => {
  // Editorial, statement, concierge, work, card, panorama.
  for (const client of ['npt', 'glenmede', 'cazenove', 'ubs', 'nptukusd', 'npttransatlantic']) {
    const page = await visit('npt', {
      at: `http://${client}.localhost:${process.env.ALMONER_E2E_PORT}/`,
      viewport: { width: 320, height: 800 },
    })
    await expect(page.getByRole('heading', { level: 1, name: /^Welcome to / })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    // The picture leaves room for Log In on the first screen.
    const link = page.getByRole('main').getByRole('link', { name: 'Log In' })
    await expect(link).toBeVisible()
    const logIn = await link.boundingBox()
    expect((logIn?.y ?? 800) + (logIn?.height ?? 0), client).toBeLessThan(800)
    await expectNoAxeFindings(page)
  }
})

test('the picture uses the person’s own colors where those are forced (§2.1)', async ({ visit }) => {
  const page = await visit('npt', { forcedColors: 'active', colorScheme: 'light' })
  const ink = () =>
    page
      .locator('main svg:has(use)')
      .evaluate(picture => getComputedStyle(picture).getPropertyValue('--picture-ink').toLowerCase())
  // The picture’s styles may come after it.
  await expect.poll(ink).toBe('canvastext')
})

test('home shows a donor the last 12 months, the latest activity and the charity list, and links to a grant (§2.1)', async ({
  signInAs,
}) => {
  const page = await signInAs('donor', 'npt')
  await expect(latestActivity(page)).toBeVisible()
  for (const name of ['For your attention', 'The last 12 months', 'Latest activity', 'Charity List'])
    await expect(page.getByRole('region', region(name))).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Recommend a Grant' })).toBeVisible()
  const year = page.getByRole('region', region('The last 12 months'))
  await expect(year.getByRole('term')).toHaveText([
    'Contributed',
    'Transfers',
    'Granted',
    'Gains, fees, and other',
  ])
  await expect(year.getByRole('figure', { name: /^Balance/ })).toBeVisible()
  await latestGrant(page).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Grant to / })).toBeVisible()
})

test('what waits in another account has a line that leads there, by keyboard (§2.1)', async ({
  signInAs,
}) => {
  const page = await signInAs('donor', 'npt', { isOwnSession: true })
  const other = page
    .getByRole('region', region('For your attention'))
    .getByRole('listitem')
    .filter({ hasText: /Waiting for your/ })
    .getByRole('button')
    .first()
  const name = await other.innerText()
  await other.press('Enter')
  await expect(accountBar(page)).toContainText(name)
  await expect(page.getByRole('heading', { level: 1, name: /^Welcome/ })).toBeFocused()
  await expect(
    page
      .getByRole('region', region('For your attention'))
      .getByRole('link', { name: /waiting for your signature/ }),
  ).toBeVisible()
  await expectNoAxeFindings(page)
})

test('an activity that is not a grant links to its section of that month’s statement (§2.1)', async ({
  signInAs,
}) => {
  const page = await signInAs('donor', 'npt')
  const line = latestActivity(page).locator('a[href^="/fund-activity"]').first()
  const name = await line.innerText()
  await line.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Fund Activity' })).toBeVisible()
  await expect(page.getByRole('table').getByText(name).first()).toBeVisible()
})

test('the charity list starts another grant with one click (§2.1)', async ({ signInAs }) => {
  const page = await signInAs('donor', 'npt')
  const list = page.getByRole('list', { name: 'Charity List' })
  await list
    .getByRole('link', { name: /^Give to / })
    .first()
    .click()
  await expect(page).toHaveURL(/\/recommend-a-grant\?charity=/)
})

test('home offers viewers no grant, shows staff their queues and shows an editor no fund (§2.1)', async ({
  signInAs,
}) => {
  const viewer = await signInAs('viewer', 'npt')
  await expect(latestActivity(viewer)).toBeVisible()
  await expect(viewer.getByRole('main').getByRole('link', { name: /Recommend a Grant|Give to/ })).toHaveCount(
    0,
  )

  const staff = await signInAs('super', 'npt')
  const waiting = staff.getByRole('region', region('For your attention'))
  await expect(waiting.getByRole('link', { name: 'Grants to approve' })).toBeVisible()
  await waiting.getByRole('link', { name: 'Grants to pay' }).click()
  await expect(staff).toHaveURL(/queue=to-pay/)

  const auditor = await signInAs('auditor', 'npt')
  await expect(latestActivity(auditor)).toBeVisible()
  await expect(auditor.getByRole('link', { name: 'Grants to approve' })).toHaveCount(0)
  // The viewer was added by somebody else, and has nothing to decide but whom their contact is for.
  const ofViewer = viewer.getByRole('region', region('For your attention')).getByRole('listitem')
  await expect(ofViewer).toHaveCount(1)
  await expect(ofViewer).toContainText('share your contact details')
  await expect(auditor.getByRole('main').getByRole('link', { name: 'Recommend a Grant' })).toHaveCount(0)

  const editor = await signInAs('editor', 'npt')
  await expect(editor.getByText('You don’t have a fund account yet.')).toBeVisible()
  await expect(editor.getByRole('region', region('Latest activity'))).toHaveCount(0)
})

for (const widthPx of [320, 768, 1440]) {
  test(
    `home neither shifts while it loads nor scrolls sideways at ${widthPx} px`,
    longUnless(widthPx === 320),
    async ({ signInAs, visit }) => {
      const viewport = { width: widthPx, height: 900 }
      const watch = `window.shifted = 0
      new PerformanceObserver(list => {
        for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value
      }).observe({ type: 'layout-shift', buffered: true })`
      // At a client where no other test publishes a text meanwhile.
      for (const page of [
        await visit('nptuk', { viewport }),
        await signInAs('donor', 'nptuk', { viewport }),
      ]) {
        await page.addInitScript(watch)
        await page.reload()
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expect(page.getByRole('status').filter({ hasText: /^Loading/ })).toHaveCount(0)
        await page.waitForLoadState('networkidle')
        expect(await page.evaluate('window.shifted')).toBeLessThanOrEqual(0.02)
        expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(
          0,
        )
      }
    },
  )
}

test('a new or reloaded tab loads home in three requests (§2.1)', async ({ signInAs }) => {
  const page = await signInAs('donor', 'npt')
  const tab = await page.context().newPage()
  const requests: string[] = []
  tab.on('request', request => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) requests.push(pathname.replace(/\d{6,8}/, '…'))
  })
  for (const load of [() => tab.goto('/'), () => tab.reload()]) {
    requests.length = 0
    await load()
    await expect(latestActivity(tab)).toBeVisible()
    await expect(tab.getByRole('figure', { name: /^Balance/ })).toBeVisible()
    expect(requests.filter(path => path !== '/api/content/promo').sort()).toEqual([
      '/api/accounts/…/balance-history',
      '/api/accounts/…/home',
      '/api/session/tab',
    ])
  }
})
