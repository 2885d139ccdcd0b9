import { beforeEach, expect, test } from 'vitest'
import { npt } from '../../clients/configuration/npt.ts'
import { permissions } from '../../contract/permissions.ts'
import { applyClientStyle, showAt } from '../../testing/screens/managed-screen.tsx'
import { factsOf } from '../../testing/screens/session-facts.ts'
import { sessionStore } from '../session/session-store.ts'
import { FundActivityNavigation } from './FundActivityNavigation.tsx'

beforeEach(() => applyClientStyle(npt))

test('lists the pages that exist, and marks the current one (§2.6)', async () => {
  sessionStore.set({ state: 'signed-in', fundId: 204318, facts: factsOf({ actions: [...permissions] }) })
  const { screen } = await showAt('/fund-activity', <FundActivityNavigation current="Activity" />)
  const navigation = screen.getByRole('navigation', { name: 'Fund Activity' })
  await expect.element(navigation).toBeVisible()
  const links = navigation.getByRole('link').elements()
  expect(links.map(link => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Activity', '/fund-activity'],
    ['Grants', '/grants'],
    ['Schedules', '/grants/schedules'],
    ['Contributions', '/contributions'],
    ['Statements', '/account-documents?type=statement'],
  ])
  expect(links[0]?.getAttribute('aria-current')).toBe('page')
})

test('leaves out a page that the person may not open (§2.6)', async () => {
  const actions = permissions.filter(action => action !== 'FUND_ACTIVITY_VIEW')
  sessionStore.set({ state: 'signed-in', fundId: 204318, facts: factsOf({ actions }) })
  const { screen } = await showAt('/fund-activity', <FundActivityNavigation current="Activity" />)
  expect(screen.getByRole('link', { name: 'Activity' }).elements()).toEqual([])
})
