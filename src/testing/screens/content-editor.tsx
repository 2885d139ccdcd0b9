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
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { Reply } from '../../contract/endpoint.ts'
import type { SessionFacts } from '../../contract/session.contract.ts'
import type { ContentItem, getEditorPermissions } from '../../features/content/editing.contract.ts'
import { ContentItemPage } from '../../features/content/editor/ContentItemPage.tsx'
import { ContentPage } from '../../features/content/editor/ContentPage.tsx'
import { ContentVersionsPage } from '../../features/content/editor/ContentVersionsPage.tsx'
import { ContentFilesPage } from '../../features/content/editor/files/ContentFilesPage.tsx'
import { queryClient } from '../../web/api/query.ts'
import { parseSearch, stringifySearch } from '../../web/routing/search-params.ts'
import { authToken, sessionStore } from '../../web/session/session-store.ts'
import { ToastRegion } from '../../web/ui/notices/ToastRegion.tsx'
import { clearToasts } from '../../web/ui/notices/toast-store.ts'
import { applyClientStyle } from './managed-screen.tsx'

// The editor's screens with a fake server. The real one has its own tests (features/content/server); e2e/content*.e2e.ts covers both.

export const ann = { name: 'Ann Editor', isYou: true }
export const bob = { name: 'Bob Editor', isYou: false }
export const key = '/api/content-items/question/what-is-a-daf'

const editorSession: Reply<typeof getEditorPermissions> = {
  twoPersonPublishing: true,
  mayPublish: true,
  timeZone: 'America/New_York',
  placeholders: [],
  promoGroups: [],
  topics: ['Grants'],
  resourceGroups: [],
}

export const question = (answer: string) =>
  ({ kind: 'question', topic: 'Grants', index: 500, question: 'What is a DAF?', answer }) as const

/** A question with a draft, saved by the current user unless given. */
export function itemWith(answer: string, about: Partial<ContentItem> = {}, person = ann): ContentItem {
  const saved = { person, at: '2026-11-20T15:03:00.000Z' }
  return {
    kind: 'question',
    name: 'what-is-a-daf',
    title: 'What is a DAF?',
    shownAt: 'Frequently FakeRequest Questions, Grants',
    live: 'common',
    work: ['draft'],
    changed: saved,
    scheduledFor: null,
    place: 'faq',
    revision: 1,
    draft: { fields: question(answer), saved, declined: null, messages: [] },
    start: question('The common answer.'),
    common: question('The common answer.'),
    own: null,
    awaiting: null,
    scheduled: [],
    approvalRefusal: null,
    may: {
      edit: true,
      submit: true,
      publishAlone: false,
      approve: false,
      withdraw: false,
      unschedule: false,
      hide: true,
      returnToCommon: false,
    },
    ...about,
  }
}

type FakeRequest = { endpoint: string; search: Record<string, string>; attributes: Record<string, unknown> }
type FakeRoutes = Record<string, (request: FakeRequest) => object | Promise<object>>

export const refusal = (code: string, status: number, more: object = {}) =>
  Response.json(
    { type: `urn:almoner:problem:${code}`, title: 'No', status, traceId: '4711', ...more },
    { status },
  )

/** Fakes the server by `METHOD /path`, and records the requests. Previews fail with 503. */
export function fakeServer(endpoints: FakeRoutes): { requests: FakeRequest[]; sent: () => FakeRequest[] } {
  applyClientStyle()
  authToken.replace('Bearer of-this-test', authToken.generation())
  sessionStore.set({ state: 'signed-in', fundId: 0, facts: factsOfAnn })
  const requests: FakeRequest[] = []
  const routes: FakeRoutes = { 'GET /api/content-editor': () => editorSession, ...endpoints }
  vi.stubGlobal('fetch', async (address: string, request: RequestInit) => {
    const { pathname, searchParams } = new URL(address, window.location.href)
    const { data } = JSON.parse(typeof request.body === 'string' ? request.body : '{"data":{}}')
    const received = {
      endpoint: `${request.method} ${pathname}`,
      search: Object.fromEntries(searchParams),
      attributes: data.attributes,
    }
    requests.push(received)
    const response = await (routes[received.endpoint]?.(received) ?? refusal('unavailable', 503))
    return response instanceof Response ? response : Response.json(response)
  })
  const isPreview = ({ endpoint }: FakeRequest) => endpoint === 'POST /api/content-previews'
  return {
    requests,
    sent: () => requests.filter(each => each.endpoint.startsWith('POST') && !isPreview(each)),
  }
}

const factsOfAnn: SessionFacts = {
  userId: 'ann',
  username: 'Ann Editor',
  firstName: 'Ann',
  lastName: 'Editor',
  email: 'ann@npt.example',
  scope: ['api_access'],
  actions: ['CONTENT_EDIT', 'CONTENT_PUBLISH'],
  hasAccess: true,
  forceEmailChange: false,
  loginCurrency: 'USD',
  alternateCurrency: 'USD',
  rememberCurrency: false,
  antiforgeryChanged: false,
}

export function endServer(): void {
  vi.unstubAllGlobals()
  queryClient.clear()
  authToken.clear()
  sessionStore.set({ state: 'signed-out' })
  clearToasts()
  localStorage.clear()
}

export async function showEditors(address: string) {
  const root = createRootRoute({
    component: () => (
      <QueryClientProvider client={queryClient}>
        <Outlet />
        <ToastRegion />
      </QueryClientProvider>
    ),
  })
  const pages = {
    '/content': ContentPage,
    '/content/files': ContentFilesPage,
    '/content/$kind/$name': ContentItemPage,
    '/content/$kind/$name/versions': ContentVersionsPage,
  }
  const router = createRouter({
    routeTree: root.addChildren(
      Object.entries(pages).map(([path, component]) =>
        createRoute({ getParentRoute: () => root, path, component }),
      ),
    ),
    history: createMemoryHistory({ initialEntries: [address] }),
    parseSearch,
    stringifySearch,
  })
  const { unmount } = await render(<RouterProvider router={router as never} />)
  // Dialogs are rendered outside the container.
  return { screen: page, unmount, address: () => router.state.location.href }
}
