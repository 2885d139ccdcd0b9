import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { IsoDate } from '../domain/dates.ts'
import { StatementSummary } from '../features/fund-activity/statement/StatementSummary.tsx'
import { VisitorHome } from '../features/home/VisitorHome.tsx'
import { contextOfPage } from '../testing/screens/client-context.ts'
import { published } from '../testing/screens/managed-screen.tsx'
import { queryClient } from '../web/api/query.ts'
import { adoptClientContext } from '../web/client-context/client-context.ts'
import { Footer } from '../web/shell/Footer.tsx'
import { Logo } from '../web/shell/Logo.tsx'
import { npt } from './configuration/npt.ts'
import '../web/styles.ts'

// Client settings that change only the page, tested with values that none of the ten clients has.

const { clientSettings } = contextOfPage(npt, {
  displayName: 'Orchard Giving',
  tagline: 'Sow, then reap',
  logoWidthDesktopPx: 480,
  logoWidthMobilePx: 52,
  support: {
    ...npt.support,
    phone: '(215) 555-0177',
    email: 'help@orchard.example',
    address: ['1 Mill Lane'],
  },
  footer: {
    disclaimer: 'Apples are not refundable.',
    resources: [{ title: 'Harvest report', href: '/faq' }],
  },
  resourcesFor: 'permission',
  demonstration: false,
})

const wear = (settings: Partial<typeof clientSettings>) =>
  adoptClientContext(contextOfPage(npt, { ...clientSettings, ...settings }))

const show = (screen: ReactNode) => {
  const root = createRootRoute({ component: () => screen })
  const router = createRouter({ routeTree: root, history: createMemoryHistory({ initialEntries: ['/'] }) })
  return render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
}

