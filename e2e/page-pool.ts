import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test'

/**
 * The pages that the tests of one worker have finished with. A page in a new browser context takes three times as long as another
 * address in a page that has compiled the program before, and most tests need no more than a page without a past.
 */
export type PagePool = {
  /** A page at a small file of the origin, without cookies, storage, routes or listeners of an earlier test. */
  take(origin: string, options?: BrowserContextOptions): Promise<Page>
  /** Takes the page back. One whose behaviour a test changed for good is closed instead. */
  giveBack(page: Page): Promise<void>
  close(): Promise<void>
}

/** Enough for the clients that tests visit in turn; each is a process of the browser. */
const maxIdlePages = 4

/** Served for every origin, and starts no program. */
const smallFile = '/robots.txt'

type Lent = { key: string; isChanged: boolean }

export function createPagePool(browser: Browser): PagePool {
  const idle: { key: string; page: Page }[] = []
  const lent = new Map<Page, Lent>()

  const newPage = async (options: BrowserContextOptions): Promise<Page> => {
    const page = await (await browser.newContext(options)).newPage()
    noticeLastingChanges(page, () => {
      const state = lent.get(page)
      if (state) state.isChanged = true
    })
    return page
  }

  return {
    take: async (origin, options = {}) => {
      const { viewport, reducedMotion, colorScheme, forcedColors, storageState, ...lasting } = options
      if (typeof storageState === 'string') throw new Error('a page takes cookies, not a file of them')
      const key = JSON.stringify([origin, lasting])
      const kept = idle.findLast(page => page.key === key)
      if (kept) idle.splice(idle.indexOf(kept), 1)
      const page = kept?.page ?? (await newPage({ ...lasting, baseURL: origin }))
      await page.setViewportSize(viewport ?? { width: 1280, height: 720 })
      await page.emulateMedia({
        media: null,
        // Drawing a thousand milliseconds of every fade takes an eighth of the tests’ processor time.
        reducedMotion: reducedMotion ?? 'reduce',
        colorScheme: colorScheme ?? 'light',
        forcedColors: forcedColors ?? 'none',
      })
      await page.context().addCookies(storageState?.cookies ?? [])
      lent.set(page, { key, isChanged: false })
      return page
    },

    giveBack: async page => {
      const context = page.context()
      const state = lent.get(page)
      lent.delete(page)
      const isKept = state && !state.isChanged && !page.isClosed() && (await canForget(page))
      if (!isKept) return await context.close()
      idle.push({ key: state.key, page })
      if (idle.length > maxIdlePages) await idle.shift()?.page.context().close()
    },

    close: async () => {
      await Promise.all([...lent.keys(), ...idle.map(({ page }) => page)].map(page => page.context().close()))
    },
  }
}

const contextEvents = [
  'console',
  'weberror',
  'page',
  'request',
  'response',
  'requestfinished',
  'requestfailed',
]
const pageEvents = [...contextEvents, 'dialog', 'pageerror', 'popup', 'download', 'framenavigated']

/** Removes what the test left; false where that fails, for example because a dialog is open. */
async function canForget(page: Page): Promise<boolean> {
  const context = page.context()
  try {
    for (const event of contextEvents) await context.removeAllListeners(event)
    for (const event of pageEvents) await page.removeAllListeners(event)
    await Promise.all(context.pages().map(other => (other === page ? undefined : other.close())))
    await context.unrouteAll({ behavior: 'ignoreErrors' })
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.goto(smallFile, { timeout: 5_000 })
    await page.evaluate(() => {
      localStorage.clear()
      sessionStorage.clear()
    })
    await context.clearCookies()
    return true
  } catch {
    return false
  }
}

/** Calls that Playwright offers no way to undo, or that concern more than a page. */
const lastingCalls = {
  page: ['addInitScript', 'exposeBinding', 'exposeFunction', 'setExtraHTTPHeaders'],
  context: [
    'addInitScript',
    'exposeBinding',
    'exposeFunction',
    'grantPermissions',
    'newCDPSession',
    'setExtraHTTPHeaders',
    'setGeolocation',
    'setOffline',
  ],
  clock: ['install', 'setFixedTime', 'setSystemTime', 'pauseAt'],
}

function noticeLastingChanges(page: Page, notice: () => void): void {
  const context: BrowserContext = page.context()
  for (const [target, names] of [
    [page, lastingCalls.page],
    [context, lastingCalls.context],
    [context.clock, lastingCalls.clock],
  ] as const)
    for (const name of names) {
      const call: unknown = Reflect.get(target, name)
      if (typeof call !== 'function') throw new Error(`Playwright has no ${name} any more`)
      Reflect.set(target, name, (...args: unknown[]) => {
        notice()
        return call.apply(target, args)
      })
    }
}
