import { expect, type Page } from '@playwright/test'
import { clients } from '../../src/clients/clients.ts'
import type { ClientContext } from '../../src/contract/client-context.contract.ts'
import type { ScreenPath } from '../../src/contract/screens.ts'
import type { SessionFacts } from '../../src/contract/session.contract.ts'
import type { Session } from '../../src/web/session/session-store.ts'
import type { PagePool } from '../page-pool.ts'
import { callPortal } from '../pages/call-portal.ts'
import { makeBasketOf } from '../people/make-basket.ts'
import { makeBatchAt } from '../people/make-batch.ts'
import { makeChangeAt } from '../people/make-change.ts'
import { makeEnvelopeOf } from '../people/make-envelope.ts'
import { makeFindingAt } from '../people/make-finding.ts'
import { landingHeading, signInWithoutScreens } from '../people/sign-in.ts'
import type { Persona } from './plan.ts'

/** A page at a client, signed in as a persona or signed out, with the client's settings and the session as the server states them. */
export type PersonaAtClient = {
  page: Page
  client: string
  origin: string
  clientSettings: ClientContext['clientSettings']
  session: Session
  /** Console errors and uncaught errors since the last call. */
  drainErrors(): string[]
}

/** Opens the client's home in a browser context of its own, logged in. The caller gives the page back. */
export async function openAs(
  pagePool: PagePool,
  { client, persona }: { client: string; persona: Persona },
): Promise<PersonaAtClient> {
  const origin = `http://${client}.localhost:${process.env.ALMONER_E2E_PORT}`
  const page = await pagePool.take(origin)
  const context = page.context()
  const found: string[] = []
  context.on('console', message => {
    if (message.type() === 'error') found.push(`${message.text()} (${message.location().url})`)
  })
  context.on('weberror', ({ error }) => found.push(error().stack ?? error().message))
  if (persona !== 'signed-out')
    await signInWithoutScreens(page, `${persona}@${clients[client]?.realm}.example`)
  await page.goto('/')
  if (persona !== 'signed-out') await expect(landingHeading(page)).toBeVisible()
  const { clientSettings } = (await callPortal(page, '/api/client-context')).body as ClientContext
  return {
    page,
    client,
    origin,
    clientSettings,
    session: persona === 'signed-out' ? { state: 'signed-out' } : await sessionOf(page),
    drainErrors: () => found.splice(0),
  }
}

/**
 * The session on the first account that has a schedule, so that every screen shows data; otherwise on one that has grants, or on the
 * person's first account.
 */
async function sessionOf(page: Page): Promise<Session> {
  const { body } = await callPortal(page, '/api/accounts?first=50&sort=accountName')
  const accounts = (body as { data?: { fundId: number }[] }).data ?? []
  let fundId = accounts[0]?.fundId ?? 0
  let hasGrants = false
  for (const account of accounts) {
    if (await firstSchedule(page, account.fundId)) {
      fundId = account.fundId
      break
    }
    if (hasGrants || !(await firstGrant(page, account.fundId))) continue
    hasGrants = true
    fundId = account.fundId
  }
  const facts = (await callPortal(page, '/api/session', { fundId })).body as SessionFacts
  if (fundId !== 0)
    await page.evaluate(
      `localStorage.setItem('almoner-account:${facts.alternateCurrency}:${facts.userId}', '${fundId}')`,
    )
  return { state: 'signed-in', facts, fundId }
}

/** The parameters of a screen's address; undefined where the person has no such object. */
type Params = Record<string, string | undefined>

const firstOf = async (page: Page, address: string, fundId = 0): Promise<Params | undefined> => {
  const { body } = await callPortal(page, address, { fundId })
  return (body as { data?: Params[] }).data?.[0]
}
const firstGrant = (page: Page, fundId: number) => firstOf(page, `/api/accounts/${fundId}/grants`, fundId)
const firstSchedule = (page: Page, fundId: number) =>
  firstOf(page, `/api/accounts/${fundId}/grant-schedules`, fundId)

const homeBlock: Params = { kind: 'block', name: 'home-member' }

/** For each address with parameters, an object that the person may open. */
const paramsOf: Record<
  string,
  (page: Page, fundId: number, about: PersonaAtClient) => Promise<Params | undefined>
