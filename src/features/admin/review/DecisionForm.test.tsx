import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { contextOfPage } from '../../../testing/screens/client-context.ts'
import { factsOf } from '../../../testing/screens/session-facts.ts'
import { authToken, sessionStore } from '../../../web/session/session-store.ts'
import type { StaffGrant } from '../../grants/staff-grants.contract.ts'
import { Decision } from './Decision.tsx'
import { DecisionForm } from './DecisionForm.tsx'

const grant = {
  grantId: '01a1f8a3-44cc-798e-904b-52ec9e9547c0',
  charityName: 'HARBOR LIGHT FOOD BANK',
  accountName: 'The Whitcombe Fund',
  fundId: 204318,
  amountMinor: 500_00n,
  returnedMinor: 0n,
  currency: 'USD',
  eligibility: { outcome: 'yes', reason: 'public-charity', sentence: 'A public charity.' },
} as StaffGrant

let sent: unknown[]

beforeEach(() => {
  sent = []
  const context = document.createElement('script')
  context.id = 'client-context'
  context.type = 'application/json'
  context.textContent = JSON.stringify(contextOfPage())
  document.head.append(context)
  authToken.replace('Bearer of-this-test', authToken.generation())
  sessionStore.set({
    state: 'signed-in',
    facts: factsOf({ actions: ['GRANT_APPROVE'] }),
    fundId: grant.fundId,
  })
  vi.stubGlobal('fetch', async (_address: string, request: RequestInit) => {
    sent.push(JSON.parse(String(request.body)).data.attributes)
    return Response.json(
      { type: 'urn:almoner:problem:conflict', title: 'Changed', status: 409, traceId: 't' },
      { status: 409 },
    )
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  authToken.clear()
  document.getElementById('client-context')?.remove()
})

const renderForm = (command: 'approve' | 'reject', about: Partial<StaffGrant> = {}) =>
  renderInRouter(() => (
    <DecisionForm command={command} grant={{ ...grant, ...about }} onSaved={() => {}} onFailed={() => {}} />
  ))

/** Renders in a router, which the form's guard against unsaved changes needs. */
async function renderInRouter(component: () => ReactNode) {
  const routeTree = createRootRoute({ component })
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: ['/'] }) })
  return await render(<RouterProvider router={router as never} />)
}

test('requires a message to the donor for a rejection, and sends the internal note separately', async () => {
  const screen = await renderForm('reject')
  const note = screen.getByRole('textbox', { name: 'Internal note' })
  const message = screen.getByRole('textbox', { name: 'Message to the donor' })
  await expect.element(note).toHaveAccessibleDescription(/Only staff and auditors can read it/)
  await note.fill('Compliance: see file 4711')
  await screen.getByRole('button', { name: 'Reject this grant' }).click()
  await expect.element(message).toHaveAccessibleDescription(/Write a message to the donor/)
  expect(sent).toEqual([])
  await message.fill('The appeal has ended.')
  await screen.getByRole('button', { name: 'Reject this grant' }).click()
  await screen.getByRole('alertdialog').getByRole('button', { name: 'Reject' }).click()
  await expect
    .poll(() => sent)
    .toEqual([{ reason: 'Compliance: see file 4711', message: 'The appeal has ended.' }])
})

test('requires an internal note, but no message, to approve a charity that staff must review', async () => {
  const eligibility = { outcome: 'person', reason: 'operating-foundation', sentence: 'Decide.' } as const
  const screen = await renderForm('approve', { eligibility })
  const note = screen.getByRole('textbox', { name: 'Internal note' })
  await screen.getByRole('button', { name: 'Approve this grant' }).click()
  await expect.element(note).toHaveAccessibleDescription(/Enter the evidence that you rely on/)
  await note.fill('Determination letter read')
  await screen.getByRole('button', { name: 'Approve this grant' }).click()
  await screen.getByRole('alertdialog').getByRole('button', { name: 'Approve' }).click()
  await expect.poll(() => sent).toEqual([{ reason: 'Determination letter read', message: null }])
})

test.each([
  ['nothing while a question to the donor is open', 'information_needed', []],
  ['Approve otherwise', null, ['Approve']],
] as const)('preselects %s (§13)', async (_what, reviewState, pressed) => {
  const may = { approve: null, reject: null, pay: 'This grant is under review.' }
  const screen = await renderInRouter(() => (
    <Decision grant={{ ...grant, may, reviewState }} onDone={() => {}} />
  ))
  await expect.element(screen.getByRole('button', { name: 'Reject', exact: true })).toBeVisible()
  const names = screen
    .getByRole('button', { pressed: true })
    .elements()
    .map(button => button.textContent)
  expect(names).toEqual(pressed)
  expect(screen.getByRole('form').elements()).toHaveLength(pressed.length)
  await screen.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect.element(screen.getByRole('form', { name: 'Approve' })).toBeVisible()
})
