import { fileURLToPath } from 'node:url'
import { hasScreen, type Screen, type ScreenPath, screenPathOf, screens } from '../../src/contract/screens.ts'
import { demoPeople } from '../../src/demo/people/demo-users.ts'
import { localEnglish } from '../../src/domain/local-english.ts'
import { checkGuard } from '../../src/web/routing/guards.ts'
import { expect, test } from '../fixtures.ts'
import { checkPage, settled, takePicture } from './check-page.ts'
import { addressOf, mayHaveObject, openAs, type PersonaAtClient } from './open-as.ts'
import { fullMatrix, pictures, sample, type Viewport } from './plan.ts'

// Opens screens at each client and checks axe, the console, the width, the title, the first Tab stop and where the guard leads.
// `npm test` runs a sample; `npm run test:pages` runs every screen × client × persona × viewport and stores screenshots.
// `npm run pictures` writes pictures of every screen, and checks their width alone.

const isFull = process.env.ALMONER_PAGE_CHECKS === 'full'
const picturesFolder = process.env.ALMONER_PICTURES
const screenshots = fileURLToPath(new URL('../../reports/pages/', import.meta.url))

const plan = () => {
  if (picturesFolder !== undefined) return pictures()
  return isFull ? fullMatrix(['signed-out', ...Object.keys(demoPeople)]) : sample()
}

for (const { client, persona, checks } of plan()) {
  test(`${persona} at ${client} finds each screen accessible, within its width and behind its guard (§2.1)`, async ({
    pagePool,
  }) => {
    test.setTimeout(isFull || picturesFolder !== undefined ? 1_800_000 : 240_000)
    const about = await openAs(pagePool, { client, persona })
    const findings: string[] = []
    let checked = 0
    for (const { path, viewports } of checks) {
      const name = fileNameOf(path)
      const check: Check = (viewport, colorsOnly) => {
        const kind = `${viewport.widthPx}.${viewport.colorScheme}.jpg`
        // The pictures of a screen stand together.
        if (picturesFolder !== undefined)
          return takePicture(about.page, viewport, `${picturesFolder}/${name}.${client}.${persona}.${kind}`)
        const screenshot = isFull ? `${screenshots}${client}/${persona}/${name}.${kind}` : null
        return checkPage(about.page, viewport, { screenshot, colorsOnly })
      }
      const screen = await checkScreen(about, path, viewports, check)
      checked += screen.checked
      findings.push(...screen.findings.map(finding => `${path}: ${finding}`))
    }
    test.info().annotations.push({ type: 'checks', description: String(checked) })
    await pagePool.giveBack(about.page)
    expect(findings).toEqual([])
  })
}

const fileNameOf = (path: string) => path.slice(1).replaceAll('/', '.').replaceAll('$', '') || 'home'

/** `colorsOnly`: the page was checked at this width in the other color scheme. */
type Check = (viewport: Viewport, colorsOnly: boolean) => Promise<string[]>

/** Opens one screen and checks it in each viewport. A screen that cannot be opened is a finding too. */
async function checkScreen(
  about: PersonaAtClient,
  path: ScreenPath,
  viewports: readonly Viewport[],
  check: Check,
): Promise<{ checked: number; findings: string[] }> {
  const findings: string[] = []
  let checked = 0
  if (!mayHaveObject(path, about)) return { checked, findings }
  try {
    const { isOpen, ...opened } = await openScreen(about, path, viewports[0])
    findings.push(...opened.findings)
    if (!isFull && !isOpen) findings.push('is not shown to this persona')
    for (const [index, viewport] of isOpen ? viewports.entries() : []) {
      const colorsOnly = viewports.slice(0, index).some(({ widthPx }) => widthPx === viewport.widthPx)
      findings.push(...(await check(viewport, colorsOnly)))
      checked += 1
    }
  } catch (error) {
    findings.push(error instanceof Error ? error.message : String(error))
  }
  return { checked, findings: [...findings, ...about.drainErrors()] }
}

/**
 * Opens the address and compares where it leads with the guard's decision. `isOpen`: the screen itself is shown. A screen that the
 * persona is redirected to is checked under its own address.
 */
