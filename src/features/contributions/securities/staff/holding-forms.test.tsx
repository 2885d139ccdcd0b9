import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { applyClientStyle, showAt } from '../../../../testing/screens/managed-screen.tsx'
import { authToken } from '../../../../web/session/session-store.ts'
import type { Holding } from '../holdings.contract.ts'
import { HoldingForm, type OpenHoldingForm } from './HoldingForm.tsx'
import '../../../../web/styles.ts'

/** As far as the forms read it. */
// The forms read these alone.
const holding = {
  holdingId: '01a1f8a3-44cc-798e-904b-52ec9e9547c9',
  ...{ fundId: 110, description: 'Heron plc', unitsLeft: '120.5' },
} as unknown as Holding

const done = vi.fn()
const fetched = vi.fn<typeof fetch>()
const sent = (): unknown => JSON.parse(String(fetched.mock.calls[0]?.[1]?.body)).data.attributes

beforeEach(() => {
  applyClientStyle()
  authToken.replace('Bearer of-this-test', authToken.generation())
  done.mockReset()
  fetched.mockReset()
  fetched.mockImplementation(async () => Response.json({ postingRequest: null }))
  vi.stubGlobal('fetch', fetched)
})
afterEach(() => {
  vi.unstubAllGlobals()
  authToken.clear()
})

const show = async (kind: 'sell' | 'release' | 'value') => {
  const form: OpenHoldingForm = { kind, holding }
  const { screen } = await showAt(
    '/',
    <HoldingForm form={form} currency="USD" onDone={done} onCancel={() => {}} />,
  )
  return screen
}

test('a sale of some units names its proceeds, and has no costs unless they are entered', async () => {
  const screen = await show('sell')
  await expect.element(screen.getByLabelText('Units sold')).toHaveValue('120.5')
  await screen.getByRole('button', { name: 'Post the sale' }).click()
  await expect.element(screen.getByRole('link', { name: 'Enter an amount above 0' })).toBeVisible()
  await screen.getByLabelText('Units sold').fill('20')
  await screen.getByLabelText('Proceeds before costs').fill('2,100.50')
  await screen.getByRole('button', { name: 'Post the sale' }).click()
  await expect.poll(() => done.mock.calls.length).toBe(1)
  expect(sent()).toMatchObject({ units: '20', proceedsMinor: '210050', costMinor: '0' })
  expect(done.mock.calls[0]?.[0]).toBe('The sale of Heron plc was posted. Its proceeds can be granted now.')
})

test('a release has a reason, and says where it waits for a second person', async () => {
  const postingRequest = {
    kind: 'dispose-of-holding',
    requestedByName: 'Prudence Gale',
    requestedAt: '2026-11-20T12:00:00Z',
  }
  fetched.mockImplementation(async () => Response.json({ postingRequest }))
  const screen = await show('release')
  await screen.getByLabelText('Units released').fill('two')
  await screen.getByRole('button', { name: 'Release the asset' }).click()
  expect(fetched).not.toHaveBeenCalled()
  await screen.getByLabelText('Units released').fill('120.5')
  await screen.getByLabelText('Reason').fill('No longer restricted')
  await screen.getByRole('button', { name: 'Release the asset' }).click()
  await expect.poll(() => done.mock.calls.length).toBe(1)
  expect(sent()).toEqual({ units: '120.5', reason: 'No longer restricted' })
  expect(done.mock.calls[0]?.[0]).toContain('was not posted yet')
})

test('a valuation needs a value and its source, and posts nothing', async () => {
  fetched.mockImplementation(async () => Response.json({}))
  const screen = await show('value')
  await expect.element(screen.getByText(/Nothing is posted/)).toBeVisible()
  await screen.getByLabelText('Value of all units held').fill('15000')
  await screen.getByRole('button', { name: 'Save the valuation' }).click()
  await expect.element(screen.getByRole('link', { name: 'Enter where the value comes from' })).toBeVisible()
  await screen.getByLabelText('Source').fill('Elm Valuers')
  await screen.getByRole('button', { name: 'Save the valuation' }).click()
  await expect.poll(() => fetched.mock.calls.length).toBeGreaterThan(0)
  expect(sent()).toMatchObject({ valueMinor: '1500000', source: 'Elm Valuers' })
})
