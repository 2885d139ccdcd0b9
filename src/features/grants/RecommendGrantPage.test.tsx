import { QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { RecommendGrantScreen } from '../../app/web/RecommendGrantScreen.tsx'
import type { Permission } from '../../contract/permissions.ts'
import { contextOfPage } from '../../testing/screens/client-context.ts'
import {
  account,
  charity,
  charityId,
  fundId,
  grant,
  savedDraft,
} from '../../testing/screens/recommendation.ts'
import { factsOf } from '../../testing/screens/session-facts.ts'
import { queryClient } from '../../web/api/query.ts'
import { parseSearch } from '../../web/routing/search-params.ts'
import { authToken, sessionStore } from '../../web/session/session-store.ts'
import type { Profile } from '../people/profile/profile.contract.ts'

const profile: Profile = { details: {}, revision: 0, grantNaming: null, notices: [], defaultFundId: null }

type Sent = { key: string | null; attributes: Record<string, unknown> }

let sent: Sent[]
/** The server's responses to the submissions, in order. */
let answers: (() => Response)[]

const refusal = (errors: Record<string, string[]>) => () =>
  Response.json(
    {
      type: 'urn:almoner:problem:validation',
      title: 'An error occurred.',
      status: 400,
      traceId: 't',
      errors,
    },
    { status: 400 },
  )

beforeEach(() => {
  sent = []
  answers = []
  const context = document.createElement('script')
  context.id = 'client-context'
  context.type = 'application/json'
  context.textContent = JSON.stringify(contextOfPage())
  document.head.append(context)
  vi.stubGlobal('fetch', async (address: string, request: RequestInit) => {
    if (request.method === 'POST') {
      const { data } = JSON.parse(String(request.body))
      if (address.includes('/grant-drafts/')) return Response.json(savedDraft(address, data.attributes))
      sent.push({ key: new Headers(request.headers).get('Idempotency-Key'), attributes: data.attributes })
      return answers.shift()?.() ?? Response.json(grant)
    }
    if (address.endsWith('/purposes')) return Response.json({ data: [] })
    if (address.endsWith('/grant-drafts')) return Response.json({ data: [], baskets: [] })
    if (address.includes('/charities/')) return Response.json(charity)
    if (address.includes('/my-profile')) return Response.json(profile)
    if (address.includes('/charity-list')) return Response.json({ data: [], meta: { total: 0, next: null } })
    return Response.json(account)
  })
})

afterEach(() => {
  sessionStorage.clear()
  vi.unstubAllGlobals()
  queryClient.clear()
  authToken.clear()
  document.getElementById('client-context')?.remove()
})

function signIn(actions: Permission[]): void {
  authToken.replace('Bearer of-this-test', authToken.generation())
  sessionStore.set({ state: 'signed-in', facts: factsOf({ actions }), fundId })
}

async function show(address: string) {
  const root = createRootRoute()
  const page = createRoute({
    getParentRoute: () => root,
    path: '/recommend-a-grant',
    component: RecommendGrantScreen,
  })
  const made = createRoute({
    getParentRoute: () => root,
    path: '/grants/$grantId',
    component: () => <h1>The grant</h1>,
  })
  const router = createRouter({
    routeTree: root.addChildren([page, made]),
    history: createMemoryHistory({ initialEntries: [address] }),
    parseSearch,
  })
  return await render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
}

async function fillAndSubmit(amount = '500') {
  const screen = await show(`/recommend-a-grant?charity=${charityId}`)
  await screen.getByRole('textbox', { name: 'Amount' }).fill(amount)
  await screen.getByRole('button', { name: 'Continue' }).click()
  await screen.getByRole('checkbox').click()
  await screen.getByRole('button', { name: 'Submit recommendation' }).click()
  return screen
}

test('asks for a confirmation of a repeat within 30 days, and sends both requests with one key (§13)', async () => {
  signIn(['GRANT_VIEW', 'GRANT_RECOMMEND'])
  answers = [refusal({ repeatConfirmed: ['You recommended the same amount. Recommend it again?'] })]
  const screen = await fillAndSubmit()
  await expect.element(screen.getByRole('alertdialog').getByText(/same amount/)).toBeVisible()
  await screen.getByRole('button', { name: 'Yes, recommend it again' }).click()
  await expect.element(screen.getByRole('heading', { name: 'The grant' })).toBeVisible()
  expect(sent.map(({ attributes }) => attributes.repeatConfirmed)).toEqual([false, true])
  expect(sent[0]?.key).toMatch(/^[0-9a-f-]{36}$/)
  expect(sent[1]?.key).toBe(sent[0]?.key)
})

async function fillPurpose(purposeText: string) {
  const screen = await show(`/recommend-a-grant?charity=${charityId}`)
  await screen.getByRole('textbox', { name: 'Amount' }).fill('500')
  await screen.getByRole('radio', { name: 'Other' }).click()
  await screen.getByRole('textbox', { name: 'What the grant is for' }).fill(purposeText)
  return screen
}

async function goOnAndSubmit(screen: Awaited<ReturnType<typeof show>>) {
  await screen.getByRole('button', { name: 'Continue' }).click()
  await screen.getByRole('checkbox').click()
  await screen.getByRole('button', { name: 'Submit recommendation' }).click()
}

const benefitQuestion = { name: 'Does anyone receive a benefit in return, such as tickets or a membership?' }

test('asks about a purpose that suggests a benefit, and sends the answer', async () => {
  signIn(['GRANT_VIEW', 'GRANT_RECOMMEND'])
  const screen = await fillPurpose('A table at the gala')
  const question = screen.getByRole('group', benefitQuestion)
  await expect.element(question).toBeVisible()
  await screen.getByRole('button', { name: 'Continue' }).click()
  await expect
    .element(question)
    .toHaveAccessibleDescription(/Tell us whether anyone receives something in return/)
  await screen.getByRole('radio', { name: 'Yes', exact: true }).click()
  await expect.element(question).toHaveAccessibleDescription(/receives in return/)
  await screen.getByRole('radio', { name: 'No, the cost of attending was paid separately' }).click()
  await goOnAndSubmit(screen)
  await expect.element(screen.getByRole('heading', { name: 'The grant' })).toBeVisible()
  expect(sent.map(({ attributes }) => [attributes.purposeText, attributes.benefitAnswer])).toEqual([
    ['A table at the gala', 'paid_otherwise'],
  ])
})

test('asks again after the purpose is changed, and not for a purpose that suggests no benefit', async () => {
  signIn(['GRANT_VIEW', 'GRANT_RECOMMEND'])
  const screen = await fillPurpose('Annual dinner')
  await screen.getByRole('radio', { name: 'No', exact: true }).click()
  const text = screen.getByRole('textbox', { name: 'What the grant is for' })
  await text.fill('Annual dinner, two tables')
  await expect.element(screen.getByRole('radio', { name: 'No', exact: true })).not.toBeChecked()
  await text.fill('Christmas dinner for the homeless')
  await expect.element(screen.getByRole('group', benefitQuestion)).not.toBeInTheDocument()
})

test('rejects a particular person while the text is typed, and suggests an acceptable wording', async () => {
  signIn(['GRANT_VIEW', 'GRANT_RECOMMEND'])
  const screen = await fillPurpose('For John Smith')
  await expect
    .element(screen.getByRole('textbox', { name: 'What the grant is for' }))
    .toHaveAccessibleDescription(/particular person.*Medical research/)
})

test('returns to the question where only the server asks it, and keeps the draft', async () => {
  signIn(['GRANT_VIEW', 'GRANT_RECOMMEND'])
  answers = [refusal({ benefitAnswer: [benefitQuestion.name] })]
  const screen = await fillPurpose('Wine and cheese')
  await goOnAndSubmit(screen)
  await expect.element(screen.getByRole('group', benefitQuestion)).toBeVisible()
  await expect.element(screen.getByRole('textbox', { name: 'Amount' })).toHaveValue('500')
  await expect
    .element(screen.getByRole('textbox', { name: 'What the grant is for' }))
    .toHaveValue('Wine and cheese')
  await screen.getByRole('radio', { name: 'No', exact: true }).click()
  await screen.getByRole('button', { name: 'Continue' }).click()
  await screen.getByRole('button', { name: 'Submit recommendation' }).click()
  await expect.element(screen.getByRole('heading', { name: 'The grant' })).toBeVisible()
  expect(sent.map(({ attributes }) => attributes.benefitAnswer)).toEqual([null, 'none'])
  expect(sent[1]?.key).toBe(sent[0]?.key)
})

test('returns to the step of a field that the server refuses, and keeps the draft (§13)', async () => {
  signIn(['GRANT_VIEW', 'GRANT_RECOMMEND'])
  answers = [refusal({ amountMinor: ['This is more than the available balance'] })]
  const screen = await fillAndSubmit()
  await expect.element(screen.getByRole('alert')).toHaveFocus()
  await expect.element(screen.getByRole('textbox', { name: 'Amount' })).toHaveValue('500')
  await expect
    .element(screen.getByRole('textbox', { name: 'Amount' }))
    .toHaveAccessibleDescription(/more than the available balance/)
})

test('returns to the search with the reason when the server refuses the charity (§13)', async () => {
  signIn(['GRANT_VIEW', 'GRANT_RECOMMEND'])
  answers = [refusal({ charityId: ['Choose a charity from the register'] })]
  const screen = await fillAndSubmit()
  await expect.element(screen.getByRole('searchbox', { name: 'Find a charity' })).toBeVisible()
  await expect.element(screen.getByText('Choose a charity from the register')).toBeVisible()
})

test('explains to a viewer that only donors recommend grants (§14)', async () => {
  signIn(['GRANT_VIEW'])
  const screen = await show('/recommend-a-grant')
  await expect.element(screen.getByText('You can view grants here')).toBeVisible()
  await expect.element(screen.getByRole('searchbox')).not.toBeInTheDocument()
})

const failure = () => new Response('', { status: 500 })
const draftsStored = () => Object.keys(sessionStorage).filter(key => key.startsWith('almoner-draft:'))

test('submits again after a failure and a reload, with what was entered and the same key (§8, §9)', async () => {
  signIn(['GRANT_VIEW', 'GRANT_RECOMMEND'])
  answers = [failure, failure]
  const screen = await fillAndSubmit('600')
  await screen.getByRole('button', { name: 'Submit again' }).click()
  await expect.poll(() => sent.length).toBe(2)
  // A reload ends the page without leaving its address.
  await screen.unmount()
  const reloaded = await show(`/recommend-a-grant?charity=${charityId}&step=review`)
  await expect.element(reloaded.getByText('$600.00').first()).toBeVisible()
  await reloaded.getByRole('button', { name: 'Submit again' }).click()
  await expect.element(reloaded.getByRole('heading', { name: 'The grant' })).toBeVisible()
  expect(sent.map(({ attributes }) => attributes.amountMinor)).toEqual(['60000', '60000', '60000'])
  expect(new Set(sent.map(({ key }) => key)).size).toBe(1)
  expect(draftsStored()).toEqual([])
})
