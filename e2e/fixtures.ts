import { AxeBuilder } from '@axe-core/playwright'
import {
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Page,
} from '@playwright/test'
import type { DemoUser } from '../src/demo/people/demo-users.ts'
import { landingHeading, signInBy } from './people/sign-in.ts'

export type Role = DemoUser
/** Two demonstration clients that differ in country, currency and appearance. */
export const clientNames = ['npt', 'rathbones'] as const
export type ClientName = (typeof clientNames)[number]
/** The client with two books; its people are those of another client’s realm. */
export type TwoBookClient = 'npttransatlantic'

/** Chromium resolves every name under localhost to this machine. */
export const originOf = (client: ClientName | TwoBookClient): string =>
  `http://${client}.localhost:${process.env.ALMONER_E2E_PORT}`

export type SignInOptions = BrowserContextOptions & {
  /** The path of the screen to open; home by default. */
  at?: string
  /** Whether the test gets its own session, because it ends it. */
  isOwnSession?: boolean
}

type Fixtures = {
  /** Opens a screen in a new browser context, signed in at the client with this role. */
  signInAs: (role: Role, client: ClientName, options?: SignInOptions) => Promise<Page>
  /** Opens a screen in a new browser context as a visitor at the client. */
  visit: (client: ClientName | TwoBookClient, options?: SignInOptions) => Promise<Page>
  /** Console errors that the test causes on purpose; any other error fails it. */
  expectedErrors: RegExp[]
  watch: (context: BrowserContext) => void
}
type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>
type StoredSession = { cookies: Cookies; sinceMs: number }
type WorkerFixtures = { storedSessions: Map<string, StoredSession> }

/** Shorter than the five minutes after which payments and factor changes require a step-up (docs/decisions/0015-step-up.md). */
const reuseMs = 200_000

/** Later tests of a worker reuse a person's session cookie: each new context obtains its own token from it (§11). */
export const test = base.extend<Fixtures, WorkerFixtures>({
  storedSessions: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern that nothing else is needed
    async ({}, use) => {
      await use(new Map())
    },
    { scope: 'worker' },
  ],

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern that nothing else is needed
  expectedErrors: async ({}, use) => {
    await use([])
  },

  watch: [
    async ({ expectedErrors }, use) => {
      const errors: string[] = []
      await use(context => {
        context.on('console', message => {
          if (message.type() === 'error') errors.push(`${message.text()} (${message.location().url})`)
        })
        context.on('weberror', thrown => errors.push(thrown.error().stack ?? thrown.error().message))
      })
      const unexpected = errors.filter(text => !expectedErrors.some(expected => expected.test(text)))
      expect(unexpected, 'console errors of the browser').toEqual([])
    },
    { auto: true },
  ],

  context: async ({ context, watch }, use) => {
    watch(context)
    await use(context)
  },

  visit: async ({ browser, watch }, use) => {
    const opened: BrowserContext[] = []
    await use(async (client, { at = '/', isOwnSession: _own, ...options } = {}) => {
      const context = await browser.newContext({ ...options, baseURL: originOf(client) })
      opened.push(context)
      watch(context)
      const page = await context.newPage()
      await page.goto(at)
      return page
    })
    await Promise.all(opened.map(context => context.close()))
  },

  signInAs: async ({ visit, storedSessions }, use) => {
    const opened: { key: string; context: BrowserContext }[] = []
    await use(async (role, client, { at = '/', isOwnSession = false, ...options } = {}) => {
      const key = `${role} ${client}`
      const stored = isOwnSession ? undefined : storedSessions.get(key)
      if (stored && Date.now() - stored.sinceMs < reuseMs) {
        const page = await visit(client, {
          ...options,
          storageState: { cookies: stored.cookies, origins: [] },
          at,
        })
        opened.push({ key, context: page.context() })
        // Wait until the tab has its token, so that the test can send authenticated requests.
        await page.waitForFunction(() => sessionStorage.getItem('almoner-auth-token') !== null)
        return page
      }
      const page = await visit(client, { ...options, at: '/api/sign-in/start' })
      await signInBy(page, `${role}@${client}.example`)
      await expect(landingHeading(page)).toBeVisible()
      if (!isOwnSession)
        storedSessions.set(key, { cookies: await page.context().cookies(), sinceMs: Date.now() })
      if (!isOwnSession) opened.push({ key, context: page.context() })
      if (at !== new URL(page.url()).pathname) await page.goto(at)
      return page
    })
    // A step-up replaces the cookie's secret; a test may have closed its context.
    for (const { key, context } of opened) {
      const stored = storedSessions.get(key)
      const cookies = await context.cookies().catch(() => [])
      if (stored && sessionOf(cookies) !== undefined && sessionOf(cookies) !== sessionOf(stored.cookies))
        storedSessions.set(key, { ...stored, cookies })
    }
  },
})

const sessionOf = (cookies: Cookies) => cookies.find(({ name }) => name.endsWith('almoner-session'))?.value

export { expect }

/** WCAG 2.2 AA and axe's best practices. */
export const wcagTags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] as const

export async function expectNoAxeFindings(page: Page): Promise<void> {
  // An element that is still fading in does not have its final contrast.
  await page.evaluate(async () => {
    const passing = document
      .getAnimations()
      .filter(animation => animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
    await Promise.allSettled(passing.map(animation => animation.finished))
    // Scroll up, so that the sticky menu covers nothing that axe measures.
    window.scrollTo({ top: 0, behavior: 'instant' })
  })
  // Legacy mode skips the extra page that collects results from frames. There are no frames, and it halves the time.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode(true)
    .options({ resultTypes: ['violations'] })
    .withTags([...wcagTags])
    .analyze()
  const found = violations.map(({ id, help, nodes }) => ({
    id,
    help,
    nodes: nodes.map(node => `${node.target.join(' ')}: ${node.failureSummary}`),
  }))
  expect(found, `axe violations on ${page.url()}`).toEqual([])
}
