import { type Browser, expect, type Page } from '@playwright/test'
import { clients } from '../../src/clients/clients.ts'
import type { ClientContext } from '../../src/contract/client-context.contract.ts'
import type { SessionFacts } from '../../src/contract/session.contract.ts'
import type { Session } from '../../src/web/session/session-store.ts'
import { callPortal } from '../pages/call-portal.ts'
import { signInBy } from '../people/sign-in.ts'

/** A browser at a client, signed in as one of the demonstration's people or as nobody, and what the server says of both. */
export type PersonaAtClient = {
  page: Page
  origin: string
  clientSettings: ClientContext['clientSettings']
  session: Session
  /** What the browser wrote to its console since this was last asked, and errors that nobody caught. */
  complaints(): string[]
}

/** Signs in once; the caller closes the page's context. */
export async function handleCallback(
  browser: Browser,
  { client, visitor }: { client: string; visitor: string },
): Promise<PersonaAtClient> {
  const origin = `http://${client}.localhost:${process.env.ALMONER_E2E_PORT}`
  const context = await browser.newContext({ baseURL: origin, reducedMotion: 'reduce' })
  const found: string[] = []
  context.on('console', message => {
    if (message.type() === 'error') found.push(`${message.text()} (${message.location().url})`)
  })
  context.on('weberror', ({ error }) => found.push(error().stack ?? error().message))
  const page = await context.newPage()
  if (visitor === 'signed-out') await page.goto('/')
  else {
    await page.goto('/api/sign-in/start')
    await signInBy(page, `${visitor}@${clients[client]?.realm}.example`)
    await expect(page.getByRole('heading', { level: 1, name: /^Welcome, / })).toBeVisible()
  }
  const { clientSettings } = (await callPortal(page, '/api/client-context')).body as ClientContext
  return {
    page,
    origin,
    clientSettings,
    session: visitor === 'signed-out' ? { state: 'signed-out' } : await sessionOf(page),
    complaints: () => found.splice(0),
  }
}

/**
 * As the program begins, on the account that the person used last: the first that has grants, so that there is something to see,
 * else their first.
 */
async function sessionOf(page: Page): Promise<Session> {
  const { body } = await callPortal(page, '/api/accounts?first=10&sort=accountName')
  const accounts = (body as { data?: { fundId: number }[] }).data ?? []
  let fundId = accounts[0]?.fundId ?? 0
  for (const account of accounts) {
    if (!(await firstGrant(page, account.fundId))) continue
    fundId = account.fundId
    break
  }
  const facts = (await callPortal(page, '/api/session', { fundId })).body as SessionFacts
  if (fundId !== 0)
    await page.evaluate(`localStorage.setItem('almoner-account:${facts.userId}', '${fundId}')`)
  return { state: 'signed-in', facts, fundId }
}

/** What a screen about something is about, by the names in its address; undefined where there is nothing such. */
type Thing = Record<string, string | undefined>

const firstOf = async (page: Page, address: string, fundId = 0): Promise<Thing | undefined> => {
  const { body } = await callPortal(page, address, { fundId })
  return (body as { data?: Thing[] }).data?.[0]
}
const firstGrant = (page: Page, fundId: number) => firstOf(page, `/api/accounts/${fundId}/grants`, fundId)

const oneBlock: Thing = { kind: 'block', name: 'home-member' }

/** The first that the person has; of a screen of the staff the first that waits. */
const things: Record<string, (page: Page, fundId: number) => Promise<Thing | undefined>> = {
  '/grant-activity/$charityId': firstGrant,
  '/grants/$grantId': firstGrant,
  '/super-user-dashboard/grants/$grantId': page => firstOf(page, '/api/grants?queue=to-approve&first=1'),
  '/content/$kind/$name': async () => oneBlock,
  '/content/$kind/$name/versions': async () => oneBlock,
}

/** The address of a route for somebody who may open it; for anybody else what it is about does not matter. */
export async function addressOf(
  route: string,
  { page, session }: PersonaAtClient,
  opens: boolean,
): Promise<string> {
  if (!route.includes('$')) return route
  const thing = things[route]
  if (!thing)
    throw new Error(`${route} is about something: say in e2e/page-checks/persona.ts where to find one`)
  const fundId = session.state === 'signed-in' ? session.fundId : 0
  const found = opens ? await thing(page, fundId) : {}
  return route.replaceAll(/\$(\w+)/g, (_part, name: string) => {
    const id = opens ? found?.[name] : '00000000-0000-4000-8000-000000000000'
    if (id === undefined) throw new Error(`there is nothing that ${route} could be about`)
    return encodeURIComponent(id)
  })
}
