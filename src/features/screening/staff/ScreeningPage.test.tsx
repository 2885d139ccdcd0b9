import axe from 'axe-core'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { staffScreens } from '../../../testing/screens/staff-screens.tsx'
import type { Finding } from '../findings.contract.ts'
import { ScreeningPage } from './ScreeningPage.tsx'
import '../../../web/styles.ts'

const { fetched, show } = staffScreens(['SANCTIONS_SCREEN'])

const findingWith = (index: number): Finding => ({
  findingId: `0190a000-0000-7000-8000-0000000000${10 + index}`,
  state: 'dismissed',
  subjectKind: 'charity',
  charityId: 'US-EIN-990000001',
  ourName: `Vorzhak Traders of the Northern Harbor Towns ${index}`,
  list: 'ofac',
  listedName: 'VORZHAK TRADING AND SHIPPING COMPANY LIMITED',
  score: 0.9,
  foundAt: '2026-03-01T10:00:00Z',
  decidedAt: '2026-03-02T10:00:00Z',
  reportBy: null,
})
const place = {
  path: '/super-user-dashboard/screening',
  at: '/super-user-dashboard/screening?view=decided',
}

test('shows older decisions by keyboard, without faults of access, and fits 320 px', async () => {
  const [width, height] = [window.innerWidth, window.innerHeight]
  await page.viewport(320, 700)
  fetched.mockImplementation(async address => {
    const first = Number(new URL(String(address), location.origin).searchParams.get('first'))
    const rows = Array.from({ length: Math.min(first, 12) }, (_, index) => findingWith(index))
    return Response.json({ data: rows, meta: { total: 12, next: first < 12 ? 'more' : null } })
  })
  const screen = await show(<ScreeningPage />, place)
  await expect.element(screen.getByRole('link', { name: /Towns 9$/ })).toBeVisible()
  expect(screen.getByRole('link', { name: /Towns 11$/ }).query()).toBeNull()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
  const { violations } = await axe.run(document.body, { rules: { region: { enabled: false } } })
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
  screen.getByRole('button', { name: 'All' }).element().focus()
  await userEvent.keyboard(' ')
  await expect.element(screen.getByRole('link', { name: /Towns 11$/ })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: /Excel/ })).toBeVisible()
  await page.viewport(width, height)
})
