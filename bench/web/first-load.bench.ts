import { type Browser, chromium, devices } from '@playwright/test'
import { keysOf } from '../../src/domain/keys-of.ts'
import { findChromium } from '../../src/testing/chromium.ts'
import { type Bench, type Finding, median } from '../bench.ts'
import { isSmallest, usually } from '../sizes.ts'
import { type FirstLoad, measureFirstLoad } from './measure-first-load.ts'
import { type Cookies, startDemonstration, startSmallPortal, type VisitedPortal } from './visited-portal.ts'

const maxFirstPaintMs = { 'signed out': 800, 'signed in': 1000 }
type Visitor = keyof typeof maxFirstPaintMs
const maxLcpMs = 1900
const maxCls = 0.02
/** The median of five loads, independent of BENCH_ROUNDS. */
const loadsPerVisitor = usually(5, 1)
/** Loads before them, which only warm up the program and the browser. */
const warmUps = usually(1, 0)

/** The first load of Home on a phone with an empty cache, a slow network (1.6 Mbit/s, 150 ms) and a CPU slowed four times. */
export const firstLoadBench: Bench = {
  run: async ({ log }) => {
    const browser = await chromium.launch(await findChromium())
    let portal: VisitedPortal | null = null
    try {
      portal = isSmallest ? await startSmallPortal() : await startDemonstration(browser)
      const { origin, donor } = portal
      const loads: Record<Visitor, FirstLoad[]> = { 'signed out': [], 'signed in': [] }
      for (let load = -warmUps; load < loadsPerVisitor; load++) {
        for (const [visitor, cookies] of [
          ['signed out', []],
          ['signed in', donor],
        ] as const) {
          const measured = await inFreshBrowser(browser, origin, [...cookies])
          if (load < 0) continue
          loads[visitor].push(measured)
          log(
            `${visitor} ${load + 1}: first paint ${measured.firstPaintMs.toFixed(0)} ms, LCP ${measured.lcpMs.toFixed(0)} ms (${measured.lcpElement}), CLS ${measured.cls.toFixed(4)}`,
          )
        }
      }
      return keysOf(loads).flatMap(visitor => findingsOf(visitor, loads[visitor]))
    } finally {
      await browser.close()
      await portal?.stop()
    }
  },
}

async function inFreshBrowser(browser: Browser, origin: string, cookies: Cookies): Promise<FirstLoad> {
  const { defaultBrowserType: _chromium, ...phone } = devices['Pixel 7'] ?? {}
  const context = await browser.newContext({
    ...phone,
    baseURL: origin,
    storageState: { cookies, origins: [] },
  })
  try {
    const isSignedIn = cookies.length > 0
    return await measureFirstLoad(context, isSignedIn ? /^Welcome, / : /^Welcome to /)
  } finally {
    await context.close()
  }
}

function findingsOf(visitor: Visitor, loads: readonly FirstLoad[]): Finding[] {
  const values = (read: (load: FirstLoad) => number) => loads.map(read)
  const spread = (list: readonly number[]) =>
    `median of ${list.length}, ${Math.min(...list).toFixed(0)} to ${Math.max(...list).toFixed(0)}`
  const lcps = values(load => load.lcpMs)
  const requests = median(values(load => load.requests))
  const firstPaints = values(load => load.firstPaintMs)
  return [
    {
      what: `Home ${visitor}, first paint`,
      measured: median(firstPaints),
      unit: ' ms',
      atMost: maxFirstPaintMs[visitor],
      detail: `${spread(firstPaints)} ms`,
    },
    {
      what: `Home ${visitor}, largest paint`,
      measured: median(lcps),
      unit: ' ms',
      atMost: maxLcpMs,
      detail: `${spread(lcps)} ms`,
    },
    {
      what: `Home ${visitor}, layout shift`,
      measured: median(values(load => load.cls)),
      atMost: maxCls,
      detail: `worst of ${loads.length} ${Math.max(...values(load => load.cls)).toFixed(4)}`,
    },
    {
      what: `Home ${visitor}, bytes over the network`,
      measured: median(values(load => load.bytes)) / 1024,
      unit: ' KB',
      detail: `${requests} requests, headers included`,
    },
  ]
}
