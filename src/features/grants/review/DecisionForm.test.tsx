import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { contextOfPage } from '../../../testing/screens/client-context.ts'
import { factsOf } from '../../../testing/screens/session-facts.ts'
import { authToken, sessionStore } from '../../../web/session/session-store.ts'
import { Decision } from './Decision.tsx'
import { DecisionForm } from './DecisionForm.tsx'
import type { StaffGrant } from './staff-grants.contract.ts'

const grant = {
  grantId: '01a1f8a3-44cc-798e-904b-52ec9e9547c0',
  charityName: 'HARBOR LIGHT FOOD BANK',
  accountName: 'The Whitcombe Fund',
  fundId: 204318,
  amountMinor: 500_00n,
  returnedMinor: 0n,
  currency: 'USD',
  eligibility: { outcome: 'yes', reason: 'public-charity', sentence: 'A public charity.' },
  returns: [] as StaffGrant['returns'],
} as StaffGrant

const charityNow: StaffGrant['charityNow'] = {
  refusedByStaff: false,
  paysByEft: true,
  payee: {
    name: 'Harbor Light',
    bankName: null,
    address: null,
    email: null,
    method: 'eft',
    lastFour: '7766',
    changes: [],
    digest: '5e'.repeat(32),
  },
  evidence: {},
}

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

const renderForm = (
  command: 'approve' | 'reject' | 'return' | 'reverseReturn',
  about: Partial<StaffGrant> = {},
) =>
  renderInRouter(() => (
    <DecisionForm command={command} grant={{ ...grant, ...about }} onSaved={() => {}} onFailed={() => {}} />
  ))

/** Renders in a router, which the form's guard against unsaved changes needs. */
async function renderInRouter(component: () => ReactNode) {
  const routeTree = createRootRoute({ component })
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: ['/'] }) })
  return await render(<RouterProvider router={router as never} />)
}

test('takes back the return that is chosen, with a message to the donor', async () => {
  const one = { entryId: '01a1f8a3-44cc-798e-904b-52ec9e9547c1', amountMinor: 100_00n, on: '2026-03-03' }
  const two = { entryId: '01a1f8a3-44cc-798e-904b-52ec9e9547c2', amountMinor: 50_00n, on: '2026-03-09' }
  const returns = [
    { ...one, reference: 'A-1' },
    { ...two, reference: null },
  ] as StaffGrant['returns']
  const screen = await renderForm('reverseReturn', { returnedMinor: 150_00n, returns })
  const choice = screen.getByRole('combobox', { name: 'Which return' })
  await choice.selectOptions('$100.00 on March 3, 2026, reference A-1')
  await screen.getByRole('textbox', { name: 'Message to the donor' }).fill('It was another charity')
  await screen.getByRole('button', { name: 'Ask to take back the return' }).click()
  const dialog = screen.getByRole('alertdialog')
  await expect.poll(() => dialog.element().textContent).toMatch(/\$100\.00.*A-1.*March 3, 2026/)
  await dialog.getByRole('button', { name: 'Take back return' }).click()
  await expect.poll(() => sent).toEqual([{ entryId: one.entryId, message: 'It was another charity' }])
})

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
  const screen = await renderForm('approve', { eligibility, charityNow })
  const note = screen.getByRole('textbox', { name: 'Internal note' })
  await screen.getByRole('button', { name: 'Approve this grant' }).click()
  await expect.element(note).toHaveAccessibleDescription(/Enter the evidence that you rely on/)
  await note.fill('Determination letter read')
  await screen.getByRole('button', { name: 'Approve this grant' }).click()
  await screen.getByRole('alertdialog').getByRole('button', { name: 'Approve' }).click()
  await expect
    .poll(() => sent)
    .toEqual([
      {
        reason: 'Determination letter read',
        message: null,
        controlsSupported: null,
        payeeSeen: '5e'.repeat(32),
      },
    ])
})

