import { fileURLToPath } from 'node:url'
import { expect, test } from '@playwright/test'
import { clients } from '../../src/clients/clients.ts'
import {
  builtScreenPaths,
  hasScreen,
  isScreenPath,
  type Screen,
  type ScreenPath,
  screenPathOf,
  screens,
} from '../../src/contract/screens.ts'
import { demoPeople } from '../../src/demo/people/demo-users.ts'
import { verdict } from '../../src/web/routing/guards.ts'
import { checkPage, settled } from './check-page.ts'
import { pairwiseChecks, type Viewport, wholeMatrix } from './pairwise.ts'
import { addressOf, handleCallback, type PersonaAtClient } from './persona.ts'

// Every screen that is built × every client × everybody, light and dark, narrow and wide. `npm test` sees a sample of it that
// has every pair; `npm run test:pages` sees it whole and keeps the pictures.

const isWhole = process.env.ALMONER_PAGE_CHECKS === 'whole'
const pictures = fileURLToPath(new URL('../../reports/houses/', import.meta.url))
const axes = {
  routes: builtScreenPaths,
  clients: Object.keys(clients),
  visitors: ['signed-out', ...Object.keys(demoPeople)],
}

for (const { client, visitor, stops } of isWhole ? wholeMatrix(axes) : pairwiseChecks(axes)) {
  test(`§2.1 at ${client} ${visitor} opens every screen, or is led where its guard says: clean for axe, quiet, within its width`, async ({
    browser,
  }) => {
    test.setTimeout(isWhole ? 1_800_000 : 480_000)
    const about = await handleCallback(browser, { client, visitor })
    const findings: string[] = []
    let looks = 0
    for (const { route, viewports } of stops) {
      const picture = ({ scheme, widthPx }: Viewport) =>
        isWhole ? `${pictures}${client}/${visitor}/${fileNameOf(route)}.${widthPx}.${scheme}.jpg` : null
      const seen = await see(about, route, viewports, picture)
      looks += seen.looks
      findings.push(...seen.wrong.map(what => `${route}: ${what}`))
    }
    test.info().annotations.push({ type: 'looks', description: String(looks) })
    test.info().annotations.push({ type: 'addresses', description: String(stops.length) })
    await about.page.context().close()
    expect(findings).toEqual([])
  })
}

const fileNameOf = (route: string) => route.slice(1).replaceAll('/', '.').replaceAll('$', '') || 'home'

/** Opens one address and looks at the screen in each sight. What cannot be opened at all is a finding among the others. */
async function see(
  about: PersonaAtClient,
  route: string,
  viewports: readonly Viewport[],
  picture: (viewport: Viewport) => string | null,
): Promise<{ looks: number; wrong: string[] }> {
  const wrong: string[] = []
  let looks = 0
  try {
    if (!isScreenPath(route)) throw new Error('no screen has this address')
    const { isSeen, ...opened } = await open(about, route, viewports[0])
    wrong.push(...opened.wrong)
    for (const [at, viewport] of isSeen ? viewports.entries() : []) {
      const isSeenSoWide = viewports.slice(0, at).some(({ widthPx }) => widthPx === viewport.widthPx)
      wrong.push(
        ...(await checkPage(about.page, viewport, {
          picture: picture(viewport),
          coloursAlone: isSeenSoWide,
        })),
      )
      looks += 1
    }
  } catch (error) {
    wrong.push(error instanceof Error ? error.message : String(error))
  }
  return { looks, wrong: [...wrong, ...about.complaints()] }
}

type Opened = { isSeen: boolean; wrong: string[] }

/**
 * Opens the address and says in what it is not where the table's own verdict leads. `isSeen`: whether it is the screen itself;
 * what a visitor is led to instead is a screen of its own row, and is looked at there.
 */
async function open(
  about: PersonaAtClient,
  route: ScreenPath,
  viewport: Viewport | undefined,
): Promise<Opened> {
  const row: Screen = screens[route]
  const { page, clientSettings, session, origin } = about
  const decided = verdict(row, session, clientSettings)
  const isThere = hasScreen(route, clientSettings)
  const address = await addressOf(route, about, decided === 'open' && isThere)
  about.complaints()
  if (viewport) await page.setViewportSize({ width: viewport.widthPx, height: 900 })
  if (typeof decided === 'object') return { isSeen: false, wrong: await leavesFor(about, address, decided) }
  // The end of a sign-in leads on at once; held here, it is seen as whoever waits there sees it.
  if (route === '/sso') await page.route('**/api/User/ValidateSsoId', () => undefined)
  const answer = await page.goto(route === '/sso' ? '/sso?code=none&state=none' : address)
  const wrong: string[] = []
  const expected = screenPathOf(address, clientSettings) === null ? 404 : 200
  if (answer?.status() !== expected) wrong.push(`answered ${answer?.status()} instead of ${expected}`)
  if (expected === 404) dropExpected(about, wrong)
  await settled(page)
  const isScreen = decided === 'open' && isThere
  const there = { open: address, denied: '/403', 'sign-in': '/sign-in', 'change-email': '/my-profile/email' }
  await page
    .waitForURL(url => url.pathname === there[decided], { timeout: 10_000 })
    .catch(() => wrong.push(`led to ${page.url().replace(origin, '')} instead of ${there[decided]}`))
  await settled(page)
  wrong.push(...wrongTitle(await page.title(), route, isScreen, decided, { row, about }))
  return { isSeen: isScreen, wrong }
}

/** Chromium writes to its console that a page came with status 404; anything else it wrote stays wrong. */
function dropExpected(about: PersonaAtClient, wrong: string[]): void {
  wrong.push(...about.complaints().filter(text => !/status of 404/.test(text)))
}

/**
 * A document of the portal's own is asked for; a site of somebody else's is not. Either way a page stands in for it: what a browser
 * makes of a PDF, a view or a download, may keep its tab from closing.
 */
async function leavesFor(
  { page, origin }: PersonaAtClient,
  address: string,
  to: { elsewhere: string },
): Promise<string[]> {
  const there = new URL(to.elsewhere, origin)
  const tab = await page.context().newPage()
  await tab.route(there.href, route => route.fulfill({ contentType: 'text/html', body: '<h1>There</h1>' }))
  await tab.goto(address, { waitUntil: 'commit' })
  const isThere = await tab.waitForURL(there.href, { timeout: 15_000 }).then(
    () => true,
    () => false,
  )
  await tab.close()
  if (!isThere) return [`did not lead to ${there.href}`]
  if (there.origin !== origin) return []
  const status = await page.evaluate(async href => (await fetch(href)).status, there.href)
  return status === 200 ? [] : [`${there.href} answered ${status}`]
}

/** Home bears the client's name to whoever is not signed in; a screen about one thing may name that besides. */
function wrongTitle(
  title: string,
  route: string,
  isScreen: boolean,
  decided: 'open' | 'denied' | 'sign-in' | 'change-email',
  { row, about: { clientSettings, session } }: { row: Screen; about: PersonaAtClient },
): string[] {
  const titles = {
    open: row.title,
    denied: 'Permission Denied',
    'sign-in': 'Log In',
    'change-email': 'E-mail',
  }
  const isVisitorHome = route === '/' && session.state === 'signed-out'
  const expected = !isScreen && decided === 'open' ? 'Permission Denied' : titles[decided]
  const isRight = title.includes(isVisitorHome ? clientSettings.displayName : expected)
  return isRight ? [] : [`the title is "${title}" instead of "${expected}"`]
}