> = {
  '/sign/$envelopeId': async (_page, fundId, { client, session }) =>
    session.state === 'signed-in'
      ? {
          envelopeId: await makeEnvelopeOf(
            client,
            fundId,
            session.facts.actions.includes('DOCUMENT_SIGN') ? session.facts.userId : null,
          ),
        }
      : undefined,
  // An account leads on to another screen, so the page is checked with what it says about none.
  '/accounts/$fundId': async () => ({ fundId: '0' }),
  // Any step of no application: the page says that it was not found.
  '/new-account-opening/$step': async () => ({ step: 'account' }),
  '/super-user-dashboard/applications/$applicationId': page =>
    firstOf(page, '/api/application-queue?state=draft&first=1'),
  '/grant-activity/$charityId': firstGrant,
  '/grants/$grantId': firstGrant,
  '/grants/baskets/$basketId': async (_page, fundId, { client, session }) =>
    session.state === 'signed-in'
      ? { basketId: await makeBasketOf(client, fundId, session.facts.userId) }
      : undefined,
  '/grants/schedules/$scheduleId': firstSchedule,
  '/relationships/$relationshipId': (page, fundId) =>
    firstOf(page, `/api/accounts/${fundId}/relationships`, fundId),
  '/super-user-dashboard/users/$personId': page => firstOf(page, '/api/users'),
  '/super-user-dashboard/screening/$findingId': async (_page, _fundId, { client }) => ({
    findingId: await makeFindingAt(client),
  }),
  '/super-user-dashboard/register-changes/$changeId': async (_page, _fundId, { client }) => ({
    changeId: await makeChangeAt(client),
  }),
  '/super-user-dashboard/inactive-funds/$accountId': page => firstOf(page, '/api/inactive-funds'),
  '/super-user-dashboard/cases/$caseId': page => firstOf(page, '/api/estate-cases'),
  '/super-user-dashboard/postings/entries/$entryId': page => firstOf(page, '/api/journal-entries?first=1'),
  '/super-user-dashboard/postings/$batchId': async (_page, _fundId, { client }) => ({
    batchId: await makeBatchAt(client),
  }),
  '/super-user-dashboard/bank/$account/$month': async () => ({ account: 'grants', month: '2026-10' }),
  '/super-user-dashboard/payments/$runId': page => firstOf(page, '/api/payment-runs'),
  '/super-user-dashboard/charities/$charityId': page => firstOf(page, '/api/grants?queue=to-approve&first=1'),
  '/super-user-dashboard/grants/$grantId': page => firstOf(page, '/api/grants?queue=to-approve&first=1'),
  '/content/$kind/$name': async () => homeBlock,
  '/content/$kind/$name/versions': async () => homeBlock,
}

/** Whether there can be an object for the persona. A document to sign exists only for those who sign it. */
export function mayHaveObject(path: ScreenPath, { client, session }: PersonaAtClient): boolean {
  if (path === '/super-user-dashboard/inactive-funds/$accountId')
    return clients[client]?.inactiveFunds !== null
  return (
    path !== '/sign/$envelopeId' ||
    session.state !== 'signed-in' ||
    session.facts.actions.some(action => action === 'DOCUMENT_SIGN' || action === 'DOCUMENT_COUNTERSIGN')
  )
}

/** The address of a screen with its parameters filled in. A persona who may not open the screen gets an id that does not exist. */
export async function addressOf(path: ScreenPath, about: PersonaAtClient, mayOpen: boolean): Promise<string> {
  if (!path.includes('$')) return path
  const { page, session } = about
  const find = paramsOf[path]
  if (!find)
    throw new Error(`${path} has parameters: add an object for it to paramsOf in e2e/page-checks/open-as.ts`)
  const fundId = session.state === 'signed-in' ? session.fundId : 0
  const params = mayOpen ? await find(page, fundId, about) : {}
  return path.replaceAll(/\$(\w+)/g, (_match, name: string) => {
    const id = mayOpen ? params?.[name] : '00000000-0000-4000-8000-000000000000'
    if (id === undefined) throw new Error(`the demonstration data has no object for ${path}`)
    return encodeURIComponent(id)
  })
}