beforeEach(() => {
  queryClient.clear()
  // Managed content is unavailable: the page works without it.
  vi.spyOn(window, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'))
  wear({})
})

const shell = { ...clientSettings, name: 'npt' }

test('logoWidthDesktopPx and logoWidthMobilePx set the width of the logo', async () => {
  document.documentElement.dataset.client = 'npt'
  const widthPx = (selector: string) => document.querySelector(selector)?.getBoundingClientRect().width
  await page.viewport(1440, 900)
  const screen = await show(<Logo client={shell} />)
  await expect.element(screen.getByRole('link')).toBeVisible()
  expect(widthPx('a')).toBe(480)
  await page.viewport(390, 800)
  expect(widthPx('a > span:has(svg)')).toBe(52)
})

test('displayName and tagline appear in the logo, and the name on home', async () => {
  const screen = await show(
    <>
      <Logo client={shell} />
      <VisitorHome session={{ state: 'signed-out' }} />
    </>,
  )
  await expect
    .element(screen.getByRole('link', { name: 'Orchard Giving Sow, then reap, home' }))
    .toBeVisible()
  await expect.element(screen.getByRole('heading', { name: 'Welcome to Orchard Giving' })).toBeVisible()
})

const deadline = (on: string) => ({ name: `d-${on}`, gift: `Gifts for ${on}`, on: on as IsoDate, note: [] })

test('home words the visitor’s home, and shows the picture, else the logo’s motif, else how a fund works', async () => {
  const homeWords = {
    headline: 'From seed to cider',
    introduction: 'Apples take time.',
    uses: [{ title: 'Count the apples', text: 'All of them.' }],
  }
  wear({ home: { ...npt.home, ...homeWords } })
  const drawn = await show(<VisitorHome session={{ state: 'signed-out' }} />)
  await expect.element(drawn.getByText('From seed to cider')).toBeVisible()
  await expect.element(drawn.getByText('Apples take time.')).toBeVisible()
  const uses = drawn.getByRole('list', { name: 'What you can do here' })
  await expect.element(uses.getByRole('heading', { level: 2, name: 'Count the apples' })).toBeVisible()
  expect(uses.getByRole('listitem').elements()).toHaveLength(1)
  expect(document.querySelector('use')?.getAttribute('href')).toBe('/picture.svg#picture')
  await drawn.unmount()
  wear({ home: { ...npt.home, picture: null } })
  const motif = await show(<VisitorHome session={{ state: 'signed-out' }} />)
  await expect.element(motif.getByRole('list', { name: 'What you can do here' })).toBeVisible()
  expect(document.querySelectorAll('svg svg').length).toBeGreaterThan(5)
  expect(motif.getByRole('heading', { name: 'How a fund works' }).elements()).toEqual([])
  await motif.unmount()
  wear({ home: { ...npt.home, picture: null }, logo: null })
  const steps = await show(<VisitorHome session={{ state: 'signed-out' }} />)
  await expect
    .element(steps.getByRole('region', { name: 'How a fund works' }).getByRole('listitem').nth(2))
    .toBeVisible()
})

test('home.arrangement composes the visitor’s home: with the next three deadlines, or whom to call first', async () => {
  await page.viewport(1440, 900)
  const answer = published({
    deadlines: ['2026-11-19', '2026-11-20', '2026-12-10', '2026-12-18', '2026-12-31'].map(deadline),
  })
  vi.spyOn(window, 'fetch').mockImplementation(async () => Response.json(answer))
  wear({ home: { ...npt.home, arrangement: 'work' }, today: '2026-11-20' as IsoDate })
  const work = await show(<VisitorHome session={{ state: 'signed-out' }} />)
  const deadlines = work.getByRole('region', { name: 'Next giving deadlines' })
  await expect.element(deadlines.getByText('Gifts for 2026-11-20')).toBeVisible()
  expect(deadlines.getByRole('listitem').elements()).toHaveLength(3)
  expect(deadlines.getByText('Gifts for 2026-11-19').elements()).toEqual([])
  await expect
    .element(deadlines.getByRole('link', { name: /^All deadlines/ }))
    .toHaveAttribute('href', '/year-end-deadlines')
  expect(work.getByText(/^Speak to/).elements()).toEqual([])
  await work.unmount()
  wear({ home: { ...npt.home, arrangement: 'concierge' } })
  const concierge = await show(<VisitorHome session={{ state: 'signed-out' }} />)
  await expect.element(concierge.getByText('Speak to Orchard Giving')).toBeVisible()
  await expect
    .element(concierge.getByRole('link', { name: '(215) 555-0177' }))
    .toHaveAttribute('href', 'tel:+12155550177')
  expect(concierge.getByRole('region', { name: 'Next giving deadlines' }).elements()).toEqual([])
})

test('support sets the phone and e-mail in the footer and help', async () => {
  const screen = await show(<VisitorHome session={{ state: 'signed-out' }} />)
  await expect.element(screen.getByText(/\(215\) 555-0177/)).toBeVisible()
  await expect
    .element(screen.getByRole('link', { name: 'help@orchard.example' }))
    .toHaveAttribute('href', 'mailto:help@orchard.example')
})

test('footer sets the disclaimer and the list of resources', async () => {
  const screen = await show(<Footer client={shell} termsTo={null} year={2026} />)
  await expect.element(screen.getByText('Apples are not refundable.')).toBeVisible()
  await expect.element(screen.getByRole('link', { name: 'Harvest report' })).toHaveAttribute('href', '/faq')
  await expect.element(screen.getByText('1 Mill Lane')).toBeVisible()
})

const summary = (
  <StatementSummary
    summary={{ endingMinor: 100n, pendingMinor: 0n, excludedMinor: 0n, availableMinor: 100n }}
    currency="USD"
    lastDay={'2026-11-20' as IsoDate}
  />
)

test('excludedAssetsPopover decides whether Excluded Assets is explained', async () => {
  const explained = await show(summary)
  const opener = () => explained.getByRole('button', { name: 'About excluded assets' })
  await expect.element(opener()).toBeVisible()
  await explained.unmount()
  wear({ excludedAssetsPopover: false })
  const bare = await show(summary)
  await expect.element(bare.getByText('Excluded assets')).toBeVisible()
  expect(bare.getByRole('button').elements()).toEqual([])
})

test('locale sets the date format', async () => {
  const american = await show(summary)
  await expect.element(american.getByText('On November 20, 2026')).toBeVisible()
  await american.unmount()
  wear({ locale: 'en-GB' })
  const british = await show(summary)
  await expect.element(british.getByText('On 20 November 2026')).toBeVisible()
})
