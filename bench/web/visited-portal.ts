import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContext } from '@playwright/test'
import { startSpawnedServer } from '../../src/testing/temporary/spawned-server.ts'
import { buildWebIfChanged } from '../../tools/start/build-web.ts'
import { startBenchDatabase } from '../bench.ts'
import { makeBenchFunds } from '../ledger/make-bench-funds.ts'
import { makeSessions } from '../ledger/many-sessions.ts'
import { startPortal } from '../ledger/start-server.ts'

export type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>

/** A portal with the built web, and a donor of npt who is signed in. */
export type VisitedPortal = { origin: string; donor: Cookies; stop: () => Promise<void> }

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The portal as `npm start` runs it, with its demonstration data. */
export async function startDemonstration(browser: Browser): Promise<VisitedPortal> {
  const { originOf, stop } = await startSpawnedServer('bench-web')
  const origin = originOf('npt')
  return { origin, donor: await signIn(browser, origin), stop }
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

/** The same screens without demonstration data: one fund, and its donor's session. */
export async function startSmallPortal(): Promise<VisitedPortal> {
  await buildWebIfChanged(root)
  const database = await startBenchDatabase()
  const { host, port, database: name } = database.connection
  await makeBenchFunds(database, 1)
  const [donor] = await makeSessions(database)
  const portal = await startPortal({
    server: { host, port, database: name },
    secret: database.secret,
    connections: 4,
    cachesAccess: true,
    webRoot: fileURLToPath(new URL('../../dist/web', import.meta.url)),
  })
  const [cookieName = '', value = ''] = donor?.headers.cookie?.split('=') ?? []
  return {
    origin: `http://npt.localhost:${portal.port}`,
    donor: [
      {
        ...{ name: cookieName, value, domain: 'npt.localhost', path: '/', expires: -1 },
        ...{ httpOnly: true, secure: false, sameSite: 'Strict' },
      },
    ],
    stop: async () => {
      await portal.stop()
      await database.stop()
    },
  }
}
