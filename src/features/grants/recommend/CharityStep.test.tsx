import { onlineManager, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { contextOfPage } from '../../../testing/screens/client-context.ts'
import { factsOf } from '../../../testing/screens/session-facts.ts'
import { call } from '../../../web/api/call.ts'
import { queryClient } from '../../../web/api/query.ts'
import { authToken, sessionStore } from '../../../web/session/session-store.ts'
import { searchCharities } from '../../charities/charities.contract.ts'
import { CharityStep } from './CharityStep.tsx'
import { type CharitySearch, noSearch } from './charity-search.ts'

const fundId = 204318

const charityNamed = (name: string, charityId: string) => ({
  charityId,
  name,
  taxId: '23-1234567',
  street: '9 QUAY ST',
  city: 'ERIE',
  state: 'PA',
  alsoKnownAs: null,
  cause: null,
  eligibility: { outcome: 'yes', sentence: 'A public charity.' },
  canBeSelected: true,
  logoUrl: null,
  namesakes: 20,
  hasMoreNamesakes: true,
  sharesNameWith: [],
})

type Found = { data: unknown[]; meta: { matches: 'all-words' | 'some-words'; next: string | null } }
const found = (name: string, more: Partial<Found['meta']> = {}): Found => ({
  data: [charityNamed(name, `US-EIN-${name.length}`)],
  meta: { matches: 'all-words', next: null, ...more },
})

/** The answers by keywords, and `keywords after` for a later page; a search without one never ends. */
let answers: Record<string, Found>

beforeEach(() => {
  answers = {}
  const context = document.createElement('script')
  context.id = 'client-context'
  context.type = 'application/json'
  context.textContent = JSON.stringify(contextOfPage())
  document.head.append(context)
  vi.stubGlobal('fetch', async (address: string) => {
    const { searchParams } = new URL(address, location.origin)
    const key = [searchParams.get('keywords'), searchParams.get('after')].filter(Boolean).join(' ')
    const answer = answers[key]
    return answer ? Response.json(answer) : await new Promise<Response>(() => {})
  })
  authToken.replace('Bearer of-this-test', authToken.generation())
  sessionStore.set({ state: 'signed-in', facts: factsOf({ actions: ['GRANT_VIEW'] }), fundId })
})

afterEach(() => {
  onlineManager.setOnline(true)
  vi.unstubAllGlobals()
  queryClient.clear()
  authToken.clear()
  document.getElementById('client-context')?.remove()
})

function Searching({ typed }: { typed: string }) {
  const [search, setSearch] = useState<CharitySearch>({ ...noSearch, typed })
  return (
    <CharityStep
      fundId={fundId}
      searchCharities={(_, query, about) => call(searchCharities, { query }, about)}
      charityList={null}
      addressOf={charityId => `/recommend-a-grant?charity=${charityId}`}
      search={search}
      again={false}
      onSearch={setSearch}
    />
  )
}

async function show(typed: string) {
  const router = createRouter({
    routeTree: createRootRoute({ component: () => <Searching typed={typed} /> }),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  })
  const screen = await render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return { screen, field: screen.getByRole('searchbox', { name: 'Find a charity' }) }
}

test('keeps the old heading over the old rows while another text is searched, and nobody can choose them', async () => {
  answers = { harbor: found('HARBOR LIGHT') }
  const { screen, field } = await show('harbor')
  const card = screen.getByRole('link', { name: 'Harbor Light' })
  await expect.element(card).toBeVisible()
  await field.fill('lakes')
  // A link inside an inert list takes neither clicks nor the focus.
  await expect.poll(() => card.element().closest('[inert]')).not.toBeNull()
  ;(card.element() as HTMLElement).focus()
  await expect.element(field).toHaveFocus()
  await expect.element(screen.getByRole('heading', { name: '1 charity for “harbor”' })).toBeVisible()
  await expect.element(screen.getByText('Searching for “lakes”...')).toBeVisible()
  answers = { 'lakes of erie': found('LAKES OF ERIE') }
  await field.fill('lakes of erie')
  await expect.element(screen.getByRole('link', { name: 'Lakes of Erie' })).toBeVisible()
  await expect.element(screen.getByRole('heading', { name: '1 charity for “lakes of erie”' })).toBeVisible()
})

test('says that the person is offline instead of showing old rows', async () => {
  const isOnline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  onlineManager.setOnline(false)
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  const { screen } = await show('harbor')
  await expect
    .element(
      screen
        .getByRole('alert')
        .getByText(
          'The charities could not be loaded. You’re offline. Please check your connection and try again.',
        ),
    )
    .toBeVisible()
  vi.stubGlobal('fetch', async () => Response.json(found('HARBOR LIGHT')))
  isOnline.mockReturnValue(true)
  onlineManager.setOnline(true)
  await expect.element(screen.getByRole('link', { name: 'Harbor Light' })).toBeVisible()
})

test('gives partial matches a heading of their own, counts more than 20 namesakes, and offers more pages', async () => {
  answers = {
    'harbor zzyzzq': found('HARBOR LIGHT', { matches: 'some-words', next: 'bzE' }),
    'harbor zzyzzq bzE': found('HARBOR LIGHTHOUSE', { matches: 'some-words' }),
  }
  const { screen } = await show('harbor zzyzzq')
  const heading = screen.getByRole('heading', { level: 2 })
  await expect.element(heading).toHaveTextContent('No exact match for “harbor zzyzzq”. Closest results:')
  await expect.element(screen.getByText(/^More than 20 other charities have the same name/)).toBeVisible()
  await screen.getByRole('button', { name: 'Show more charities' }).click()
  await expect.element(screen.getByRole('link', { name: 'Harbor Lighthouse' })).toBeVisible()
  await expect.element(screen.getByRole('link', { name: 'Harbor Light', exact: true })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Show more charities' })).not.toBeInTheDocument()
})
