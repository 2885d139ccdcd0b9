import type { Page } from '@playwright/test'
import { quoted } from '../src/testing/quoted-texts.ts'
import { type ClientName, clientNames, expect, expectNoAxeFindings, test } from './fixtures.ts'
import { longUnless, onlyLong } from './long.ts'
import { signInBy } from './people/sign-in.ts'

// The screens and strips that managed content fills: §2.5, §2.11, §2.12.

const narrow = { width: 320, height: 800 }
const wide = { width: 1440, height: 900 }
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const resourcesStrip = (page: Page) => page.getByRole('region', { name: 'Giving Resources' })
const seasonBanner = (page: Page) => page.getByRole('region', { name: quoted.givingSeasonDeadlines })

/** Checks the page with axe, narrow and light as well as wide and dark, and that it does not scroll sideways. */
async function expectAccessible(page: Page): Promise<void> {
  for (const { viewport, colorScheme } of [
    { viewport: narrow, colorScheme: 'light' },
    { viewport: wide, colorScheme: 'dark' },
  ] as const) {
    await page.setViewportSize(viewport)
    await page.emulateMedia({ colorScheme })
    await expect
      .poll(() => page.evaluate('document.documentElement.scrollWidth'))
      .toBeLessThanOrEqual(viewport.width)
    await expectNoAxeFindings(page)
  }
}

/** The cumulative layout shift since the page was loaded. */
const layoutShift = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>(resolve => {
        let sum = 0
        new PerformanceObserver(list => {
          for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
            sum += entry.value
        }).observe({ type: 'layout-shift', buffered: true })
        // The observer receives buffered entries in a later task.
        setTimeout(() => resolve(sum), 100)
      }),
  )

const aboutSeason = {
  npt: { gift: 'Checks by mail', day: /^December 31, 20\d\d$/ },
  rathbones: { gift: 'Cheques by post', day: /^31 March 20\d\d$/ },
} as const satisfies Record<ClientName, object>

