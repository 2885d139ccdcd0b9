import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { npt } from '../../clients/configuration/npt.ts'
import { permissions } from '../../contract/permissions.ts'
import { pageFaults } from '../../testing/browser/page-faults.ts'
import { applyClientStyle } from '../../testing/screens/managed-screen.tsx'
import { staffScreens } from '../../testing/screens/staff-screens.tsx'
import { StaffNavigation } from './StaffNavigation.tsx'
import '../styles.ts'

const [width, height] = [window.innerWidth, window.innerHeight]
const { fetched, show } = staffScreens([...permissions])
afterEach(async () => {
  document.documentElement.style.removeProperty('--sticky-top')
  await page.viewport(width, height)
})

/** The rail below a header of the height that staff see with a banner. */
async function showRail(at: string, size: readonly [width: number, height: number]) {
  await page.viewport(...size)
  applyClientStyle(npt)
  document.documentElement.style.setProperty('--sticky-top', '43px')
  fetched.mockImplementation(async () =>
    Response.json({ data: { 'to-approve': 3, 'thresholds-to-confirm': 1 } }),
  )
  await show(
    <div style={{ paddingBlockStart: 178 }}>
      <StaffNavigation />
    </div>,
    { path: at, at },
  )
  await expect.element(page.getByRole('link', { name: /^To approve/ })).toHaveTextContent('To approve3')
}
const rail = () => page.getByRole('navigation', { name: 'Super User Dashboard' }).element()

test('a window 900 pixels high has every page of the rail', async () => {
  await showRail('/super-user-dashboard/bank', [1440, 900])
  expect(rail().scrollHeight).toBeLessThanOrEqual(rail().clientHeight)
  await expect.element(page.getByRole('link', { name: 'Audit Log' })).toBeInViewport({ ratio: 1 })
  for (const link of page.getByRole('link').elements())
    expect(link.getBoundingClientRect().height).toBeGreaterThanOrEqual(24)
  expect(await pageFaults()).toEqual([])
})

test('a lower window has a shade at the edge behind which there are more, and shows the current page', async () => {
  await showRail('/super-user-dashboard/audit', [1280, 600])
  expect(rail().getBoundingClientRect().bottom).toBeLessThanOrEqual(600)
  expect(rail().scrollHeight).toBeGreaterThan(rail().clientHeight)
  expect(getComputedStyle(rail()).backgroundAttachment).toBe('local, local, scroll, scroll')
  await expect.element(page.getByRole('link', { name: 'Audit Log' })).toBeInViewport({ ratio: 1 })
})

test('the line of a phone has the current page in sight', async () => {
  await showRail('/super-user-dashboard/audit', [320, 640])
  await expect.element(page.getByRole('link', { name: 'Audit Log' })).toBeInViewport({ ratio: 1 })
  expect(await pageFaults()).toEqual([])
})