async function openScreen(
  about: PersonaAtClient,
  path: ScreenPath,
  viewport: Viewport | undefined,
): Promise<{ isOpen: boolean; findings: string[] }> {
  const screen: Screen = screens[path]
  const { page, clientSettings, session, origin } = about
  const decided = checkGuard(screen, session, clientSettings)
  const exists = hasScreen(path, clientSettings)
  const address = await addressOf(path, about, decided === 'open' && exists)
  about.drainErrors()
  if (viewport) await page.setViewportSize({ width: viewport.widthPx, height: 900 })
  if (typeof decided === 'object')
    return { isOpen: false, findings: await documentFindings(about, address, decided) }
  // A finished login redirects at once. Holding its call shows the screen that people see while they wait.
  if (path === '/sso') await page.route('**/api/User/ValidateSsoId', () => undefined)
  // The same for the only document that waits for a person, who is led to it.
  if (path === '/sign-pending-document') await page.route('**/pending-documents/sign', () => undefined)
  const response = await page.goto(path === '/sso' ? '/sso?code=none&state=none' : address)
  const findings: string[] = []
  const expected = screenPathOf(address, clientSettings) === null ? 404 : 200
  if (response?.status() !== expected) findings.push(`answered ${response?.status()} instead of ${expected}`)
  if (expected === 404) dropExpected(about, findings)
  await settled(page)
  const isScreen = decided === 'open' && exists
  const addresses = {
    open: address,
    denied: '/403',
    'sign-in': '/sign-in',
    'change-email': '/my-profile/email',
  }
  await page
    .waitForURL(url => url.pathname === addresses[decided], { timeout: 10_000 })
    .catch(() => findings.push(`led to ${page.url().replace(origin, '')} instead of ${addresses[decided]}`))
  await settled(page)
  findings.push(...titleFindings(await page.title(), path, { isScreen, decided, screen, about }))
  return { isOpen: isScreen, findings }
}

/** Chromium logs that a page came with status 404; any other error stays a finding. */
function dropExpected(about: PersonaAtClient, findings: string[]): void {
  findings.push(...about.drainErrors().filter(text => !/status of 404/.test(text)))
}

/**
 * Checks an address that leads to a document or another site. A stand-in answers in its place: a PDF viewer or a download may keep
 * the tab from closing. A document of the portal's own is then requested by itself.
 */
async function documentFindings(
  { page, origin }: PersonaAtClient,
  address: string,
  { elsewhere }: { elsewhere: string },
): Promise<string[]> {
  const target = new URL(elsewhere, origin)
  const tab = await page.context().newPage()
  await tab.route(target.href, route =>
    route.fulfill({ contentType: 'text/html', body: '<h1>Document</h1>' }),
  )
  await tab.goto(address, { waitUntil: 'commit' })
  const arrived = await tab.waitForURL(target.href, { timeout: 15_000 }).then(
    () => true,
    () => false,
  )
  await tab.close()
  if (!arrived) return [`did not lead to ${target.href}`]
  if (target.origin !== origin) return []
  const status = await page.evaluate(async href => (await fetch(href)).status, target.href)
  return status === 200 ? [] : [`${target.href} answered ${status}`]
}

/** Every title ends with the client's name, which is all of it on a visitor's home. A screen about one object may name that too. */
function titleFindings(
  title: string,
  path: ScreenPath,
  {
    isScreen,
    decided,
    screen,
    about: { clientSettings, session },
  }: {
    isScreen: boolean
    decided: 'open' | 'denied' | 'sign-in' | 'change-email'
    screen: Screen
    about: PersonaAtClient
  },
): string[] {
  const titles = {
    open: localEnglish(screen.title, clientSettings.locale),
    denied: 'Permission Denied',
    'sign-in': 'Log In',
    'change-email': 'E-mail',
  }
  const isVisitorHome = path === '/' && session.state === 'signed-out'
  const expected = !isScreen && decided === 'open' ? 'Permission Denied' : titles[decided]
  // The requirements write the title of the advisor's dashboard as a name, its page in title case.
  const hasExpected = title.toLowerCase().includes(expected.toLowerCase())
  const isRight = title.endsWith(clientSettings.displayName) && (isVisitorHome || hasExpected)
  return isRight ? [] : [`the title is "${title}" instead of "${expected}"`]
}
