import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { isoDate } from '../../../domain/dates.ts'
import { pageFaults } from '../../../testing/browser/page-faults.ts'
import { staffScreens } from '../../../testing/screens/staff-screens.tsx'
import type { RegisterChange, RegisterChangeDetails } from '../register-changes.contract.ts'
import { RegisterChangePage } from './RegisterChangePage.tsx'
import { RegisterChangesPage } from './RegisterChangesPage.tsx'
import '../../../web/styles.ts'

const { fetched, show } = staffScreens(['SUPER_DASHBOARD_VIEW', 'CHARITY_EDIT'])

const changeWith = (index: number): RegisterChange => ({
  changeId: `0190a000-0000-7000-8000-0000000000${10 + index}`,
  state: 'open',
  charityId: 'US-EIN-990000001',
  charityName: `LARCH RELIEF SOCIETY OF THE NORTHERN HARBOR TOWNS ${index}`,
  fileDate: isoDate('2026-04-14'),
  kinds: ['gone', 'renamed'],
  stops: true,
  concerned: { grant: 2, schedule: 1 },
  foundAt: '2026-04-15T10:00:00Z',
  decidedByName: null,
  decidedAt: null,
})
const facts = {
  ...{ name: 'LARCH RELIEF', subsection: '03', foundation: '15', deductibility: '1', status: '01' },
  ...{ removedOn: null, leftOn: null, isUnread: false },
}
const details: RegisterChangeDetails = {
  ...changeWith(0),
  fileName: 'eo_pennsylvania_and_neighbouring_states.csv',
  before: facts,
  after: { ...facts, leftOn: isoDate('2026-04-14'), name: 'LARCH RELIEF SOCIETY' },
  items: [
    {
      ...{
        what: 'grant',
        objectId: '0190a000-0000-7000-8000-000000000099',
        effect: 'returned',
        fundId: 1234567,
      },
      ...{ accountName: 'The Finch Family Fund', transactionId: '1001' },
    },
  ],
  reason: null,
  needsNoReview: false,
}

test('lists changes and filters them by kind, without faults of access, and fits 320 px', async () => {
  const [width, height] = [window.innerWidth, window.innerHeight]
  await page.viewport(320, 700)
  const asked: string[] = []
  fetched.mockImplementation(async address => {
    asked.push(String(address))
    return Response.json({ data: [changeWith(1), changeWith(2)], meta: { total: 2, next: null } })
  })
  const path = '/super-user-dashboard/register-changes'
  const screen = await show(<RegisterChangesPage />, { path, at: path })
  await expect.element(screen.getByRole('link', { name: /Towns 1$/ })).toBeVisible()
  await expect.element(screen.getByText('2 grants before payment, 1 schedule').first()).toBeVisible()
  expect(await pageFaults()).toEqual([])
  await screen.getByRole('combobox', { name: 'Change' }).selectOptions('gone')
  await expect.poll(() => asked.at(-1)).toContain('kind=gone')
  await page.viewport(width, height)
})

test('shows a change and takes a decision by keyboard, without faults of access, and fits 320 px', async () => {
  const [width, height] = [window.innerWidth, window.innerHeight]
  await page.viewport(320, 700)
  const sent: unknown[] = []
  fetched.mockImplementation(async (_address, options) => {
    if (options?.method === 'POST') sent.push(JSON.parse(String(options.body)))
    return Response.json(details)
  })
  const path = '/super-user-dashboard/register-changes/$changeId'
  const screen = await show(<RegisterChangePage />, {
    path,
    at: `/super-user-dashboard/register-changes/${details.changeId}`,
  })
  await expect.element(screen.getByText('LARCH RELIEF before, LARCH RELIEF SOCIETY now')).toBeVisible()
  await expect.element(screen.getByRole('link', { name: 'Grant 1001' })).toBeVisible()
  expect(await pageFaults()).toEqual([])
  screen
    .getByRole('textbox', { name: /What you found/ })
    .element()
    .focus()
  await userEvent.keyboard('It is listed under its parent now')
  screen.getByRole('button', { name: 'Let schedules go on' }).element().focus()
  await userEvent.keyboard(' ')
  await expect
    .poll(() => sent)
    .toMatchObject([
      {
        data: {
          attributes: { decision: 'continue', reason: 'It is listed under its parent now', seen: 'open' },
        },
      },
    ])
  await page.viewport(width, height)
})

test('says what schedules do after the decision, and nothing of a new charity but what its row has', async () => {
  const path = '/super-user-dashboard/register-changes/$changeId'
  const at = `/super-user-dashboard/register-changes/${details.changeId}`
  const schedule = { what: 'schedule', objectId: 'one', effect: 'waits', fundId: 1234567 } as const
  const decided: RegisterChangeDetails = {
    ...details,
    ...{
      state: 'continued',
      reason: 'It moved',
      decidedByName: 'Ann Lee',
      decidedAt: '2026-04-16T10:00:00Z',
    },
    items: [{ ...schedule, accountName: 'The Finch Family Fund', transactionId: null }],
  }
  fetched.mockImplementation(async () => Response.json(decided))
  const screen = await show(<RegisterChangePage />, { path, at })
  await expect.element(screen.getByText(/^Schedule, The Finch Family Fund.*: Goes on$/)).toBeVisible()
  await expect.element(screen.getByText(/^Schedules to this charity go on\./)).toBeVisible()
  expect(screen.getByText(/until you decide/).elements()).toEqual([])

  fetched.mockImplementation(async () => Response.json({ ...decided, state: 'stopped' }))
  const stopped = await show(<RegisterChangePage />, { path, at })
  await expect.element(stopped.getByText(/^Schedules to this charity wait\./)).toBeVisible()

  fetched.mockImplementation(async () => Response.json({ ...decided, state: 'open', needsNoReview: true }))
  const over = await show(<RegisterChangePage />, { path, at })
  await expect.element(over.getByText(/^The charity can receive grants without a review now/)).toBeVisible()

  const registered = { ...details, kinds: ['on-register'], before: null, after: facts, stops: false }
  fetched.mockImplementation(async () => Response.json(registered))
  const added = await show(<RegisterChangePage />, { path, at })
  await expect.element(added.getByText('LARCH RELIEF', { exact: true })).toBeVisible()
  expect(added.getByText('No longer', { exact: true }).elements()).toEqual([])
  expect(added.getByText('Line could not be read').elements()).toEqual([])
})
