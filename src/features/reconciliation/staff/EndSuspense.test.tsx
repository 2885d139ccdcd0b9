import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isoDate } from '../../../domain/dates.ts'
import { applyClientStyle, showAt } from '../../../testing/screens/managed-screen.tsx'
import { authToken } from '../../../web/session/session-store.ts'
import type { SuspenseItem } from '../reconciliation.contract.ts'
import { EndSuspense } from './EndSuspense.tsx'
import '../../../web/styles.ts'

const item: SuspenseItem = {
  itemId: '01890a5d-ac96-474b-bcce-b302099a8057',
  ...{ accountName: 'Contributions', bookedOn: isoDate('2026-11-18'), days: 2, amountMinor: 50_00n },
  ...{ detail: 'GIFT 41', counterparty: null, reference: null, ownerName: null, note: null },
  suggestions: [
    { contributionNumber: 41, accountName: 'Ellison Fund', fundId: 110, amountMinor: 50_00n, reasons: [] },
  ],
  transfers: [],
  postingRequest: null,
}

const fetched = vi.fn<typeof fetch>()
const sent = (): unknown => JSON.parse(String(fetched.mock.calls[0]?.[1]?.body)).data.attributes

beforeEach(() => {
  applyClientStyle()
  authToken.replace('Bearer of-this-test', authToken.generation())
  fetched.mockReset()
  vi.stubGlobal('fetch', fetched)
})
afterEach(() => {
  vi.unstubAllGlobals()
  authToken.clear()
})

test('money in suspense becomes a contribution of whoever gave it', async () => {
  fetched.mockImplementation(async () => Response.json({ state: 'matched', postingRequest: null }))
  const { screen } = await showAt(
    '/',
    <EndSuspense item={item} currency="USD" books={[]} takesIra onDone={() => {}} onCancel={() => {}} />,
  )
  await screen.getByRole('radio', { name: /contribution/ }).click()
  await screen.getByLabelText('Reason').fill('It has its number')
  await screen.getByRole('radio', { name: /^Someone else/ }).click()
  await screen.getByRole('button', { name: 'Record the decision' }).click()
  await expect.element(screen.getByRole('link', { name: 'Enter the payer’s name' })).toBeVisible()
  await screen.getByRole('radio', { name: 'Trust or estate' }).click()
  await screen.getByLabelText('Name of the payer').fill('The Heron Trust')
  await screen.getByRole('button', { name: 'Record the decision' }).click()
  await expect.poll(() => fetched.mock.calls.length).toBeGreaterThan(0)
  expect(sent()).toEqual({
    ...{ end: 'matched', contributionNumber: 41, giftDate: '2026-11-18', toBook: null },
    payer: { kind: 'trust', name: 'The Heron Trust', address: null, acceptanceReason: null },
    reason: 'It has its number',
  })
})
