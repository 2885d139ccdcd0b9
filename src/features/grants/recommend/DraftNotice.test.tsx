import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { type ProblemCode, problems, typeOfProblem } from '../../../contract/problems.ts'
import { contextOfPage } from '../../../testing/screens/client-context.ts'
import { charity, fundId, savedDraft } from '../../../testing/screens/recommendation.ts'
import { factsOf } from '../../../testing/screens/session-facts.ts'
import { authToken, sessionStore } from '../../../web/session/session-store.ts'
import { maxDrafts } from '../baskets/drafts.contract.ts'
import { DraftNotice } from './DraftNotice.tsx'
import { contentOfDraft, draftWith } from './grant-draft.ts'
import { useServerDraft } from './use-server-draft.ts'

const draftId = '01a1f8a3-44cc-798e-904b-52ec9e9547c0'
const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'

/** The answer of the server to each save. */
let answer: (...saved: Parameters<typeof savedDraft>) => Response | Promise<Response>
let saves: number

const saved: typeof answer = (address, attributes) => Response.json(savedDraft(address, attributes))
const refusal = (code: ProblemCode, more: object = {}) =>
  Response.json(
    { type: typeOfProblem(code), ...problems[code], traceId, ...more },
    { status: problems[code].status },
  )

beforeEach(() => {
  saves = 0
  answer = saved
  const context = document.createElement('script')
  context.id = 'client-context'
  context.type = 'application/json'
  context.textContent = JSON.stringify(contextOfPage())
  document.head.append(context)
  vi.stubGlobal('fetch', async (address: string, request: RequestInit) => {
    if (!address.includes('/grant-drafts/')) return refusal('signed-out')
    saves++
    return await answer(address, JSON.parse(String(request.body)).data.attributes)
  })
  authToken.replace('Bearer of-this-test', authToken.generation())
  sessionStore.set({ state: 'signed-in', facts: factsOf({ actions: ['GRANT_RECOMMEND'] }), fundId })
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  authToken.clear()
  sessionStore.set({ state: 'signed-out' })
  document.getElementById('client-context')?.remove()
})

function Editor() {
  const [amountMinor, setAmount] = useState<bigint | null>(null)
  const server = useServerDraft({
    fundId,
    draftId,
    revision: 0,
    content: contentOfDraft({ ...draftWith('fund_and_donor'), amountMinor }, charity),
    isReady: true,
    isWorthSaving: amountMinor !== null,
  })
  return (
    <>
      <DraftNotice server={server} onUseTheirs={() => {}} />
      <button type="button" onClick={() => setAmount(amount => (amount ?? 0n) + 100_00n)}>
        Enter an amount
      </button>
    </>
  )
}

async function enterAmount() {
  const router = createRouter({
    routeTree: createRootRoute({ component: Editor }),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  })
  const screen = await render(<RouterProvider router={router} />)
  await screen.getByRole('button', { name: 'Enter an amount' }).click()
  return screen
}

const stillHere = 'Your entries are still here.'

test.each<[string, () => Response, string]>([
  [
    'the person lost the permission',
    () => refusal('access-denied'),
    `You no longer have permission to save drafts for this account. Please contact your administrator. ${stillHere}`,
  ],
  [
    'the server failed',
    () => refusal('unexpected'),
    `We apologize for the inconvenience. Our staff has been notified of the error. Please try again. ID: ${traceId} ${stillHere}`,
  ],
  [
    'the server is overloaded',
    () => refusal('unavailable', { detail: 'The portal is busy. Please try again in a minute.' }),
    `The portal is busy. Please try again in a minute. ID: ${traceId} ${stillHere}`,
  ],
  [
    'there were too many requests',
    () => refusal('too-many-requests'),
    `Too many requests. Please wait a moment and try again. ${stillHere}`,
  ],
  [
    'the account has as many drafts as it can have',
    () =>
      refusal('conflict', {
        detail: `An account can have up to ${maxDrafts} drafts. Submit or remove one first.`,
      }),
    `An account can have up to ${maxDrafts} drafts. Submit or remove one first. ${stillHere}`,
  ],
])('says why a draft is not saved where %s', async (_when, reply, sentence) => {
  answer = reply
  const screen = await enterAmount()
  const notice = screen.getByRole('alert')
  await expect.element(notice.getByText('Not saved as a draft')).toBeVisible()
  expect(notice.getByRole('paragraph').first().element().textContent).toBe(sentence)
})

