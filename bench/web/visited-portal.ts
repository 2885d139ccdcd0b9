import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContext } from '@playwright/test'
import { startSpawnedServer } from '../../src/testing/temporary/spawned-server.ts'
import { buildWebIfChanged } from '../../tools/start/build-web.ts'
import { startBenchDatabase } from '../bench.ts'
import { makeBenchFunds } from '../ledger/make-bench-funds.ts'
import { makeSessions } from '../ledger/many-sessions.ts'
import { startPortal } from '../ledger/start-server.ts'

export type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>

/** A portal with the built web, and people of npt who are signed in. */
export type VisitedPortal = {
  origin: string
  donor: Cookies
  /** Signs the person in, once. */
  cookies: (who: keyof typeof people) => Promise<Cookies>
  stop: () => Promise<void>
}

const people = { donor: 'donor', staff: 'super', advisor: 'advisor' } as const

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The portal as `npm start` runs it, with its demonstration data. */
export async function startDemonstration(browser: Browser): Promise<VisitedPortal> {
  const { originOf, stop } = await startSpawnedServer('bench-web')
  const origin = originOf('npt')
  const signedIn = new Map<string, Promise<Cookies>>()
  const cookies = (who: keyof typeof people) => {
    const found = signedIn.get(who) ?? signIn(browser, origin, `${people[who]}@npt.example`)
    signedIn.set(who, found)
    return found
  }
  return { origin, donor: await cookies('donor'), cookies, stop }
}

async function signIn(browser: Browser, origin: string, userId: string): Promise<Cookies> {
  const context = await browser.newContext({ baseURL: origin })
  const page = await context.newPage()
  await page.goto('/api/sign-in/start')
  await page.getByLabel('User ID').fill(userId)
  const password = page.getByLabel('Password', { exact: true })
  await password.fill('almoner-demo-2026')
  await password.press('Enter')
  await page
    .getByRole('heading', { level: 1, name: /^(Welcome, |Super User Dashboard|Your accounts)/ })
    .waitFor()
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
  const ofDonor: Cookies = [
    {
      ...{ name: cookieName, value, domain: 'npt.localhost', path: '/', expires: -1 },
      ...{ httpOnly: true, secure: false, sameSite: 'Strict' },
    },
  ]
  return {
    origin: `http://npt.localhost:${portal.port}`,
    donor: ofDonor,
    cookies: async () => ofDonor,
    stop: async () => {
      await portal.stop()
      await database.stop()
    },
  }
}
