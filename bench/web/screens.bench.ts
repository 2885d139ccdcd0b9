import { type Browser, chromium, devices } from '@playwright/test'
import { findChromium } from '../../src/testing/chromium.ts'
import { type Bench, type Finding, median } from '../bench.ts'
import { isSmallest, usually } from '../sizes.ts'
import { type FirstLoad, measureFirstLoad } from './measure-first-load.ts'
import { type Cookies, startDemonstration, startSmallPortal, type VisitedPortal } from './visited-portal.ts'

type Visitor = 'donor' | 'staff' | 'advisor'

/** Twelve screens, opened from a link. */
const screens: readonly (readonly [Visitor, string])[] = [
  ['donor', '/fund-activity'],
  ['donor', '/recommend-a-grant'],
  ['donor', '/grants'],
  ['donor', '/grants/schedules'],
  ['donor', '/charity-list'],
  ['donor', '/account'],
  ['donor', '/update-account/legacy-plan'],
  ['donor', '/my-profile'],
  ['donor', '/contact'],
  ['staff', '/super-user-dashboard'],
  ['staff', '/super-user-dashboard/payments'],
  ['advisor', '/financial-advisor-dashboard'],
]
const maxLcpMs = { donor: 1800, staff: 2500, advisor: 2500 }
const maxCls = 0.02
const maxRequests = 25
/** The median of five loads, independent of BENCH_ROUNDS. */
const loadsPerScreen = usually(5, 1)

/** Twelve screens on the phone of the first load, each with an empty cache. */
export const screensBench: Bench = {
  run: async ({ log }) => {
    const browser = await chromium.launch(await findChromium())
    let portal: VisitedPortal | null = null
    try {
      portal = isSmallest ? await startSmallPortal() : await startDemonstration(browser)
      const { origin, cookies } = portal
      const findings: Finding[] = []
      for (const [visitor, path] of usually(screens, screens.slice(0, 1))) {
        const loads: FirstLoad[] = []
        for (let load = 0; load < loadsPerScreen; load++)
          loads.push(await inFreshBrowser(browser, origin, path, await cookies(visitor)))
        log(`${path}: ${loads.map(({ lcpMs }) => lcpMs.toFixed(0)).join(', ')} ms (${loads[0]?.lcpElement})`)
        findings.push(...findingsOf(visitor, path, loads))
      }
      return findings
    } finally {
      await browser.close()
      await portal?.stop()
    }
  },
}

async function inFreshBrowser(
  browser: Browser,
  origin: string,
  path: string,
  cookies: Cookies,
): Promise<FirstLoad> {
  const { defaultBrowserType: _chromium, ...phone } = devices['Pixel 7'] ?? {}
  const context = await browser.newContext({
    ...phone,
    baseURL: origin,
    storageState: { cookies, origins: [] },
  })
  try {
    return await measureFirstLoad(context, /./, path)
  } finally {
    await context.close()
  }
}

function findingsOf(visitor: Visitor, path: string, loads: readonly FirstLoad[]): Finding[] {
  const middle = (read: (load: FirstLoad) => number) => median(loads.map(read))
  const shown = loads.map(({ lcpMs }) => lcpMs.toFixed(0)).join(', ')
  return [
    {
      what: `${path}, largest paint`,
      measured: middle(load => load.lcpMs),
      unit: ' ms',
      atMost: maxLcpMs[visitor],
      detail: `${shown} ms`,
    },
    {
      what: `${path}, layout shift`,
      measured: middle(load => load.cls),
      atMost: maxCls,
      detail: `worst of ${loads.length} ${Math.max(...loads.map(load => load.cls)).toFixed(4)}`,
    },
    {
      what: `${path}, requests`,
      measured: middle(load => load.requests),
      atMost: maxRequests,
      detail: `${(middle(load => load.bytes) / 1024).toFixed(0)} KB over the network, headers included`,
    },
  ]
}
