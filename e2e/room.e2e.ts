import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { ScreenPath } from '../src/contract/screens.ts'
import { entriesOf } from '../src/domain/keys-of.ts'
import { expect, type PayingClient, type Role, test } from './fixtures.ts'
import { longUnless } from './long.ts'
import { pressByKeyboard } from './pages/keyboard.ts'
import { makeChangeAt } from './people/make-change.ts'
import { clientNamed } from './people/make-envelope.ts'
import { makeFindingAt } from './people/make-finding.ts'

/** Whose list stands at the address, why it is not measured, or null for a screen that is no list. */
type Walk = readonly Role[] | { leftOut: string } | null

/** Every screen whose address names nothing by its id. */
const lists = {
  '/grants': ['donor', 'viewer', 'service'],
  '/grants/schedules': ['donor', 'viewer'],
  '/contributions': ['donor', 'viewer'],
  '/contributions/contribute': null,
  '/charity-list': ['donor', 'viewer'],
  '/account-documents': ['donor', 'service'],
  '/sign-pending-document': ['donor'],
  '/super-user-dashboard': ['super', 'auditor'],
  '/super-user-dashboard/grants': ['super'],
  '/super-user-dashboard/all-grants': ['super', 'auditor'],
  '/super-user-dashboard/requests': ['super', 'auditor'],
  '/super-user-dashboard/postings': ['super', 'auditor'],
  '/super-user-dashboard/postings/entries': ['super', 'auditor'],
  // Its schedules come before its lists.
  '/super-user-dashboard/postings/fees': null,
  // Its months come before its lists.
  '/super-user-dashboard/close': null,
  // Its figures come before its lists.
  '/super-user-dashboard/year-end': null,
  '/super-user-dashboard/screening': ['super', 'auditor'],
  '/super-user-dashboard/register-changes': ['super', 'auditor'],
  '/super-user-dashboard/cases': ['super', 'auditor'],
  '/super-user-dashboard/inactive-funds': ['super', 'auditor'],
  // A page of cards, with its history below them.
  '/super-user-dashboard/settings': null,
  '/super-user-dashboard/contributions': ['super', 'service'],
  '/super-user-dashboard/excluded-assets': ['super', 'auditor'],
  '/super-user-dashboard/staff-documents': ['super'],
  '/super-user-dashboard/applications': ['super'],
  '/super-user-dashboard/messages': ['super', 'auditor'],
  // A page of sets, with their history below them.
  '/super-user-dashboard/users/sets': null,
  '/super-user-dashboard/users': ['super', 'auditor'],
  '/content': ['editor'],

  '/super-user-dashboard/payments': ['super', 'auditor'],
  '/super-user-dashboard/charities': ['super', 'auditor'],
  '/super-user-dashboard/bank': ['super', 'auditor'],
  '/super-user-dashboard/audit': ['super', 'auditor'],
  '/financial-advisor-dashboard': ['advisor'],
  '/financial-advisor-dashboard/report': ['advisor'],
  '/account': { leftOut: 'a summary stands above its tables' },
  '/update-account': null,
  '/update-account/primary-advisor': null,
  '/update-account/legacy-plan': null,
  '/my-profile': null,
  '/my-profile/notices': null,
  '/my-profile/security': null,
  '/my-profile/accounts': { leftOut: 'it follows the personal data of the profile' },

  '/': null,
  '/403': null,
  '/sign-in': null,
  '/sso': null,
  '/fund-activity': null,
  '/recommend-a-grant': null,
  '/grants/upload': null,
  '/charity-list/propose': null,
  '/my-profile/email': null,
  '/my-profile/password': null,
  '/password-setup': null,
  '/forgot-user': null,
  '/year-end-deadlines': null,
  '/resources': null,
  '/contact': null,
  '/faq': null,
  '/givingpoint': null,
  '/terms': null,
  '/content/new': null,
  '/content/files': null,
  '/new-account-opening': null,
  '/new-account-opening/confirm': null,
  '/successor': null,
} as const satisfies Record<Exclude<ScreenPath, `${string}$${string}`>, Walk>

