import type { ComponentType } from 'react'
import type { ClientContext } from '../../contract/client-context.contract.ts'
import type { ContentPlace } from '../../contract/content-kinds.ts'
import { type LaterScreenPath, openingPdf, type ScreenPath } from '../../contract/screen-paths.ts'
import { DeniedPage } from '../../features/pages/DeniedPage.tsx'
import type { Guard, ScreenAccess } from '../../web/routing/guards.ts'

export type Screen = Guard & {
  title: string
  /** Screens of the staff are about many accounts: the balance of the current one would be read as part of them. */
  hidesAccount?: true
  /** The promo strip under the screen (§2.5): to whom it is shown, and the promo-card id, where it is not the default. */
  promo?: { to: 'signed-in' | 'anyone'; cardId?: string }
  /** Managed content that it shows among other things: asked for with its code, before it is known who is there. */
  words?: ContentPlace
  /** Absent while the screen is not built: whoever passes its guard finds §2.12's page. */
  load?: () => Promise<ComponentType>
}

/** open-points 3: /resources by switch. */
const resourcesAccess: Record<ClientContext['clientSettings']['resourcesFor'], ScreenAccess> = {
  everybody: 'anyone',
  'signed-in': 'signed-in',
  permission: { action: 'RESOURCES_VIEW' },
}

/**
 * The route table of §2.1, with the guards that open-points 3 gives to rows marked "-": address → title, guard, and the
 * code that is fetched when it is first opened.
 */