for (const client of clientNames) {
  test.describe(`at ${client}`, () => {
    test(
      `giving season at ${client} opens three sections by keyboard, keeps them in the URL and writes dates in the client's format (§2.11)`,
      longUnless(client === 'rathbones'),
      async ({ visit }) => {
        const page = await visit(client, { at: '/year-end-deadlines', viewport: wide })
        await expect(page).toHaveTitle(/^Giving Season \| /)
        for (const name of [quoted.contributionDeadlines, quoted.grantGuidelines, quoted.needHelp]) {
          const opener = page.getByRole('button', { name, exact: true })
          await expect(opener).toHaveAttribute('aria-expanded', 'false')
          await opener.focus()
          await page.keyboard.press('Enter')
          await expect(opener).toHaveAttribute('aria-expanded', 'true')
        }
        await expect(page).toHaveURL(/open=contributions%2Cgrants%2Chelp$/)
        const { gift, day } = aboutSeason[client]
        const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: gift }) })
        await expect(row.getByRole('time')).toHaveText(day)
        await expect(row.getByRole('cell').last()).toHaveText(/^(Past|Today|Tomorrow|\d+ days)$/)
        await resourcesStrip(page).scrollIntoViewIfNeeded()
        await expect(resourcesStrip(page).getByRole('listitem').first()).toBeVisible()
        await expectAccessible(page)
      },
    )

    test(
      `/faq at ${client} searches while typing, opens a question by its URL and links to contact when nothing is found`,
      longUnless(client === 'npt'),
      async ({ visit }) => {
        const page = await visit(client, { at: '/faq', viewport: wide })
        await expect(page).toHaveTitle(/^Frequently Asked Questions \| /)
        await page.getByRole('searchbox').fill('take back')
        await expect(page.getByRole('status').filter({ hasText: /^\d+ questions? found$/ })).toBeVisible()
        await expect(page.locator('mark').first()).toBeVisible()
        await expect(page).toHaveURL(/\/faq\?q=take\+back$/)
        await expectAccessible(page)
        await page.getByRole('searchbox').fill('zeppelin')
        await expect(page.getByText('No results', { exact: true })).toBeVisible()
        await expect(page.getByRole('link', { name: 'contact us' })).toHaveAttribute('href', '/contact')
        const question = page.getByRole('button', { name: 'What is a donor-advised fund?' })
        await page.getByRole('searchbox').fill('')
        await question.click()
        // A browser window grants this to the page that a person uses; the headless shell needs an explicit permission.
        await page.context().grantPermissions(['clipboard-write'])
        await page.getByRole('button', { name: 'Copy a link to this answer' }).click()
        await expect(page.getByText('Link copied')).toBeVisible()
        // The portal may write to the clipboard but not read it, so the test pastes what was copied.
        await page.getByRole('searchbox').press('ControlOrMeta+v')
        const address = await page.getByRole('searchbox').inputValue()
        expect(new URL(address).hash).not.toBe('')
        await page.goto('/')
        await page.goto(address)
        await expect(question).toBeFocused()
        await expect(question).toHaveAttribute('aria-expanded', 'true')
        await expect(question).toBeInViewport()
      },
    )

    test(
      `/givingpoint and /terms at ${client} show a table of contents beside a long text`,
      longUnless(client === 'npt'),
      async ({ visit }) => {
        const page = await visit(client, { at: '/givingpoint', viewport: wide })
        await expect(page).toHaveTitle(/^Giving guide \| /)
        const contents = page.getByRole('navigation', { name: 'Contents' })
        const last = contents.getByRole('link').last()
        await last.click()
        const part = page.getByRole('heading', { level: 2, name: await last.innerText() })
        await expect(part).toBeInViewport()
        await expectAccessible(page)
        await page.getByRole('contentinfo').getByRole('link', { name: 'Terms and Privacy' }).click()
        await expect(heading(page, 'Terms and Privacy')).toBeFocused()
        await expect(page).toHaveTitle(/^Terms and Privacy \| /)
        await expect(page.getByRole('heading', { level: 2 })).toContainText([
          'Terms of use',
          'Privacy notice',
        ])
        await page.goto('/faq')
        await page.goto('/terms#privacy')
        await expect(page.getByRole('heading', { level: 2, name: 'Privacy notice' })).toBeInViewport()
        await expectAccessible(page)
      },
    )

    test(
      `/resources at ${client} groups forms and links, opens documents in a new tab and shows the promo strip below`,
      longUnless(client === 'rathbones'),
      async ({ visit, signInAs }) => {
        const at = { at: '/resources', viewport: wide } as const
        // npt shows them to visitors too; other clients require a permission (§2.3).
        const page = client === 'npt' ? await visit(client, at) : await signInAs('donor', client, at)
        await expect(heading(page, 'Forms/Resources')).toBeVisible()
        await expect(page).toHaveTitle(/^Forms\/Resources \| /)
        const guide = page.getByRole('link', {
          name: /^A Guide to Reading Your Donor-Advised Fund Statement/,
        })
        await expect(guide).toHaveAttribute('target', '_blank')
        await expect(guide).toContainText('(opens in a new tab)')
        await page.getByRole('searchbox').fill('deadlines')
        await expect(page.getByRole('status').filter({ hasText: /^\d+ of \d+ forms/ })).toBeVisible()
        await resourcesStrip(page).scrollIntoViewIfNeeded()
        await expect(resourcesStrip(page).getByRole('listitem').first()).toBeVisible()
        await expectAccessible(page)
      },
    )
  })
}

test('giving season prints its closed sections too (§2.11)', async ({ visit }) => {
  const page = await visit('npt', { at: '/year-end-deadlines', viewport: wide })
  await expect(page.getByRole('button', { name: quoted.grantGuidelines })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('table')).toBeVisible()
  await expect(page.getByText(/recommend grants by/)).toBeVisible()
  await expect(page.getByText(/we answer the phone/)).toBeVisible()
})

test(
  'shows the promo strip on the screens that the specification names, and on no other (§2.5)',
  onlyLong,
  async ({ visit, signInAs }) => {
    const strip = async (page: Page, at: string) => {
      await page.goto(at)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
      return resourcesStrip(page)
    }
    const visitor = await visit('npt', { viewport: wide })
    for (const at of ['/contact', '/resources', '/year-end-deadlines'])
      await expect(await strip(visitor, at), at).toBeVisible()
    for (const at of ['/', '/faq', '/terms']) await expect(await strip(visitor, at), at).toHaveCount(0)
    const donor = await signInAs('donor', 'npt', { viewport: wide })
    for (const at of ['/', '/recommend-a-grant', '/contact'])
      await expect(await strip(donor, at), at).toBeVisible()
    for (const at of ['/fund-activity', '/my-profile'])
      await expect(await strip(donor, at), at).toHaveCount(0)
    const staff = await signInAs('super', 'npt', { viewport: wide })
    await expect(await strip(staff, '/super-user-dashboard')).toBeVisible()
  },
)

