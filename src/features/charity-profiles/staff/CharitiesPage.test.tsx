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
  '/api/vetted-charities': { data: [], meta: { total: 0, next: null } },
}
/** What waits in each queue; every list is empty. */
const answer = (waiting: object) =>
  fetched.mockImplementation(async asked => {
    const { pathname } = new URL(String(asked instanceof Request ? asked.url : asked), location.origin)
    return Response.json(pathname === '/api/staff-queues' ? { data: waiting } : (lists[pathname] ?? {}))
  })
const chosen = (name: RegExp) => page.getByRole('button', { name })
const none = { 'charity-suggestions': 0, 'vettings-to-confirm': 0, 'vettings-to-renew': 0 }

test.each([
  [
    'a suggestion and a vetting',
    { 'charity-suggestions': 1, 'vettings-to-confirm': 1 },
    /^Suggested by donors/,
  ],
  ['a vetting to confirm', { 'vettings-to-confirm': 1, 'vettings-to-renew': 1 }, /^To confirm/],
  ['a vetting to renew', { 'vettings-to-renew': 1 }, /^Vetted/],
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