test('says that the portal could not be reached, and saves again on request', async () => {
  answer = () => Promise.reject(new TypeError('Failed to fetch'))
  const screen = await enterAmount()
  await expect
    .element(
      screen
        .getByRole('alert')
        .getByText(/^The portal could not be reached\. Please check your connection and try again\./),
    )
    .toBeVisible()
  answer = saved
  await screen.getByRole('button', { name: 'Try again' }).click()
  await expect.element(screen.getByText('Saved as a draft.')).toBeVisible()
  expect(screen.getByRole('alert').elements()).toEqual([])
})

test('says that the device is offline, and saves when it is online again', async () => {
  const isOnline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  answer = () => Promise.reject(new TypeError('Failed to fetch'))
  const screen = await enterAmount()
  await expect
    .element(
      screen
        .getByRole('alert')
        .getByText(`You’re offline. We’ll save it when you’re online again. ${stillHere}`),
    )
    .toBeVisible()
  expect(screen.getByRole('button', { name: 'Try again' }).elements()).toEqual([])
  isOnline.mockReturnValue(true)
  answer = saved
  window.dispatchEvent(new Event('online'))
  await expect.element(screen.getByText('Saved as a draft.')).toBeVisible()
})

test('says that the session has ended', async () => {
  answer = () => refusal('signed-out')
  const screen = await enterAmount()
  await expect
    .element(screen.getByRole('alert').getByText(`Your session has ended. Please log in again. ${stillHere}`))
    .toBeVisible()
})

test('leads to the drafts where there are too many, and saves once one was removed', async () => {
  answer = () =>
    refusal('conflict', {
      detail: `An account can have up to ${maxDrafts} drafts. Submit or remove one first.`,
    })
  const screen = await enterAmount()
  await expect
    .element(screen.getByRole('link', { name: 'See all drafts' }))
    .toHaveAttribute('href', '/grants')
  answer = saved
  await screen.getByRole('button', { name: 'Try again' }).click()
  await expect.element(screen.getByText('Saved as a draft.')).toBeVisible()
})

test('says who saved another version, and saves no more before the person decides', async () => {
  const change = {
    field: 'draft',
    before: null,
    after: null,
    by: 'Ada Winslow',
    at: '2026-11-20T10:00:00.000Z',
  }
  answer = () =>
    refusal('conflict', {
      detail: 'Ada Winslow changed this draft in the meantime.',
      otherEdits: { revision: 4, changes: [change] },
    })
  const screen = await enterAmount()
  await expect
    .element(screen.getByRole('alert').getByText(/^Ada Winslow changed this draft on Nov 20, 2026/))
    .toBeVisible()
  expect(saves).toBe(1)
  answer = saved
  await screen.getByRole('button', { name: 'Keep my entries' }).click()
  await expect.element(screen.getByText('Saved as a draft.')).toBeVisible()
})

test('says that the draft was submitted or removed, and leads to the grants', async () => {
  answer = () => refusal('conflict', { detail: 'Someone else submitted or removed this draft.' })
  const screen = await enterAmount()
  const notice = screen.getByRole('alert')
  await expect.element(notice.getByText('This draft is no longer saved')).toBeVisible()
  await expect
    .element(notice.getByText(`Someone else submitted or removed this draft. ${stillHere}`))
    .toBeVisible()
  await expect
    .element(screen.getByRole('link', { name: 'See all grants' }))
    .toHaveAttribute('href', '/grants')
})