test('a signed-in person sees the Giving Season Deadlines banner at the first paint and can dismiss it for good (§1)', async ({
  visit,
  signInAs,
}) => {
  const visitor = await visit('npt')
  await expect(heading(visitor, 'Welcome to NPT Giving')).toBeVisible()
  await expect(seasonBanner(visitor)).toHaveCount(0)
  const page = await signInAs('viewer', 'npt', { at: '/faq', viewport: wide })
  await expect(page.getByRole('searchbox')).toBeVisible()
  await expect(seasonBanner(page)).toBeVisible()
  expect(await layoutShift(page)).toBeLessThanOrEqual(0.02)
  const requests = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
  expect(requests.filter(address => address.endsWith('/api/content/shell'))).toEqual([])
  await seasonBanner(page).getByRole('link', { name: quoted.givingSeasonDeadlines }).click()
  await expect(heading(page, 'Giving Season')).toBeFocused()
  await seasonBanner(page).getByRole('button', { name: 'Dismiss: Giving Season Deadlines' }).click()
  await expect(seasonBanner(page)).toHaveCount(0)
  await expect(page.locator('#content')).toBeFocused()
  await page.reload()
  await expect(heading(page, 'Giving Season')).toBeVisible()
  await expect(seasonBanner(page)).toHaveCount(0)
})

test('home does not shift when the promo strip appears (§2.5)', async ({ signInAs }) => {
  const page = await signInAs('donor', 'npt', { viewport: wide })
  await page.reload()
  await expect(page.getByRole('region', { name: 'Latest activity' })).toBeVisible()
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  await expect(resourcesStrip(page).getByRole('listitem').first()).toBeVisible()
  expect(await layoutShift(page)).toBeLessThanOrEqual(0.02)
})

/** Sends an editor's command as their screens do. Returns the item's new revision. */
async function asEditor(page: Page, address: string, attributes: object): Promise<number> {
  const answer = await page.evaluate(
    async sent => {
      const response = await fetch(sent.address, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${sessionStorage.getItem('almoner-auth-token')}`,
          'X-AccountId': '0',
        },
        body: JSON.stringify({ data: { type: 'command', attributes: sent.attributes } }),
      })
      return { status: response.status, body: (await response.json()) as { revision: number } }
    },
    { address, attributes },
  )
  expect(answer.status, address).toBe(200)
  return answer.body.revision
}

test('a banner published while a page is open appears when its reader returns to the tab, without a reload (§2.5)', async ({
  page,
  context,
}) => {
  // A client whose banners no other test reads.
  const clientSettings = `http://tolleson.localhost:${process.env.ALMONER_E2E_PORT}`
  const reader = await context.newPage()
  await reader.goto(`${clientSettings}/faq`)
  await expect(reader.getByRole('searchbox')).toBeVisible()
  await reader.evaluate(() => Object.assign(window, { isNotLoadedAnew: true }))
  await page.goto(`${clientSettings}/api/sign-in/start`)
  await signInBy(page, 'editor@tolleson.example')
  await expect(page.getByRole('heading', { level: 1, name: /^Welcome, / })).toBeVisible()
  const name = 'lines-are-down'
  const item = `/api/content-items/banner/${name}/submit`
  const written = await asEditor(page, '/api/content-items', {
    name,
    fields: {
      kind: 'banner',
      message: 'Our phone lines are down until **noon**.',
      template: null,
      design: 'caution',
      dismissable: true,
      index: 1,
      audience: 'everyone',
    },
  })
  const revision = await asEditor(page, item, { revision: written, change: 'text', publishAt: null })
  const comesBack = () => reader.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  const shown = reader.getByRole('region', { name: /^Announcement/ }).filter({ hasText: 'until noon' })
  await expect(async () => {
    await comesBack()
    await expect(shown).toBeVisible({ timeout: 1000 })
  }).toPass()
  await expectNoAxeFindings(reader)
  await asEditor(page, item, { revision, change: 'hide', publishAt: null })
  await expect(async () => {
    await comesBack()
    await expect(shown).toHaveCount(0, { timeout: 1000 })
  }).toPass()
  expect(await reader.evaluate(() => 'isNotLoadedAnew' in window)).toBe(true)
})
