import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { applyClientStyle, showAt } from '../../../testing/screens/managed-screen.tsx'
import { queryClient } from '../../../web/api/query.ts'
import { authToken } from '../../../web/session/session-store.ts'
import type { Contribution } from '../contributions.contract.ts'
import type { DocumentState } from '../domain/contribution.ts'
import { ContributionsTable } from './ContributionsTable.tsx'
import '../../../web/styles.ts'

const contributionWith = (state: DocumentState): Contribution => ({
  contributionId: '0190a000-0000-7000-8000-000000000001',
  transactionId: 41,
  enteredDate: '2026-11-20' as Contribution['enteredDate'],
  enteredBy: 'Ada Hart',
  fundId: 110,
  accountName: 'Ellison Fund',
  kind: 'securities',
  amountMinor: null,
  receivedMinor: null,
  assets: [],
  state: 'expected',
  cancelReason: null,
  announced: null,
  giftDate: null,
  payer: null,
  method: null,
  receipt: null,
  ageDays: 3,
  mayCorrect: false,
  needsCountersignature: false,
  document: {
    kind: 'letter-of-authorization',
    state,
    preparedDate: '2026-11-20' as Contribution['enteredDate'],
    isBeingWithdrawn: false,
    envelopeToCountersign: null,
    signers: [{ name: 'Margaret Ellison', state: 'waiting', date: null, reason: null }],
  },
  mayPrepare: false,
  ...{ methods: ['check' as const, 'card' as const, 'wire' as const], takesIra: true },
  mayReceive: false,
  mayCancel: false,
  movedTo: null,
  movedFrom: null,
  mayBounce: false,
  mayReverse: false,
  reverseViolation: null,
  postingRequest: null,
})

/** Fakes the list's endpoint with the states of its only document, in order; the last one repeats. */
function answerStates(...states: [DocumentState, ...DocumentState[]]) {
  const requests = vi.spyOn(window, 'fetch').mockImplementation(async () => {
    const state = states.length > 1 ? states.shift() : states[0]
    return Response.json({
      data: [contributionWith(state ?? 'pending')],
      meta: { total: 1, next: null },
    })
  })
  return () => requests.mock.calls.length
}

const corrected = vi.fn()

const show = async () =>
  (
    await showAt(
      '/',
      <ContributionsTable
        choices={null}
        shown={{ state: 'all', view: '10', sort: '-enteredDate' }}
        fundId={110}
        currency="USD"
        preparing={{ contributionId: null, prepare: async () => {} }}
        onCancel={() => {}}
        onReceive={() => {}}
        onCorrect={corrected}
      />,
    )
  ).screen

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  queryClient.clear()
  applyClientStyle()
  authToken.replace('Bearer of-this-test', authToken.generation())
})
afterEach(() => {
  vi.useRealTimers()
  authToken.clear()
})

test('shows that a document is ready without a reload', async () => {
  answerStates('preparing', 'preparing', 'pending')
  const screen = await show()
  await expect.element(screen.getByText('Being prepared')).toBeVisible()
  // Again until it shows: no request starts while another one is under way.
  const shownAfterInterval = () => {
    vi.advanceTimersByTime(3_000)
    return screen.getByText('Margaret Ellison').elements().length
  }
  await expect.poll(shownAfterInterval).toBe(1)
})

test('requests the list once while no document is being prepared', async () => {
  const requests = answerStates('pending')
  const screen = await show()
  await expect.element(screen.getByText('Margaret Ellison')).toBeVisible()
  vi.advanceTimersByTime(60_000)
  await expect.element(screen.getByText('Margaret Ellison')).toBeVisible()
  expect(requests()).toBe(1)
})

test('offers the reversal of what was received, and says what waits for a second person', async () => {
  const request = {
    kind: 'receive-contribution',
    requestedByName: 'Ngozi Ekwueme',
    requestedAt: '2026-11-20T15:00:00Z',
  }
  const rows = [
    { ...contributionWith('filed'), mayReverse: true },
    {
      ...contributionWith('filed'),
      contributionId: '01a1f8a3-44cc-798e-904b-52ec9e9547c9',
      transactionId: 42,
      postingRequest: request,
    },
  ]
  vi.spyOn(window, 'fetch').mockImplementation(async () =>
    Response.json({ data: rows, meta: { total: 2, next: null } }),
  )
  const screen = await show()
  await screen.getByRole('button', { name: /^Actions for contribution/ }).click()
  await screen.getByRole('button', { name: /^Reverse contribution/ }).click()
  expect(corrected).toHaveBeenCalledWith('reverse', expect.objectContaining({ mayReverse: true }))
  await expect.element(screen.getByText(/Receipt of a contribution, entered by Ngozi Ekwueme/)).toBeVisible()
  await expect
    .element(screen.getByRole('link', { name: 'Requests' }))
    .toHaveAttribute('href', '/super-user-dashboard/requests')
})

test('shows who gave what was received, when, how much and its receipt, and for how long the rest is expected', async () => {
  const received: Contribution = {
    ...contributionWith('filed'),
    ...{ kind: 'cash', state: 'received', ageDays: null, mayCorrect: true },
    ...{ amountMinor: 500_00n, receivedMinor: 1_234_56n },
    giftDate: '2026-11-18' as Contribution['enteredDate'],
    payer: { kind: 'company', name: 'Heron plc', address: null, acceptanceReason: null },
    receipt: { number: '2026-000012', state: 'issued', isFiled: true },
  }
  const expected = {
    ...contributionWith('pending'),
    contributionId: '01a1f8a3-44cc-798e-904b-52ec9e9547c9',
  }
  const sent = { ...received, amountMinor: '50000', receivedMinor: '123456' }
  vi.spyOn(window, 'fetch').mockImplementation(async () =>
    Response.json({ data: [sent, expected], meta: { total: 2, next: null } }),
  )
  const screen = await show()
  await expect.element(screen.getByText('Given Nov 18, 2026 by Heron plc')).toBeVisible()
  await expect.element(screen.getByText('Receipt 2026-000012')).toBeVisible()
  await expect.element(screen.getByText('1,234.56')).toBeVisible()
  await expect.element(screen.getByText('For 3 days')).toBeVisible()
  await screen.getByRole('button', { name: /^Actions for contribution/ }).click()
  await screen.getByRole('button', { name: /^Correct payer or date/ }).click()
  expect(corrected).toHaveBeenCalledWith('correct', expect.objectContaining({ mayCorrect: true }))
})
