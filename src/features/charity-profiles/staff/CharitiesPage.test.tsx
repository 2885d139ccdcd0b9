import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { pageFaults } from '../../../testing/browser/page-faults.ts'
import { staffScreens } from '../../../testing/screens/staff-screens.tsx'
import { CharitiesPage } from './CharitiesPage.tsx'
import '../../../web/styles.ts'

const path = '/super-user-dashboard/charities'
const { fetched, show } = staffScreens(['SUPER_DASHBOARD_VIEW'])

const lists: Readonly<Record<string, object>> = {
  '/api/charity-proposals': { data: [] },
  '/api/vettings': { data: [], asksDueDiligence: false, inForce: { noRegister: 2, dueDiligence: 0 } },
  '/api/payees-to-confirm': { data: [], meta: { total: 0 } },
  '/api/vetted-charities': { data: [], meta: { total: 0, next: null } },
}
/** What waits in each queue; every list is empty. */
const answer = (waiting: object) =>
  fetched.mockImplementation(async asked => {
    const { pathname } = new URL(String(asked instanceof Request ? asked.url : asked), location.origin)
    return Response.json(pathname === '/api/staff-queues' ? { data: waiting } : (lists[pathname] ?? {}))
  })
const chosen = (name: RegExp) => page.getByRole('button', { name })
const none = {
  ...{ 'charity-suggestions': 0, 'vettings-to-confirm': 0, 'payees-to-confirm': 0, 'vettings-to-renew': 0 },
}

test.each([
  [
    'a suggestion and a vetting',
    { 'charity-suggestions': 1, 'vettings-to-confirm': 1 },
    /^Suggested by donors/,
  ],
  ['a vetting to confirm', { 'vettings-to-confirm': 1, 'vettings-to-renew': 1 }, /^To confirm/],
  ['a payee to confirm', { 'payees-to-confirm': 1, 'vettings-to-renew': 1 }, /^To confirm/],
  ['a vetting to renew', { 'vettings-to-renew': 1 }, /^Vetted.*, 1 to renew$/],
  ['nothing', {}, /^Suggested by donors/],
])('with %s the page opens where something waits', async (_what, waiting, name) => {
  answer({ ...none, ...waiting })
  await show(<CharitiesPage />, { path, at: path })
  await expect.element(chosen(name)).toHaveAttribute('aria-pressed', 'true')
})

test('a list that was chosen is shown although something waits in another', async () => {
  answer({ ...none, 'vettings-to-confirm': 1 })
  await show(<CharitiesPage />, { path, at: `${path}?view=suggestions` })
  await expect.element(chosen(/^Suggested by donors/)).toHaveAttribute('aria-pressed', 'true')
  await expect.element(page.getByText('No suggestions are waiting for a decision.')).toBeVisible()
  expect(await pageFaults()).toEqual([])
})

test('the list stays when the last that waited was decided about', async () => {
  const waiting = { ...none, 'vettings-to-confirm': 1 }
  answer(waiting)
  await show(<CharitiesPage />, { path, at: path })
  await expect.element(chosen(/^To confirm/)).toHaveAttribute('aria-pressed', 'true')
  waiting['vettings-to-confirm'] = 0
  const asked = fetched.mock.calls.length
  window.dispatchEvent(new Event('visibilitychange'))
  await expect.poll(() => fetched.mock.calls.length).toBeGreaterThan(asked)
  await expect.element(chosen(/^To confirm/)).toHaveAttribute('aria-pressed', 'true')
})

test('payees and bank details that wait lead to the pages of their charities, and fit 320 px', async () => {
  const [width, height] = [window.innerWidth, window.innerHeight]
  await page.viewport(320, 800)
  const entered = { proposedByName: 'Ines Halloran', proposedAt: '2026-11-19T15:00:00Z' }
  fetched.mockImplementation(async asked => {
    const { pathname } = new URL(String(asked instanceof Request ? asked.url : asked), location.origin)
    const data = [
      { ...entered, charityId: 'US-EIN-043800895', name: 'HARBOR LIGHT', what: 'payee', isHere: true },
      { ...entered, charityId: 'GB-CHC-900001', name: 'Fen Relief', what: 'bank-details', isHere: false },
    ]
    if (pathname === '/api/payees-to-confirm') return Response.json({ data, meta: { total: 501 } })
    return Response.json(pathname === '/api/staff-queues' ? { data: none } : (lists[pathname] ?? {}))
  })
  await show(<CharitiesPage />, { path, at: `${path}?view=to-confirm` })
  await expect.element(chosen(/^To confirm \(501\)/)).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Harbor Light' }))
    .toHaveAttribute('href', '/super-user-dashboard/charities/US-EIN-043800895')
  await expect
    .element(page.getByRole('table', { name: /the 2 that have waited longest, of 501$/ }))
    .toBeVisible()
  await expect.element(page.getByText(/Confirm it where it was entered/)).toBeVisible()
  expect(await pageFaults()).toEqual([])
  await page.viewport(width, height)
})
