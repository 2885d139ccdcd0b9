import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { IsoDate } from '../../../domain/dates.ts'
import { applyClientStyle, paragraph, showAt } from '../../../testing/screens/managed-screen.tsx'
import { factsOf } from '../../../testing/screens/session-facts.ts'
import { queryClient } from '../../../web/api/query.ts'
import type { CurrentAccount } from '../../../web/session/current-account.ts'
import { authToken, sessionStore } from '../../../web/session/session-store.ts'
import { AnnounceForm } from './AnnounceForm.tsx'
import type { Instructions } from './announcements.contract.ts'
import type { FundContribution } from './fund-contributions.contract.ts'
import '../../../web/styles.ts'

const account = { fundId: 110, currency: 'USD' } as CurrentAccount
const instructions: Instructions = {
  ways: (['wire', 'check', 'securities', 'fund-shares', 'sponsor'] as const).map(way => ({
    way,
    text: paragraph(`How to give by ${way}.`),
    facts: [{ label: 'Account number', value: '0000218840', isCopied: true }],
  })),
  otherAssets: paragraph('Please talk to us first.'),
  deadlines: [{ name: 'checks', gift: 'Checks by mail', on: '2026-12-31' as IsoDate }],
  violation: null,
}
const announced = {
  id: '0190a000-0000-7000-8000-000000000001',
  transactionId: 1_000_123,
  way: 'securities',
  amountMinor: null,
  assets: [{ ticker: 'HRN', description: 'Heron plc', quantity: '120.500000' }],
  sendsOn: null,
  sentFrom: 'Harbor Brokers',
  note: null,
  revision: 3,
} as unknown as FundContribution

const saved = vi.fn()
let sent: { url: string; body: unknown }[]

beforeEach(() => {
  sent = []
  saved.mockClear()
  queryClient.clear()
  applyClientStyle()
  authToken.replace('Bearer of-this-test', authToken.generation())
  sessionStore.set({
    state: 'signed-in',
    facts: factsOf({ actions: ['CONTRIBUTION_ANNOUNCE'] }),
    fundId: 110,
  })
  vi.spyOn(window, 'fetch').mockImplementation(async (url, init) => {
    if (String(url).includes('/contributions'))
      sent.push({ url: String(url), body: JSON.parse(String(init?.body)) })
    return Response.json({ contributionId: announced.id, transactionId: announced.transactionId })
  })
})
afterEach(() => authToken.clear())

type Shown = { instructions: Instructions; way: 'securities' | null }

const show = async (changed: FundContribution | null = null, about: Partial<Shown> = {}) =>
  (
    await showAt(
      '/contributions/contribute',
      <AnnounceForm
        account={account}
        instructions={instructions}
        way={null}
        changed={changed}
        onSaved={saved}
        {...about}
      />,
    )
  ).screen

test('says how each way is sent, and announces it once it is complete', async () => {
  const screen = await show()
  await expect.element(screen.getByText('December 31, 2026')).toBeVisible()
  await screen.getByRole('radio', { name: 'Other assets' }).click()
  await expect.element(screen.getByText('Please talk to us first.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Announce the contribution' }).elements()).toEqual([])
  await screen.getByRole('radio', { name: 'Check' }).click()
  await expect.element(screen.getByText('How to give by check.')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Copy Account number' })).toBeVisible()
  await screen.getByRole('button', { name: 'Announce the contribution' }).click()
  await expect.element(screen.getByText('Enter the amount').first()).toBeVisible()
  expect(sent).toEqual([])
  await screen.getByRole('textbox', { name: 'Amount' }).fill('250.50')
  await screen.getByRole('button', { name: 'Announce the contribution' }).click()
  await expect.poll(() => saved.mock.calls.length).toBe(1)
  expect(sent).toMatchObject([
    {
      url: '/api/accounts/110/contributions/announce',
      body: {
        data: { attributes: { way: 'check', amountMinor: '25050', sendsOn: null, sentFrom: '', note: '' } },
      },
    },
  ])
})

test('offers only what the sponsor takes, also where the address names something else', async () => {
  const ways = instructions.ways.filter(({ way }) => way === 'wire' || way === 'check')
  const screen = await show(null, { instructions: { ...instructions, ways }, way: 'securities' })
  const names = screen
    .getByRole('radio')
    .elements()
    .map(radio => radio.parentElement?.textContent)
  expect(names).toEqual(['Wire', 'Check', 'Other assets'])
  expect(screen.getByRole('radio', { checked: true }).elements()).toEqual([])
})

test('changes the lines of what was announced, with the revision that it shows', async () => {
  const screen = await show(announced)
  await expect.element(screen.getByText('1000123')).toBeVisible()
  await expect.element(screen.getByRole('textbox', { name: 'Quantity' })).toHaveValue('120.5')
  await screen.getByRole('button', { name: 'Add an asset' }).click()
  await screen.getByRole('button', { name: 'Save the changes' }).click()
  await expect.element(screen.getByText('Describe the asset').first()).toBeVisible()
  await screen.getByRole('button', { name: 'Remove asset 2' }).click()
  await screen.getByRole('textbox', { name: 'Quantity' }).fill('80')
  await screen.getByRole('button', { name: 'Save the changes' }).click()
  await expect.poll(() => saved.mock.calls.length).toBe(1)
  expect(sent).toMatchObject([
    {
      body: {
        data: {
          attributes: {
            revision: 3,
            announcement: {
              way: 'securities',
              sentFrom: 'Harbor Brokers',
              assets: [{ ticker: 'HRN', description: 'Heron plc', quantity: '80' }],
            },
          },
        },
      },
    },
  ])
})