const addressesOf = (role: Role, client: PayingClient): readonly string[] =>
  entriesOf<Record<string, Walk>>(lists)
    .filter(([, walk]) => Array.isArray(walk) && walk.includes(role))
    .map(([path]) => path)
    // There the only document opens at once (§2.10).
    .filter(path => path !== '/sign-pending-document' || !clientNamed(client).redirectOnSingleDocument)

const firstRow = 'main :is(tbody tr, [data-empty], section[aria-label="Suggested by donors"] > *)'
/** The first figure of a dashboard. */
const firstFigure = 'main section[aria-label^="Total"] dl'

/** Names as long as people give them, which the account line shows in one line. */
const longName = `The ${'Wetherby-Lindqvist and Ramaswamy '.repeat(4)}Family Fund`

/** Where things are, in px from the top of the page, and how high. */
const measure = (page: Page) =>
  page.evaluate(
    ([row, figure, name]) => {
      const overview = document.querySelector('section[aria-label="Account"]')
      const shownName = overview?.querySelector('h2, p')
      if (shownName) shownName.textContent = name ?? ''
      const boxOf = (element: Element | null | undefined) => element?.getBoundingClientRect()
      const banner = document.querySelector('[aria-live="polite"] > section[aria-label]')
      return {
        row: (boxOf(document.querySelector(row ?? ''))?.top ?? Infinity) + window.scrollY,
        figure: boxOf(document.querySelector(figure ?? ''))?.top ?? 0,
        menuEnd: boxOf(document.querySelector('nav[aria-label="Main"]'))?.bottom ?? Infinity,
        account: boxOf(overview)?.height ?? 0,
        banner: boxOf(banner)?.height ?? 0,
        width: document.documentElement.scrollWidth,
      }
    },
    [firstRow, firstFigure, longName],
  )

/** The words of the first rows that are broken between two lines. Addresses of e-mail and long file names may be. */
const brokenWords = (page: Page) =>
  page.evaluate(() => {
    const found: string[] = []
    for (const row of [...document.querySelectorAll('main tbody tr')].slice(0, 10)) {
      const texts = document.createTreeWalker(row, NodeFilter.SHOW_TEXT)
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        for (const word of (text.textContent ?? '').matchAll(/[\p{L}\d.,]{2,24}/gu)) {
          const range = document.createRange()
          range.setStart(text, word.index)
          range.setEnd(text, word.index + word[0].length)
          const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
          if (lines.size > 1 && !/@|\.\w/.test(text.textContent ?? '')) found.push(word[0])
        }
      }
    }
    return found
  })

const walks = [
  ['donor', 'rathbones'],
  ['super', 'npt'],
  ['editor', 'npt'],
  ['advisor', 'npt'],
] as const satisfies (readonly [Role, PayingClient])[]

/** They see the lists of the roles above, with fewer commands. */
const longWalks = [
  ['donor', 'npt'],
  ['viewer', 'npt'],
  ['service', 'npt'],
  ['auditor', 'rathbones'],
  ['advisor', 'rathbones'],
] as const satisfies (readonly [Role, PayingClient])[]

