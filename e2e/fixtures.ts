import {
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Page,
} from '@playwright/test'
import type { DemoUser } from '../src/demo/people/demo-users.ts'
import { axeViolations } from './axe.ts'
import { createPagePool, type PagePool } from './page-pool.ts'
import { signInWithoutScreens } from './people/sign-in.ts'

export type Role = DemoUser
/** Two demonstration clients that differ in country, currency and appearance. */
export const clientNames = ['npt', 'rathbones'] as const
export type ClientName = (typeof clientNames)[number]
/** The clients at which a test pays: one for each format of a bank’s files. */
export type PayingClient = ClientName | 'nptuk'
/** The clients at which a test creates people and funds: each has a realm and a book of its name. */
export type OwnBookClient = PayingClient | 'tolleson'
/** The client with two books; its people are those of another client’s realm. */
export type TwoBookClient = 'npttransatlantic'
/** Every client that a test visits: the last ones are banks whose settings differ most from the others. */
export type AnyClient = OwnBookClient | TwoBookClient | 'nptukusd' | 'ubs' | 'cazenove'

/** Chromium resolves every name under localhost to this machine. */
export const originOf = (client: AnyClient): string =>
  `http://${client}.localhost:${process.env.ALMONER_E2E_PORT}`

export type SignInOptions = BrowserContextOptions & {
  /** The path of the screen to open; home by default. */
  at?: string
  /** Whether the test gets its own session, because it ends it. */
  isOwnSession?: boolean
}

export type Fixtures = {
  /** Opens a screen in a browser context of its own, signed in at the client with this role. */
  signInAs: (role: Role, client: PayingClient, options?: SignInOptions) => Promise<Page>
  /** Opens a screen in a browser context of its own, signed in at the client as a person that the test created. */
  signInPerson: (client: AnyClient, person: Person, options?: SignInOptions) => Promise<Page>
  /** Opens a screen in a browser context of its own as a visitor at the client. */
  visit: (client: AnyClient, options?: SignInOptions) => Promise<Page>
  /** A page at no screen yet, with which the other fixtures begin. */
  openPage: (client: AnyClient, options?: SignInOptions) => Promise<Page>
  /** Console errors that the test causes on purpose; any other error fails it. */
  expectedErrors: RegExp[]
  watch: (context: BrowserContext) => void
}
type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>
type StoredSession = { cookies: Cookies; sinceMs: number }
type WorkerFixtures = { storedSessions: Map<string, StoredSession>; pagePool: PagePool }
type Person = { userId: string; password?: string }

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

  pagePool: [
    async ({ browser }, use) => {
      const pool = createPagePool(browser)
      await use(pool)
      await pool.close()
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

  openPage: async ({ pagePool, watch }, use) => {
    const opened: Page[] = []
    await use(async (client, { at: _at, isOwnSession: _own, ...options } = {}) => {
      const page = await pagePool.take(originOf(client), options)
      opened.push(page)
      watch(page.context())
      return page
    })
    await Promise.all(opened.map(page => pagePool.giveBack(page)))
  },

  visit: async ({ openPage }, use) => {
    await use(async (client, options = {}) => {
      const page = await openPage(client, options)
      await page.goto(options.at ?? '/')
      // A link of the frame would be replaced while a test looks at it.
      await page.locator('.frame').waitFor({ state: 'detached' })
      return page
    })
  },

  signInPerson: async ({ openPage }, use) => {
    await use(async (client, { userId, password }, options = {}) => {
      const page = await openPage(client, options)
      await signInWithoutScreens(page, userId, password)
      await openSignedIn(page, options.at)
      return page
    })
  },

  signInAs: async ({ openPage, signInPerson, storedSessions }, use) => {
    const opened: { key: string; context: BrowserContext }[] = []
    await use(async (role, client, options = {}) => {
      if (options.isOwnSession)
        return await signInPerson(client, { userId: `${role}@${client}.example` }, options)
      const key = `${role} ${client}`
      const stored = storedSessions.get(key)
      if (stored && Date.now() - stored.sinceMs < reuseMs) {
        const page = await openPage(client, {
          ...options,
          storageState: { cookies: stored.cookies, origins: [] },
        })
        opened.push({ key, context: page.context() })
        await openSignedIn(page, options.at)
        return page
      }
      const page = await signInPerson(client, { userId: `${role}@${client}.example` }, options)
      storedSessions.set(key, { cookies: await page.context().cookies(), sinceMs: Date.now() })
      opened.push({ key, context: page.context() })
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

/** Waits until the tab has its token, so that the test can send authenticated requests. */
async function openSignedIn(page: Page, at = '/'): Promise<void> {
  await page.goto(at)
  await page.waitForFunction(() => sessionStorage.getItem('almoner-auth-token') !== null)
}

const sessionOf = (cookies: Cookies) => cookies.find(({ name }) => name.endsWith('almoner-session'))?.value

export { expect }

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
  const found = (await axeViolations(page)).map(({ id, help, nodes }) => ({
    id,
    help,
    nodes: nodes.map(node => `${node.target.join(' ')}: ${node.failureSummary}`),
  }))
  expect(found, `axe violations on ${page.url()}`).toEqual([])
}
