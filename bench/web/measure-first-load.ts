import type { BrowserContext, Page } from '@playwright/test'

export type FirstLoad = {
  lcpMs: number
  /** What the largest paint was: its tag and the beginning of its text. */
  lcpElement: string
  firstPaintMs: number
  /** All shifts of the load added up, whenever they came: never less than the score that browsers report. */
  cls: number
  requests: number
  /** As they came over the wire, compressed and with headers. */
  bytes: number
}

const bitsPerSecond = (megabits: number) => (megabits * 1_000_000) / 8

/** Written down by the page itself, from its first moment on. */
const watch = `(() => {
  const seen = globalThis.firstLoad = { lcpMs: 0, lcpElement: '', cls: 0 }
  new PerformanceObserver(list => {
    for (const { startTime, element } of list.getEntries()) {
      seen.lcpMs = startTime
      seen.lcpElement = element ? element.tagName.toLowerCase() + ' ' + (element.textContent ?? '').slice(0, 40) : 'gone'
    }
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver(list => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) seen.cls += value
  }).observe({ type: 'layout-shift', buffered: true })
})()`

/** Opens Home in a context that has cached nothing, slowed down, and waits until nothing comes any more. */
export async function measureFirstLoad(context: BrowserContext, heading: RegExp): Promise<FirstLoad> {
  const page = await context.newPage()
  const wire = await rateLimit(page)
  await page.addInitScript(watch)
  await page.goto('/')
  await page.getByRole('heading', { level: 1, name: heading }).waitFor()
  await page.waitForLoadState('networkidle')
  // What shifts or grows late comes with the last answers.
  await page.waitForTimeout(1000)
  const seen = await page.evaluate<Pick<FirstLoad, 'lcpMs' | 'lcpElement' | 'cls'>>('firstLoad')
  const firstPaintMs = await page.evaluate<number>(
    `performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN`,
  )
  return { ...seen, firstPaintMs, ...wire() }
}

async function rateLimit(page: Page): Promise<() => { requests: number; bytes: number }> {
  const devtools = await page.context().newCDPSession(page)
  const wire = { requests: 0, bytes: 0 }
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
    wire.requests += 1
    wire.bytes += encodedDataLength
  })
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: bitsPerSecond(1.6),
    uploadThroughput: bitsPerSecond(0.75),
  })
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  return () => ({ ...wire })
}
