import type { ComponentType } from 'react'
import type { Permission, Scope } from '../contract/permissions.ts'
import type { ScreenPath } from '../contract/screen-paths.ts'
import { DeniedPage } from '../features/shell/DeniedPage.tsx'

/**
 * Who may open a screen (§2.1, open-points 3). The server asks again at each call; this only spares people a screen that
 * would show nothing.
 */
export type ScreenAccess =
  | 'anyone'
  | 'signed-in'
  | { scope: Scope; action: Permission }
  | { action: Permission }

export type Screen = {
  title: string
  access: ScreenAccess
  /** Screens of the staff are about many accounts: the balance of the current one would be read as part of them. */
  hidesAccount?: true
  load: () => Promise<ComponentType>
}

/** The table of screens: address → title, guard, and the code that is fetched when it is first opened. */
export const screens = {
  '/': {
    title: 'Home',
    access: 'anyone',
    load: async () => (await import('../features/home/HomePage.tsx')).HomePage,
  },
  '/403': {
    title: 'Permission Denied',
    access: 'anyone',
    // With the first bundle, because any screen may turn out to be this one.
    load: async () => DeniedPage,
  },
  '/sign-in': {
    title: 'Log In',
    access: 'anyone',
    load: async () => (await import('../features/sign-in/SignInPage.tsx')).SignInPage,
  },
  '/sso': {
    title: 'Logging in...',
    access: 'anyone',
    load: async () => (await import('../features/sign-in/SsoPage.tsx')).SsoPage,
  },
  '/fund-activity': {
    title: 'Fund Activity',
    access: { scope: 'api_access', action: 'FUND_ACTIVITY_VIEW' },
    load: async () => (await import('../features/fund-activity/FundActivityPage.tsx')).FundActivityPage,
  },
  '/grant-activity/$charityId': {
    title: 'Grant Charity Activity',
    access: { scope: 'api_access', action: 'FUND_AC_DETAIL_VIEW' },
    load: async () => (await import('../features/charities/CharityActivityPage.tsx')).CharityActivityPage,
  },
  '/recommend-a-grant': {
    title: 'Recommend a Grant',
    access: { action: 'GRANT_VIEW' },
    load: async () => (await import('../features/grants/RecommendGrantPage.tsx')).RecommendGrantPage,
  },
  '/grants/$grantId': {
    title: 'Grant',
    access: { action: 'GRANT_VIEW' },
    load: async () => (await import('../features/grants/GrantPage.tsx')).GrantPage,
  },
  '/super-user-dashboard': {
    title: 'Super User Dashboard',
    access: { action: 'SUPER_DASHBOARD_VIEW' },
    hidesAccount: true,
    load: async () =>
      (await import('../features/super-user-dashboard/SuperUserDashboardPage.tsx')).SuperUserDashboardPage,
  },
  '/super-user-dashboard/grants/$grantId': {
    title: 'Review Grant',
    access: { action: 'SUPER_DASHBOARD_VIEW' },
    hidesAccount: true,
    load: async () => (await import('../features/super-user-dashboard/ReviewGrantPage.tsx')).ReviewGrantPage,
  },
} as const satisfies Record<ScreenPath, Screen>