export const screens = {
  '/': {
    title: 'Home',
    access: 'anyone',
    promo: { to: 'signed-in' },
    words: 'home',
    load: async () => (await import('../../features/home/HomePage.tsx')).HomePage,
  },
  '/403': {
    title: 'Permission Denied',
    access: 'anyone',
    // With the first bundle, because any screen may turn out to be this one.
    load: async () => DeniedPage,
  },
  '/sign-in': {
    title: 'Log In',
    access: 'always',
    load: async () => (await import('../../features/identity/login/SignInPage.tsx')).SignInPage,
  },
  '/sso': {
    title: 'Logging in...',
    access: 'always',
    load: async () => (await import('../../features/identity/login/SsoPage.tsx')).SsoPage,
  },
  '/fund-activity': {
    title: 'Fund Activity',
    access: { scope: 'api_access', action: 'FUND_ACTIVITY_VIEW' },
    load: async () => (await import('../../features/fund-activity/FundActivityPage.tsx')).FundActivityPage,
  },
  '/grant-activity/$charityId': {
    title: 'Grant Charity Activity',
    access: { scope: 'api_access', action: 'FUND_AC_DETAIL_VIEW' },
    load: async () => (await import('../../features/charities/CharityActivityPage.tsx')).CharityActivityPage,
  },
  '/recommend-a-grant': {
    title: 'Recommend a Grant',
    access: { action: 'GRANT_VIEW' },
    promo: { to: 'signed-in' },
    load: async () => (await import('../../features/grants/RecommendGrantPage.tsx')).RecommendGrantPage,
  },
  '/grants/$grantId': {
    title: 'Grant',
    access: { action: 'GRANT_VIEW' },
    load: async () => (await import('../../features/grants/GrantPage.tsx')).GrantPage,
  },
  '/super-user-dashboard': {
    title: 'Super User Dashboard',
    access: { action: 'SUPER_DASHBOARD_VIEW' },
    hidesAccount: true,
    promo: { to: 'signed-in' },
    load: async () =>
      (await import('../../features/admin/SuperUserDashboardPage.tsx')).SuperUserDashboardPage,
  },
  '/super-user-dashboard/grants/$grantId': {
    title: 'Review Grant',
    access: { action: 'SUPER_DASHBOARD_VIEW' },
    hidesAccount: true,
    load: async () => (await import('../../features/admin/ReviewGrantPage.tsx')).ReviewGrantPage,
  },
  '/super-user-dashboard/audit': {
    title: 'Audit Log',
    access: { action: 'AUDIT_VIEW' },
    hidesAccount: true,
    load: async () => (await import('../../features/admin/audit/AuditPage.tsx')).AuditPage,
  },
  '/my-profile': {
    title: 'Profile',
    access: 'signed-in',
    hidesAccount: true,
    load: async () => (await import('../../features/identity/profile/ProfilePage.tsx')).ProfilePage,
  },
  '/my-profile/email': {
    title: 'Change E-mail',
    access: 'session',
    hidesAccount: true,
    load: async () => (await import('../../features/identity/profile/ChangeEmailPage.tsx')).ChangeEmailPage,
  },
  '/my-profile/password': {
    title: 'Update Password',
    access: 'signed-in',
    hidesAccount: true,
    load: async () =>
      (await import('../../features/identity/password/ChangePasswordPage.tsx')).ChangePasswordPage,
  },
  '/password-setup': {
    title: 'Reset or Create Password',
    access: 'without-api-access',
    load: async () =>
      (await import('../../features/identity/password/PasswordSetupPage.tsx')).PasswordSetupPage,
  },
  '/forgot-user': {
    title: 'Forgot User ID',
    access: 'without-api-access',
    load: async () => (await import('../../features/identity/password/ForgotUserPage.tsx')).ForgotUserPage,
  },
  '/year-end-deadlines': {
    title: 'Giving Season',
    access: 'anyone',
    // §2.11: 'Giving Resources' and its promotions are part of the screen.
    promo: { to: 'anyone', cardId: 'giving-season' },
    load: async () => (await import('../../features/giving-season/GivingSeasonPage.tsx')).GivingSeasonPage,
  },
  '/resources': {
    title: 'Forms/Resources',
    access: clientSettings => resourcesAccess[clientSettings.resourcesFor],
    promo: { to: 'anyone' },
    load: async () => (await import('../../features/resources/ResourcesPage.tsx')).ResourcesPage,
  },
  '/contact': {
    title: 'Contact',
    access: 'anyone',
    promo: { to: 'anyone' },
    load: async () => (await import('../../features/contact/ContactPage.tsx')).ContactPage,
  },
  '/faq': {
    title: 'Frequently Asked Questions',
    access: 'anyone',
    load: async () => (await import('../../features/faq/FaqPage.tsx')).FaqPage,
  },
  '/givingpoint': {
    title: 'Giving guide',
    access: 'anyone',
    elsewhere: clientSettings =>
      clientSettings.givingGuide.kind === 'link' ? clientSettings.givingGuide.href : null,
    load: async () => (await import('../../features/giving-guide/GivingGuidePage.tsx')).GivingGuidePage,
  },
  '/terms': {
    title: 'Terms and Privacy',
    access: 'anyone',
    load: async () => (await import('../../features/legal/TermsPage.tsx')).TermsPage,
  },
  '/content': {
    title: 'Content editors',
    access: { scope: 'cms_access' },
    hidesAccount: true,
    load: async () => (await import('../../features/content/editor/list/ContentPage.tsx')).ContentPage,
  },
  '/content/new': {
    title: 'New text',
    access: { scope: 'cms_access' },
    hidesAccount: true,
    load: async () => (await import('../../features/content/editor/NewContentPage.tsx')).NewContentPage,
  },
  '/content/files': {
    title: 'Pictures and documents',
    access: { scope: 'cms_access' },
    hidesAccount: true,
    load: async () =>
      (await import('../../features/content/editor/files/ContentFilesPage.tsx')).ContentFilesPage,
  },
  '/content/$kind/$name': {
    title: 'Edit a text',
    access: { scope: 'cms_access' },
    hidesAccount: true,
    load: async () => (await import('../../features/content/editor/ContentItemPage.tsx')).ContentItemPage,
  },
  '/content/$kind/$name/versions': {
    title: 'Versions',
    access: { scope: 'cms_access' },
    hidesAccount: true,
    load: async () =>
      (await import('../../features/content/editor/ContentVersionsPage.tsx')).ContentVersionsPage,
  },

  // Not built yet.
  '/account': {
    title: 'Account Details',
    access: { scope: 'api_access', action: 'ACCOUNT_DETAIL_VIEW' },
  },
  '/account-documents': {
    title: 'Account Documents',
    access: { scope: 'api_access', action: 'ACCOUNT_DETAIL_VIEW' },
  },
  '/update-account': {
    title: 'Update Account: Account Name',
    access: { scope: 'api_access', action: 'ACCOUNT_UPDATE_VIEW' },
  },
  '/update-account/primary-advisor': {
    title: 'Update Account: Primary Advisor',
    access: { scope: 'api_access', action: 'ACCOUNT_DPA_VIEW' },
  },
  '/update-account/legacy-plan': {
    title: 'Update Account: Legacy Plan',
    access: { scope: 'api_access', action: 'ACCOUNT_LEGACY_PLAN_VIEW' },
  },
  '/sign-pending-document': { title: 'Pending Documents', access: { scope: 'api_access' } },
  '/new-account-opening': {
    title: 'Open a New Account',
    access: { action: 'ACCOUNT_CREATE_VIEW' },
    elsewhere: openingPdf,
  },
  '/financial-advisor-dashboard': {
    title: 'Advisor dashboard',
    access: { action: 'ADVISOR_DASHBOARD_VIEW' },
    promo: { to: 'signed-in' },
  },
} as const satisfies Record<ScreenPath, Screen & Required<Pick<Screen, 'load'>>> &
  Record<LaterScreenPath, Screen & { load?: never }>