test('asks who controls what a supporting organization supports, and refuses a yes', async () => {
  const eligibility = { outcome: 'person', reason: 'supporting-organization', sentence: 'Decide.' } as const
  const screen = await renderForm('approve', { eligibility })
  await screen.getByRole('textbox', { name: 'Internal note' }).fill('Letter read')
  const approve = async () => await screen.getByRole('button', { name: 'Approve this grant' }).click()
  await approve()
  const group = screen.getByRole('group', { name: /control an organization that this charity supports/ })
  await expect.element(group).toHaveAccessibleDescription(/Answer the question about control/)
  await screen.getByRole('radio', { name: 'Yes' }).click()
  await expect.element(group).toHaveAccessibleDescription(/taxable distribution/)
  expect(sent).toEqual([])
  await screen.getByRole('radio', { name: 'No' }).click()
  await approve()
  await screen.getByRole('alertdialog').getByRole('button', { name: 'Approve' }).click()
  await expect.poll(() => sent).toMatchObject([{ controlsSupported: false }])
})

test.each([
  ['nothing while a question to the donor is open', 'information_needed', ['Approve', 'Reject']],
  ['Approve otherwise', null, ['Reject']],
] as const)('preselects %s (§13)', async (_what, reviewState, others) => {
  const commands = { approve: null, reject: null, pay: 'This grant is under review.' }
  const screen = await renderInRouter(() => (
    <Decision grant={{ ...grant, commands, reviewState }} onDone={() => {}} />
  ))
  await expect.element(screen.getByRole('button', { name: 'Reject', exact: true })).toBeVisible()
  const names = screen
    .getByRole('group')
    .getByRole('button')
    .elements()
    .map(button => button.textContent)
  expect(names).toEqual(others)
  expect(screen.getByRole('form').elements()).toHaveLength(2 - others.length)
  await screen.getByRole('button', { name: 'Reject', exact: true }).click()
  await expect.element(screen.getByRole('textbox', { name: 'Internal note' })).toHaveFocus()
  await screen.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect.element(screen.getByRole('form', { name: 'Approve' })).toBeVisible()
})

test('a return names the bank’s reference and day, and asks about one that may be recorded already', async () => {
  const question = 'A return of $200.00 on May 3, 2026 is already recorded. Is this another one?'
  vi.stubGlobal('fetch', async (_address: string, request: RequestInit) => {
    sent.push(JSON.parse(String(request.body)).data.attributes)
    return Response.json(
      {
        ...{ type: 'urn:almoner:problem:validation', title: 'No', status: 400, traceId: 't' },
        errors: { isAnother: [question] },
      },
      { status: 400 },
    )
  })
  const screen = await renderForm('return', { returnedMinor: 100_00n })
  const submit = async () => await screen.getByRole('button', { name: 'Record the return' }).click()
  const confirm = async () =>
    await screen.getByRole('alertdialog').getByRole('button', { name: 'Return' }).click()
  await submit()
  const reference = screen.getByRole('textbox', { name: 'Bank’s reference' })
  await expect.element(reference).toHaveAccessibleDescription(/Enter the bank’s reference/)
  expect(sent).toEqual([])
  await screen.getByRole('textbox', { name: 'Amount returned' }).fill('200')
  await reference.fill('SVCR-777')
  await screen.getByRole('textbox', { name: 'Message to the donor' }).fill('A part came back.')
  await screen.getByRole('textbox', { name: 'Day on the statement' }).fill('5/3/2026')
  expect(screen.getByRole('checkbox').elements()).toHaveLength(0)
  await submit()
  await confirm()
  const box = screen.getByRole('checkbox', { name: 'This is another return' })
  await expect.element(box).toHaveAccessibleDescription(question)
  await box.click()
  await expect.element(screen.getByText(question)).toBeVisible()
  // Another amount is another return, about which nothing was asked.
  await screen.getByRole('textbox', { name: 'Amount returned' }).fill('150')
  expect(screen.getByRole('checkbox').elements()).toHaveLength(0)
  await submit()
  const dialog = screen.getByRole('alertdialog')
  const asks = () => dialog.element().textContent
  await expect.poll(asks).toMatch(/\$150\.00.*SVCR-777.*May 3, 2026.*keeps\$250\.00/)
  await confirm()
  await expect.element(box).not.toBeChecked()
  await box.click()
  await submit()
  await confirm()
  await expect.poll(() => sent).toHaveLength(3)
  expect(sent).toMatchObject([{ isAnother: false }, { isAnother: false }, { isAnother: true }])
  expect(sent[2]).toEqual({
    ...{ reason: null, message: 'A part came back.', returnedMinor: '15000', remainingMinor: '40000' },
    ...{ bankReference: 'SVCR-777', returnedOn: '2026-05-03', isAnother: true },
  })
})
