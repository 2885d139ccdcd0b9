import { type Browser, chromium, devices, type Page } from '@playwright/test'
import { findChromium } from '../../src/testing/chromium.ts'
import { type Bench, type Finding, median } from '../bench.ts'
import { isSmallest, usually } from '../sizes.ts'
import { throttleNetwork } from './measure-first-load.ts'
import { type Cookies, startDemonstration, startSmallPortal, type VisitedPortal } from './visited-portal.ts'

/** Screens that a donor opens from Home: by its links and a charity. Its newest activity need not have a grant. */
const screens = ['/fund-activity', '/recommend-a-grant', '/contact', '/grant-activity/']
/** The person reads Home for so long before, while it fetches what the menu offers. */
const readingMs = usually(12_000, 100)
const maxChangeMs = 600
const maxInpMs = 100
/** The median of five, independent of BENCH_ROUNDS. */
const timesPerScreen = usually(5, 1)

/** What a person waits for after a press: another screen, and a letter in the search of View Accounts, on the phone of the first load. */
export const interactionBench: Bench = {
  run: async ({ log }) => {
    const browser = await chromium.launch(await findChromium())
    let portal: VisitedPortal | null = null
    try {
      portal = isSmallest ? await startSmallPortal() : await startDemonstration(browser)
      const { origin, donor } = portal
      const findings: Finding[] = []
      for (const path of usually(screens, screens.slice(0, 1))) {
        const changes: number[] = []
        for (let time = 0; time < timesPerScreen; time++)
          changes.push(await atHome(browser, origin, donor, page => changeTo(page, path)))
        const shown = changes.map(ms => ms.toFixed(0)).join(', ')
        log(`Home to ${path}: ${shown} ms`)
        findings.push({
          what: `Home to ${path}, until its rows are shown`,
          measured: median(changes),
          unit: ' ms',
          atMost: maxChangeMs,
          detail: `${shown} ms`,
        })
      }
      const letters = await atHome(browser, origin, donor, typeInViewAccounts)
      findings.push({
        what: 'View Accounts, longest interaction (INP)',
        measured: letters,
        unit: ' ms',
        atMost: maxInpMs,
        detail: 'opening the dialog and eight letters',
      })
      return findings
    } finally {
      await browser.close()
      await portal?.stop()
    }
  },
}

async function atHome(
  browser: Browser,
  origin: string,
  cookies: Cookies,
  measure: (page: Page) => Promise<number>,
): Promise<number> {
  const { defaultBrowserType: _chromium, ...phone } = devices['Pixel 7'] ?? {}
  const context = await browser.newContext({
    ...phone,
    baseURL: origin,
    storageState: { cookies, origins: [] },
  })
  try {
    const page = await context.newPage()
    await throttleNetwork(page)
    await page.goto('/')
    await page.waitForLoadState('networkidle')
    await page.getByRole('heading', { level: 1, name: /^Welcome, / }).waitFor()
    await page.waitForTimeout(readingMs)
    return await measure(page)
  } finally {
    await context.close()
  }
}

/** From the press on the link to the first frame with the screen's heading and without a placeholder. */
async function changeTo(page: Page, path: string): Promise<number> {
  return await page.evaluate<number>(`new Promise((resolve, reject) => {
    const link = document.querySelector('a[href^="${path}"]')
    if (!link) return reject(new Error('Home has no link to ${path}'))
    const before = document.querySelector('h1')
    const from = performance.now()
    link.click()
    const look = () => {
      const heading = document.querySelector('main h1')
      const isShown = heading && heading !== before && !document.querySelector('main [data-loading]')
      if (isShown) requestAnimationFrame(() => resolve(performance.now() - from))
      else if (performance.now() - from > 20000) reject(new Error('${path} did not open'))
      else requestAnimationFrame(look)
    }
    look()
  })`)
}

/** The longest time from a press or letter to the frame that shows it, as browsers report it. Shorter than 16 ms counts as 16. */
async function typeInViewAccounts(page: Page): Promise<number> {
  await page.evaluate(`(() => {
    globalThis.longestMs = 16
    new PerformanceObserver(list => {
      for (const { duration, interactionId } of list.getEntries())
        if (interactionId) globalThis.longestMs = Math.max(globalThis.longestMs, duration)
    }).observe({ type: 'event', durationThreshold: 16, buffered: true })
  })()`)
  await tap(
    page,
    `[...document.querySelectorAll('button')].find(each => each.textContent === 'View Accounts')`,
  )
  await page.waitForSelector('[role=dialog] input')
  // Whoever has seen the field needs about a second until the finger is on it.
  await page.waitForTimeout(usually(1500, 100))
  await tap(page, `document.querySelector('[role=dialog] input')`)
  for (const letter of 'abernath') {
    await page.keyboard.press(letter)
    await page.waitForTimeout(usually(150, 20))
  }
  await page.waitForTimeout(usually(1000, 100))
  return await page.evaluate<number>('globalThis.longestMs')
}

/**
 * Touches the middle of the element that the expression finds. A locator's `tap` asks again and again for roles, names and boxes, which
 * takes the slowed processor up to 300 ms in the middle of what is measured.
 */
async function tap(page: Page, expression: string): Promise<void> {
  const { x, y } = await page.evaluate<{ x: number; y: number }>(`(() => {
    const { x, y, width, height } = (${expression}).getBoundingClientRect()
    return { x: x + width / 2, y: y + height / 2 }
  })()`)
  await page.waitForTimeout(usually(200, 20))
  await page.touchscreen.tap(x, y)
}
