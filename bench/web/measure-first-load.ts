import type { BrowserContext, Page } from '@playwright/test'
import { usually } from '../sizes.ts'

export type FirstLoad = {
  lcpMs: number
  /** The element of the largest paint: its tag and the start of its text. */
  lcpElement: string
  firstPaintMs: number
  /** The sum of all layout shifts, which is never less than the score that browsers report. */
  cls: number
  requests: number
  /** Bytes over the network, compressed and with headers. */
  bytes: number
}

const bitsPerSecond = (megabits: number) => (megabits * 1_000_000) / 8

/** Runs in the page before its own scripts and records paints and layout shifts. */
const observerScript = `(() => {
  const load = globalThis.firstLoad = { lcpMs: 0, lcpElement: '', cls: 0 }
  new PerformanceObserver(list => {
    for (const { startTime, element } of list.getEntries()) {
      load.lcpMs = startTime
      load.lcpElement = element ? element.tagName.toLowerCase() + ' ' + (element.textContent ?? '').slice(0, 40) : 'gone'
    }
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver(list => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) load.cls += value
  }).observe({ type: 'layout-shift', buffered: true })
})()`

/** Opens a screen in a context with an empty cache and a throttled network and CPU, and waits until everything is shown. */
export async function measureFirstLoad(
  context: BrowserContext,
  heading: RegExp,
  path = '/',
): Promise<FirstLoad> {
  const page = await context.newPage()
  const traffic = await throttleNetwork(page)
  await page.addInitScript(observerScript)
  await page.goto(path)
  // Looking for the heading any earlier would take a tenth of the slowed processor.
  await page.waitForLoadState('networkidle')
  await page.getByRole('heading', { level: 1, name: heading }).waitFor()
  // Late layout shifts and paints follow the last responses.
  await page.waitForTimeout(usually(2000, 100))
  const load = await page.evaluate<Pick<FirstLoad, 'lcpMs' | 'lcpElement' | 'cls'>>('firstLoad')
  const firstPaintMs = await page.evaluate<number>(
    `performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN`,
  )
  return { ...load, firstPaintMs, ...traffic() }
}

/** A phone on a slow network. Returns a function that tells the traffic since then. */
export async function throttleNetwork(page: Page): Promise<() => { requests: number; bytes: number }> {
  const devtools = await page.context().newCDPSession(page)
  const traffic = { requests: 0, bytes: 0 }
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
    traffic.requests += 1
    traffic.bytes += encodedDataLength
  })
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: usually(150, 1),
    downloadThroughput: bitsPerSecond(usually(1.6, 100)),
    uploadThroughput: bitsPerSecond(usually(0.75, 100)),
  })
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: usually(4, 1) })
  return () => ({ ...traffic })
}
