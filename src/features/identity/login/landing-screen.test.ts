import { expect, test } from 'vitest'
import type { Permission } from '../../../contract/permissions.ts'
import { contextOfPage } from '../../../testing/screens/client-context.ts'
import { factsOf } from '../../../testing/screens/session-facts.ts'
import { landingScreen } from './landing-screen.ts'

const { clientSettings } = contextOfPage()
const landing = (returnTo: string, actions: Permission[], about: { forceEmailChange?: boolean } = {}) =>
  landingScreen(
    returnTo,
    { state: 'signed-in', facts: factsOf({ actions, ...about }), fundId: 204318 },
    clientSettings,
  )

test('staff, auditors, advisors and bankers land on their dashboard, other people on home (§2.1)', () => {
  expect(landing('/', ['SUPER_DASHBOARD_VIEW', 'ADVISOR_DASHBOARD_VIEW'])).toBe('/super-user-dashboard')
  expect(landing('/', ['ADVISOR_DASHBOARD_VIEW', 'FUND_ACTIVITY_VIEW'])).toBe('/financial-advisor-dashboard')
  expect(landing('/', [])).toBe('/')
})

test('a screen that was asked for comes first, and a forced change of e-mail before all (§2.1, §4)', () => {
  expect(landing('/fund-activity', ['SUPER_DASHBOARD_VIEW'])).toBe('/fund-activity')
  expect(landing('/', ['SUPER_DASHBOARD_VIEW'], { forceEmailChange: true })).toBe('/')
  expect(landingScreen('/', { state: 'signed-out' }, clientSettings)).toBe('/')
})