for (const [role, client, isUsual] of [
  ...walks.map(walk => [...walk, true] as const),
  ...longWalks.map(walk => [...walk, false] as const),
]) {
  test(
    `the lists of ${role} at ${client} begin in the first screen, on a phone in the second`,
    longUnless(isUsual),
    async ({ signInAs }) => {
      test.setTimeout(180_000)
      // The demonstration has neither.
      if (role === 'super' || role === 'auditor')
        await Promise.all([makeFindingAt(client), makeChangeAt(client, longName)])
      const page = await signInAs(role, client, { viewport: { width: 1440, height: 900 } })
      const basket = {
        basketId: randomUUID(),
        source: 'selection',
        fileName: null,
        startedByName: 'Ada Winslow',
      }
      const open = { ...basket, createdAt: '2026-01-05T12:00:00Z', rows: 3, totalMinor: '75000' }
      await page.route(/\/grant-drafts$/, route => route.fulfill({ json: { data: [], baskets: [open] } }))
      for (const path of addressesOf(role, client)) {
        await page.setViewportSize({ width: 1440, height: 900 })
        await page.goto(path)
        await expect(page.locator(firstRow).first(), path).toBeVisible()
        await expect(page.getByRole('region', { name: 'Giving Season Deadlines' })).toBeVisible()
        await page.waitForLoadState('networkidle')
        const wide = await measure(page)
        expect.soft(wide.row, `${path}: first row`).toBeLessThanOrEqual(420)
        expect.soft(wide.figure, `${path}: first figure`).toBeLessThanOrEqual(300)
        expect.soft(wide.menuEnd, `${path}: logo and menu`).toBeLessThanOrEqual(112)
        expect.soft(wide.account, `${path}: account line`).toBeLessThanOrEqual(48)
        expect.soft(wide.banner, `${path}: banner`).toBeLessThanOrEqual(41)
        await page.setViewportSize({ width: 768, height: 1024 })
        expect.soft(await brokenWords(page), `${path}: broken words at 768 px`).toEqual([])
        await page.setViewportSize({ width: 360, height: 740 })
        const narrow = await measure(page)
        expect.soft(narrow.row, `${path}: first row on a phone`).toBeLessThanOrEqual(1.5 * 740)
        expect.soft(narrow.width, `${path}: width on a phone`).toBe(360)
      }
    },
  )
}

test('the dashboard of staff says what is due today, in its first figures', async ({ signInAs }) => {
  const page = await signInAs('auditor', 'npt', {
    at: '/super-user-dashboard',
    viewport: { width: 1440, height: 900 },
  })
  const due = page.getByRole('region', { name: 'Due today' })
  await expect(due.getByRole('definition').first()).toHaveText(/^\d+ (due by today|overdue)/)
  expect((await due.boundingBox())?.y).toBeLessThanOrEqual(300)
  await due.getByRole('link', { name: 'To pay' }).click()
  await expect(page.getByRole('table', { name: 'Grants to pay, oldest first' })).toBeVisible()
})

test('staff’s pages stand in a rail beside the page, and below it in one line', async ({ signInAs }) => {
  const page = await signInAs('super', 'npt', {
    at: '/super-user-dashboard/grants',
    viewport: { width: 1440, height: 900 },
  })
  await expect(page.getByRole('main').locator('tbody tr').first()).toBeVisible()
  const rail = page.getByRole('navigation', { name: 'Super User Dashboard' })
  const box = await rail.boundingBox()
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThan((await page.locator('h1').boundingBox())?.x ?? 0)
  await expect(rail.getByRole('link', { name: /^To approve \d+$/ })).toHaveAttribute('aria-current', 'page')
  await pressByKeyboard(page, rail.getByRole('link', { name: 'Payments' }))
  await expect(page.getByRole('heading', { level: 1, name: 'Payments' })).toBeFocused()
  await expect(rail.getByRole('link', { name: 'Payments' })).toHaveAttribute('aria-current', 'page')

  // Below that width it is one line, which scrolls by itself, to the current page once its counts are there.
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/super-user-dashboard/register-changes')
  await expect(rail.getByRole('link', { name: /^To approve \d+$/ })).toBeAttached()
  const current = rail.getByRole('link', { name: /^Register Changes/ })
  await expect
    .poll(async () => {
      const at = await current.boundingBox()
      return at !== null && at.x >= 0 && at.x + at.width <= 360
    })
    .toBe(true)
  expect((await rail.boundingBox())?.height).toBeLessThanOrEqual(48)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
})

test('a line of pages on a phone begins with the current one in sight', async ({ signInAs }) => {
  const page = await signInAs('donor', 'npt', {
    at: '/update-account/legacy-plan',
    viewport: { width: 360, height: 740 },
  })
  const current = page.locator('main nav [aria-current="page"]')
  await expect(current).toHaveText('Legacy Plan')
  const box = await current.boundingBox()
  expect(box?.x ?? -1).toBeGreaterThanOrEqual(0)
  expect((box?.x ?? 0) + (box?.width ?? Infinity)).toBeLessThanOrEqual(360)
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
})
