import { QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { npt } from '../../clients/configuration/npt.ts'
import type { BotCheckTask } from '../../contract/bot-check.ts'
import { ContactPage } from '../../features/contact/ContactPage.tsx'
import { queryClient } from '../../web/api/query.ts'
import { authToken, sessionStore } from '../../web/session/session-store.ts'
import { Link } from '../../web/ui/actions/Link.tsx'
import { ToastRegion } from '../../web/ui/notices/ToastRegion.tsx'
import { clearToasts } from '../../web/ui/notices/toast-store.ts'
import { exampleAccount } from './account-overview.ts'
import { contextOfPage } from './client-context.ts'
import { factsOf } from './session-facts.ts'

// /contact with a fake server. The real one has its own tests; e2e/contact.e2e.ts covers both.

/** An easy challenge. The server's tests cover its verification. */
export const challenge = {
  parameters: {
    algorithm: 'PBKDF2/SHA-256' as const,
    cost: 1,
    expiresAt: 4_102_444_800,
    keyLength: 32,
    keyPrefix: '0',
    keySignature: '00',
    nonce: '00112233445566778899aabbccddeeff',
    salt: 'ffeeddccbbaa99887766554433221100',
  },
  signature: 'ab',
}

type Sent = {
  address: string
  key: string | null
  account: string | null
  attributes: Record<string, unknown>
}
/** The fake server: what was sent, and its responses. */
export const server: {
  sent: Sent[]
  /** Responses to the messages, in order; by default a reference number. */
  answers: (() => Response | Promise<Response>)[]
  task: BotCheckTask
  accounts: { fundId: number; accountName: string }[]
} = { sent: [], answers: [], task: easyTask(), accounts: [] }

function easyTask(): BotCheckTask {
  return { service: 'altcha', challenge, maxSteps: 1000 }
}

const context = contextOfPage(npt, {
  support: { ...npt.support, address: [...npt.support.address], hours: 'Monday to Friday, 9 a.m. to 5 p.m.' },
})

const account = (fundId: number, accountName: string) =>
  exampleAccount({ id: String(fundId), fundId, accountName })

export function playServer(): void {
  Object.assign(server, { sent: [], answers: [], accounts: [], task: easyTask() })
  const element = document.createElement('script')
  element.id = 'client-context'
  element.type = 'application/json'
  element.textContent = JSON.stringify(context)
  document.head.append(element)
  vi.stubGlobal('fetch', async (address: string, request: RequestInit) => {
    const headers = new Headers(request.headers)
    if (request.method === 'POST') {
      const { data } = JSON.parse(String(request.body))
      const [key, account] = [headers.get('Idempotency-Key'), headers.get('X-AccountId')]
      server.sent.push({ address, key, account, attributes: data.attributes })
      return (await server.answers.shift()?.()) ?? Response.json({ number: 48_210_937 })
    }
    if (address.endsWith('/bot-check')) return Response.json(server.task)
    // Only those of the book that the person views.
    if (/\/accounts\?.*querySecondary=false/.test(address))
      return Response.json({
        data: server.accounts.map(each => account(each.fundId, each.accountName)),
        meta: { total: server.accounts.length, next: null, isTotalExact: true },
      })
    return problem('not-found', 404)
  })
}

export function endServer(): void {
  vi.unstubAllGlobals()
  queryClient.clear()
  authToken.clear()
  sessionStore.set({ state: 'signed-out' })
  clearToasts()
  document.getElementById('client-context')?.remove()
}

export const problem = (code: string, status: number, more: object = {}) =>
  Response.json(
    { type: `urn:almoner:problem:${code}`, title: 'No', status, traceId: '4711', ...more },
    { status },
  )

export function signIn(fundId: number): void {
  authToken.replace('Bearer of-this-test', authToken.generation())
  sessionStore.set({
    state: 'signed-in',
    fundId,
    facts: factsOf({ email: 'eleanor@npt.example', actions: ['USER_SS_VIEW'] }),
  })
}

export async function show(address = '/contact') {
  const root = createRootRoute({
    component: () => (
      <QueryClientProvider client={queryClient}>
        <Link to="/">Leave</Link>
        <Outlet />
        <ToastRegion />
      </QueryClientProvider>
    ),
  })
  const page = createRoute({ getParentRoute: () => root, path: '/contact', component: ContactPage })
  const home = createRoute({ getParentRoute: () => root, path: '/', component: () => <h1>Home</h1> })
  const history = createMemoryHistory({ initialEntries: [address] })
  const router = createRouter({ routeTree: root.addChildren([page, home]), history })
  return await render(<RouterProvider router={router as never} />)
}

type Screen = Awaited<ReturnType<typeof show>>

export async function fill(screen: Screen): Promise<void> {
  await screen.getByLabelText('What is it about?').selectOptions('A grant')
  await screen.getByLabelText('Your message').fill('Does the harbour school qualify?')
  await screen.getByLabelText('Your name').fill('Ada Winslow')
  await screen.getByLabelText('E-mail address for our reply').fill('ada@reader.example')
}
export const press = (screen: Screen) => screen.getByRole('button', { name: 'Send message' }).click()
