import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { isoDate } from '../../../domain/dates.ts'
import { pageFaults } from '../../../testing/browser/page-faults.ts'
import { staffScreens } from '../../../testing/screens/staff-screens.tsx'
import type { InactiveFund, InactiveFundDetails } from '../inactive-funds.contract.ts'
import { InactiveFundPage } from './InactiveFundPage.tsx'
import { InactiveFundsPage } from './InactiveFundsPage.tsx'
import '../../../web/styles.ts'

const { fetched, show } = staffScreens(['SUPER_DASHBOARD_VIEW', 'DOCUMENT_MANAGE', 'ESTATE_MANAGE'])
const [width, height] = [window.innerWidth, window.innerHeight]
beforeEach(() => page.viewport(320, 700))
afterEach(() => page.viewport(width, height))

const fund: InactiveFund = {
  accountId: '0190a000-0000-7000-8000-000000000001',
  fundId: 1234567,
  accountName: 'The Rowan and Hawthorn Family Fund for the Northern Harbor Towns',
  donorName: 'Ada Rowan',
  reasons: ['no-grant', 'no-successors', 'bounced-mail'],
  lastGrantOn: isoDate('2023-04-14'),
  openedOn: isoDate('2019-03-04'),
  availableMinor: 1_234_56n,
  lastStep: { kind: 'letter', at: '2026-04-15T10:00:00Z', byName: 'Erin Clerk' },
  termEndsOn: isoDate('2027-04-15'),
  isProposed: false,
}
const proposal = {
  defaultGrantId: '0190a000-0000-7000-8000-000000000003',
  charityName: 'ORCHARD COMMUNITY FOUNDATION',
  amountMinor: 300_00n,
  reason: 'No one answered',
  state: 'proposed',
  proposedByName: 'Erin Clerk',
  proposedAt: '2026-11-20T10:00:00Z',
  decidedByName: null,
  decidedAt: null,
  decisionReason: null,
  grantId: null,
  refusal: null,
} as const
const details: InactiveFundDetails = {
  ...fund,
  people: [{ name: 'Ada Rowan', role: 'donor', email: 'ada@rowan.example', address: [] }],
  answer: null,
  steps: [
    {
      stepId: '0190a000-0000-7000-8000-000000000002',
      kind: 'letter',
      note: null,
      byName: 'Erin Clerk',
      at: '2026-04-15T10:00:00Z',
      fileName: 'Your Donor-Advised Fund, 2026-04-15.pdf',
    },
  ],
  defaultGrants: {
    charityName: 'ORCHARD COMMUNITY FOUNDATION',
    termMonths: 12,
    refusal: null,
    data: [],
  },
}

/** As the server sends it: amounts are digits. */
const sent = (value: unknown) =>
  Response.json(
    JSON.parse(JSON.stringify(value, (_key, each) => (typeof each === 'bigint' ? String(each) : each))),
  )

test('lists funds with their reasons, filters them, and has no faults of access at 320 px', async () => {
  const asked: string[] = []
  fetched.mockImplementation(async address => {
    asked.push(String(address))
    return sent({
      data: [fund],
      meta: { total: 1, next: null },
      settings: { afterMonths: 24, smallBalanceMinor: 1_000_00n },
    })
  })
  const path = '/super-user-dashboard/inactive-funds'
  const screen = await show(<InactiveFundsPage />, { path, at: path })
  await expect.element(screen.getByRole('link', { name: /^The Rowan/ })).toBeVisible()
  await expect.element(screen.getByText('No recent grant, No successors, E-mail not delivered')).toBeVisible()
  await expect
    .element(screen.getByText(/without a grant for 24 months, with less than \$1,000/))
    .toBeVisible()
  expect(await pageFaults()).toEqual([])
  await screen.getByRole('combobox', { name: 'Reason' }).selectOptions('no-successors')
  await expect.poll(() => asked.at(-1)).toContain('reason=no-successors')
  await screen.getByRole('button', { name: 'Term over' }).click()
  await expect.poll(() => asked.at(-1)).toContain('view=term-over')
})

const address = '/super-user-dashboard/inactive-funds/$accountId'
const at = `/super-user-dashboard/inactive-funds/${fund.accountId}`

/** Shows a fund, and collects the attributes of the commands with the ends of their addresses. */
async function showFund(shown: InactiveFundDetails) {
  const commands: [string, unknown][] = []
  fetched.mockImplementation(async (asked, options) => {
    if (options?.method === 'POST')
      commands.push([
        String(asked).split(`${fund.accountId}/`)[1] ?? '',
        JSON.parse(String(options.body)).data.attributes,
      ])
    return sent(shown)
  })
  const screen = await show(<InactiveFundPage />, { path: address, at })
  await expect.element(screen.getByRole('heading', { name: fund.accountName })).toBeVisible()
  return { screen, commands }
}

test('records a step, sends a letter and proposes a grant by keyboard, without faults of access', async () => {
  const { screen, commands } = await showFund(details)
  expect(await pageFaults()).toEqual([])
  screen.getByRole('button', { name: 'Answered' }).element().focus()
  await userEvent.keyboard(' ')
  screen
    .getByRole('textbox', { name: /What they answered/ })
    .element()
    .focus()
  await userEvent.keyboard('They want to keep it')
  screen.getByRole('button', { name: 'Record the answer' }).element().focus()
  await userEvent.keyboard(' ')
  await expect.poll(() => commands).toEqual([['steps', { kind: 'answer', note: 'They want to keep it' }]])
  screen.getByRole('button', { name: 'Send a letter' }).element().focus()
  await userEvent.keyboard(' ')
  await expect.poll(() => commands.at(-1)).toEqual(['letters', {}])
  screen
    .getByRole('textbox', { name: /^Reason/ })
    .element()
    .focus()
  await userEvent.keyboard('No one answered')
  screen.getByRole('button', { name: 'Propose the grant' }).element().focus()
  await userEvent.keyboard(' ')
  await expect
    .poll(() => commands.at(-1))
    .toEqual(['default-grants', { amountMinor: '123456', reason: 'No one answered' }])
})

test('confirms a proposal or declines it with a reason; who proposed it reads why they cannot confirm', async () => {
  const waiting = { ...details.defaultGrants, refusal: 'A proposal waits for a second person.' }
  const withProposal = (refusal: string | null): InactiveFundDetails => ({
    ...details,
    defaultGrants: {
      ...waiting,
      charityName: 'ORCHARD COMMUNITY FOUNDATION',
      termMonths: 12,
      data: [{ ...proposal, refusal }],
    },
  })
  const { screen, commands } = await showFund(withProposal(null))
  expect(await pageFaults()).toEqual([])
  await screen.getByRole('button', { name: 'Confirm the grant' }).click()
  await expect.poll(() => commands.at(-1)?.[0]).toBe(`default-grants/${proposal.defaultGrantId}/confirm`)
  await screen.getByRole('button', { name: 'Decline the grant' }).click()
  await screen.getByRole('textbox', { name: /Why it is not made/ }).fill('They called us')
  await screen.getByRole('button', { name: 'Decline', exact: true }).click()
  await expect
    .poll(() => commands.at(-1))
    .toEqual([`default-grants/${proposal.defaultGrantId}/decline`, { reason: 'They called us' }])
  await screen.unmount()
  const own = await showFund(withProposal('You proposed this grant, so someone else has to confirm it.'))
  await expect.element(own.screen.getByText(/someone else has to confirm it/)).toBeVisible()
  await expect.element(own.screen.getByRole('button', { name: 'Confirm the grant' })).not.toBeInTheDocument()
})
