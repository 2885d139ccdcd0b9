import { type Browser, type BrowserContext, chromium, devices } from '@playwright/test'
import { findChromium } from '../../src/testing/chromium.ts'
import { startSpawnedServer } from '../../src/testing/temporary/spawned-server.ts'
import { type Bench, type Finding, median } from '../bench.ts'
import { type FirstLoad, measureFirstLoad } from './measure-first-load.ts'

const lcpAtMostMs = 2000
const clsAtMost = 0.02
/** A median of five, whatever the other benches do. */
const loadsEach = 5

type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>

/** Home as a telephone in the country sees it first: nothing in its cache, the processor a quarter as fast, 1.6 Mbit/s, 150 ms. */
export const firstLoadBench: Bench = {
  name: 'first-load',
  run: async ({ log }) => {
    const portal = await startSpawnedServer('bench-web')
    const origin = portal.originOf('npt')
    const browser = await chromium.launch(await findChromium())
    try {
      const donor = await signIn(browser, origin)
      const loads: Record<'signed out' | 'signed in', FirstLoad[]> = { 'signed out': [], 'signed in': [] }
      // The first one is for the program and the browser, which have done nothing yet.
      for (let load = -1; load < loadsEach; load++) {
        for (const [who, cookies] of [
          ['signed out', []],
          ['signed in', donor],
        ] as const) {
          const measured = await inFreshBrowser(browser, origin, [...cookies])
          if (load < 0) continue
          loads[who].push(measured)
          log(
            `${who} ${load + 1}: LCP ${measured.lcpMs.toFixed(0)} ms (${measured.lcpElement}), CLS ${measured.cls.toFixed(4)}`,
          )
        }
      }
      return Object.entries(loads).flatMap(([who, all]) => findingsOf(who, all))
    } finally {
      await browser.close()
      await portal.stop()
    }
  },
}

async function inFreshBrowser(browser: Browser, origin: string, cookies: Cookies): Promise<FirstLoad> {
  const { defaultBrowserType: _chromium, ...telephone } = devices['Pixel 7'] ?? {}
  const context = await browser.newContext({
    ...telephone,
    baseURL: origin,
    storageState: { cookies, origins: [] },
  })
  try {
    const isIn = cookies.length > 0
    return await measureFirstLoad(context, isIn ? /^Welcome, / : /^Welcome to /)
  } finally {
    await context.close()
  }
}

async function signIn(browser: Browser, origin: string): Promise<Cookies> {
  const context = await browser.newContext({ baseURL: origin })
  const page = await context.newPage()
  await page.goto('/api/sign-in/start')
  await page.getByLabel('User ID').fill('donor@npt.example')
  const password = page.getByLabel('Password', { exact: true })
  await password.fill('almoner-demo-2026')
  await password.press('Enter')
  await page.getByRole('heading', { level: 1, name: /^Welcome, / }).waitFor()
  const cookies = await context.cookies()
  await context.close()
  return cookies
}

function findingsOf(who: string, loads: readonly FirstLoad[]): Finding[] {
  const of = (read: (load: FirstLoad) => number) => loads.map(read)
  const spread = (values: readonly number[]) =>
    `median of ${values.length}, ${Math.min(...values).toFixed(0)} to ${Math.max(...values).toFixed(0)}`
  const lcps = of(load => load.lcpMs)
  const requests = median(of(load => load.requests))
  return [
    {
      what: `Home ${who}, largest paint`,
      measured: median(lcps),
      unit: ' ms',
      atMost: lcpAtMostMs,
      detail: `${spread(lcps)} ms; first paint ${median(of(load => load.firstPaintMs)).toFixed(0)} ms`,
    },
    {
      what: `Home ${who}, layout shift`,
      measured: median(of(load => load.cls)),
      atMost: clsAtMost,
      detail: `worst of ${loads.length} ${Math.max(...of(load => load.cls)).toFixed(4)}`,
    },
    {
      what: `Home ${who}, over the wire`,
      measured: median(of(load => load.bytes)) / 1024,
      unit: ' KB',
      detail: `${requests} requests, headers included`,
    },
  ]
}
