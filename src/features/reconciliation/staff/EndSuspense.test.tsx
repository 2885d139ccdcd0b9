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
    {
      ...{ contributionNumber: 41, accountName: 'Ellison Fund', fundId: 110, amountMinor: 50_00n },
      ...{ reasons: [], withItemIds: [] },
    },
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

const form = (of: SuspenseItem, others: readonly SuspenseItem[] = []) => (
  <EndSuspense
    {...{ item: of, others, currency: 'USD', books: [], takesIra: true }}
    onDone={() => {}}
    onCancel={() => {}}
  />
)

test('money in suspense becomes a contribution of whoever gave it', async () => {
  fetched.mockImplementation(async () => Response.json({ state: 'matched', postingRequest: null }))
  const { screen } = await showAt('/', form(item))
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
    ...{ shares: [], otherItemIds: [] },
    payer: { kind: 'trust', name: 'The Heron Trust', address: null, acceptanceReason: null },
    reason: 'It has its number',
  })
})

const suggestion = (contributionNumber: number, amountMinor: bigint, withItemIds: string[] = []) => ({
  ...{ contributionNumber, accountName: 'Ellison Fund', fundId: 110, amountMinor, reasons: [], withItemIds },
})

test('a credit whose text names several contributions offers their parts, and says what is left', async () => {
  fetched.mockImplementation(async () => Response.json({ state: 'matched', postingRequest: null }))
  const several = { ...item, suggestions: [suggestion(41, 30_00n), suggestion(42, 20_00n)] }
  const { screen } = await showAt('/', form(several))
  await screen
    .getByRole('radio', { name: /contribution/ })
    .first()
    .click()
  await expect.element(screen.getByLabelText('Amount of contribution 2')).toHaveValue('20.00')
  await expect.element(screen.getByText('Left for the first: $30.00')).toBeVisible()
  await screen.getByRole('button', { name: 'Add a part' }).click()
  await screen.getByLabelText('Reason').fill('It has their numbers')
  await screen.getByRole('button', { name: 'Record the decision' }).click()
  await expect.element(screen.getByRole('link', { name: 'Enter the amount of this part' })).toBeVisible()
  await screen.getByRole('button', { name: 'Remove contribution 3' }).click()
  await screen.getByRole('button', { name: 'Record the decision' }).click()
  await expect.poll(() => fetched.mock.calls.length).toBeGreaterThan(0)
  expect(sent()).toMatchObject({
    contributionNumber: 41,
    shares: [{ contributionNumber: 42, amountMinor: '2000' }],
    otherItemIds: [],
  })
})

test('credits of one payer that are a contribution together are chosen, and add up', async () => {
  fetched.mockImplementation(async () => Response.json({ state: 'matched', postingRequest: null }))
  const other = { ...item, itemId: '01890a5d-ac96-474b-bcce-b302099a8058', amountMinor: 75_00n }
  const together = { ...item, suggestions: [suggestion(41, 125_00n, [other.itemId])] }
  const { screen } = await showAt('/', form(together, [other]))
  await screen
    .getByRole('radio', { name: /contribution/ })
    .first()
    .click()
  await expect.element(screen.getByText('Together: $125.00')).toBeVisible()
  await screen.getByRole('checkbox').click()
  await expect.element(screen.getByText('Together: $50.00')).toBeVisible()
  await screen.getByLabelText('Reason').fill('Two wires')
  await screen.getByRole('button', { name: 'Record the decision' }).click()
  await expect.element(screen.getByRole('link', { name: 'Choose the other credits' })).toBeVisible()
  await screen.getByRole('checkbox').click()
  await screen.getByRole('button', { name: 'Record the decision' }).click()
  await expect.poll(() => fetched.mock.calls.length).toBeGreaterThan(0)
  expect(sent()).toMatchObject({ contributionNumber: 41, shares: [], otherItemIds: [other.itemId] })
})
