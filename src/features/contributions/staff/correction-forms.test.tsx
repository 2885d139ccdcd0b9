import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isoDate } from '../../../domain/dates.ts'
import { applyClientStyle, showAt } from '../../../testing/screens/managed-screen.tsx'
import { authToken } from '../../../web/session/session-store.ts'
import type { Contribution } from '../contributions.contract.ts'
import { CorrectContribution } from './CorrectContribution.tsx'
import { MoveContribution } from './MoveContribution.tsx'
import { ReverseContribution } from './ReverseContribution.tsx'
import '../../../web/styles.ts'

/** As far as the forms read it. */
const received = {
  contributionId: '01a1f8a3-44cc-798e-904b-52ec9e9547c9',
  ...{ transactionId: 41, fundId: 110, accountName: 'Ellison Fund', kind: 'cash', method: 'card' },
  giftDate: isoDate('2026-11-18'),
  payer: { kind: 'individual', name: 'Margaret Ellison', address: null, acceptanceReason: null },
  receipt: null,
  ...{ methods: ['check', 'card', 'wire'], takesIra: true },
} as unknown as Contribution

const done = vi.fn()
const forms = { contribution: received, onDone: done, onCancel: () => {} }
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

test('the move of a contribution says who gave it, whom staff have to choose', async () => {
  fetched.mockImplementation(async () => Response.json({ state: 'received' }))
  const { screen } = await showAt('/', <MoveContribution {...forms} />)
  await screen.getByLabelText('ID of the right account').fill('110001')
  await screen.getByLabelText('Reason').fill('It was for another fund')
  await screen.getByRole('button', { name: 'Ask for the move' }).click()
  await expect.element(screen.getByRole('link', { name: 'Choose who gave it' })).toBeVisible()
  await screen.getByRole('radio', { name: 'Someone else' }).click()
  await screen.getByRole('radio', { name: 'Company' }).click()
  await screen.getByLabelText('Name of the payer').fill('Heron plc')
  await screen.getByRole('button', { name: 'Ask for the move' }).click()
  await expect.poll(() => done.mock.calls.length).toBe(1)
  expect(sent()).toEqual({
    ...{ toFundId: 110_001, reason: 'It was for another fund' },
    payer: { kind: 'company', name: 'Heron plc', address: null, acceptanceReason: null },
  })
})

test('the correction of a contribution says how it came, and that an IRA takes two people', async () => {
  fetched.mockImplementation(async () => Response.json({ postingRequest: null }))
  const { screen } = await showAt('/', <CorrectContribution {...forms} />)
  await screen.getByRole('radio', { name: /^Individual retirement account/ }).click()
  await expect.element(screen.getByRole('button', { name: 'Ask for the correction' })).toBeVisible()
  await screen.getByRole('radio', { name: 'One person' }).click()
  await screen.getByRole('radio', { name: 'Check' }).click()
  await screen.getByLabelText('Reason').fill('It was a check')
  await screen.getByRole('button', { name: 'Correct it' }).click()
  await expect.poll(() => fetched.mock.calls.length).toBeGreaterThan(0)
  expect(sent()).toMatchObject({ method: 'check', payer: { kind: 'individual' } })
})

test('a contribution is taken back as a mistake, misdirected or never accepted, and for nothing else', async () => {
  fetched.mockImplementation(async () => Response.json({ state: 'received' }))
  const { screen } = await showAt('/', <ReverseContribution {...forms} />)
  await screen.getByLabelText('Reason').fill('The bank asked for it')
  await screen.getByRole('button', { name: 'Ask for the reversal' }).click()
  await expect.element(screen.getByRole('link', { name: 'Choose why it is taken back' })).toBeVisible()
  await screen.getByRole('radio', { name: /^It was misdirected/ }).click()
  await screen.getByRole('button', { name: 'Ask for the reversal' }).click()
  await expect.poll(() => fetched.mock.calls.length).toBeGreaterThan(0)
  expect(sent()).toEqual({ category: 'misdirected', reason: 'The bank asked for it' })
})
