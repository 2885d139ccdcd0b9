import { QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { vi } from 'vitest'
import { render } from 'vitest-browser-react'
import type { Client } from '../../clients/client.ts'
import { npt } from '../../clients/configuration/npt.ts'
import type { PublishedContent } from '../../contract/published-content.contract.ts'
import type { Inline, RichText } from '../../contract/rich-text.ts'
import type { IsoDate } from '../../domain/dates.ts'
import { queryClient } from '../../web/api/query.ts'
import { adoptClientContext } from '../../web/client-context/client-context.ts'
import { parseSearch, stringifySearch } from '../../web/routing/search-params.ts'
import { contextOfPage } from './client-context.ts'

/** Empty published content, with overrides. */
export function published(overrides: Partial<PublishedContent> = {}): PublishedContent {
  return {
    blocks: [],
    promoCards: [],
    banners: [],
    questions: [],
    deadlines: [],
    resources: [],
    ...overrides,
  }
}

export const paragraph = (...parts: (string | Inline)[]): RichText => [
  {
    kind: 'paragraph',
    children: parts.map(part => (typeof part === 'string' ? { kind: 'text', text: part } : part)),
  },
]

/** Sets the page's client context, for a day. */
export function applyClientStyle(client: Client = npt, today = '2026-11-20'): void {
  adoptClientContext(contextOfPage(client, { today: today as IsoDate }))
}

/** Fakes the content endpoint with responses in order; the last one repeats. */
export function answerContent(...answers: (PublishedContent | 'fails')[]): { requests: () => string[] } {
  queryClient.clear()
  const requests: string[] = []
  vi.spyOn(window, 'fetch').mockImplementation(async address => {
    requests.push(String(address))
    const answer = answers.length > 1 ? answers.shift() : answers[0]
    return answer === undefined || answer === 'fails'
      ? new Response('Bad gateway', { status: 502 })
      : Response.json(answer)
  })
  return { requests: () => requests }
}

/** Renders a component in a router at an address, with other addresses to navigate to. */
export async function showAt(address: string, shown: ReactNode) {
  const root = createRootRoute({ component: () => shown })
  const anywhere = createRoute({ getParentRoute: () => root, path: '$' })
  const home = createRoute({ getParentRoute: () => root, path: '/' })
  const router = createRouter({
    routeTree: root.addChildren([home, anywhere]),
    history: createMemoryHistory({ initialEntries: [address] }),
    parseSearch,
    stringifySearch,
  })
  const screen = await render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
  return { screen, address: () => router.state.location.href }
}
