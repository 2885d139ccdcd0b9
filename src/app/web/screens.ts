import type { ComponentType } from 'react'
import type { BuiltScreenPath } from '../../contract/screens.ts'
import { DeniedPage } from '../../features/pages/DeniedPage.tsx'

/** The component of each screen in src/contract/screens.ts, fetched when the screen is first opened. */
export const screenComponents = {
  '/': async () => await (await import('../../features/home/load-home-page.ts')).loadHomePage(),
  // Part of the first bundle, because any address may turn out to be denied.
  '/403': async () => DeniedPage,
  '/sign-in': async () => (await import('../../features/identity/login/SignInPage.tsx')).SignInPage,
  '/sso': async () => (await import('../../features/identity/login/SsoPage.tsx')).SsoPage,
  '/fund-activity': async () =>
    (await import('../../features/fund-activity/FundActivityPage.tsx')).FundActivityPage,
  '/grant-activity/$charityId': async () =>
    (await import('../../features/charities/CharityActivityPage.tsx')).CharityActivityPage,
  '/recommend-a-grant': async () =>
    (await import('../../features/grants/RecommendGrantPage.tsx')).RecommendGrantPage,
  '/account': async () => (await import('./AccountScreen.tsx')).AccountScreen,
  '/account-documents': async () =>
    (await import('../../features/documents/AccountDocumentsPage.tsx')).AccountDocumentsPage,
  '/sign/$envelopeId': async () => (await import('../../features/signing/SigningPage.tsx')).SigningPage,
  '/relationships/$relationshipId': async () =>
    (await import('../../features/account-details/RelationshipPage.tsx')).RelationshipPage,
  '/update-account': async () =>
    (await import('../../features/account-details/AccountNamePage.tsx')).AccountNamePage,
  '/update-account/primary-advisor': async () =>
    (await import('../../features/account-details/PrimaryAdvisorPage.tsx')).PrimaryAdvisorPage,
  '/sign-pending-document': async () =>
    (await import('../../features/contributions/pending/PendingDocumentsPage.tsx')).PendingDocumentsPage,
  '/grants/$grantId': async () => (await import('../../features/grants/GrantPage.tsx')).GrantPage,
  '/super-user-dashboard': async () =>
    (await import('../../features/admin/SuperUserDashboardPage.tsx')).SuperUserDashboardPage,
  '/super-user-dashboard/grants/$grantId': async () =>
    (await import('../../features/admin/ReviewGrantPage.tsx')).ReviewGrantPage,
  '/super-user-dashboard/requests': async () =>
    (await import('../../features/admin/requests/RequestsPage.tsx')).RequestsPage,
  '/super-user-dashboard/documents': async () =>
    (await import('../../features/admin/documents/DocumentsPage.tsx')).DocumentsPage,
  '/super-user-dashboard/staff-documents': async () =>
    (await import('../../features/admin/staff-documents/StaffDocumentsPage.tsx')).StaffDocumentsPage,
  '/super-user-dashboard/audit': async () =>
    (await import('../../features/admin/audit/AuditPage.tsx')).AuditPage,
  '/super-user-dashboard/messages': async () =>
    (await import('../../features/admin/mails/MailsPage.tsx')).MailsPage,
  '/my-profile': async () => (await import('../../features/identity/profile/ProfilePage.tsx')).ProfilePage,
  '/my-profile/email': async () =>
    (await import('../../features/identity/profile/ChangeEmailPage.tsx')).ChangeEmailPage,
  '/my-profile/password': async () =>
    (await import('../../features/identity/password/ChangePasswordPage.tsx')).ChangePasswordPage,
  '/password-setup': async () =>
    (await import('../../features/identity/password/PasswordSetupPage.tsx')).PasswordSetupPage,
  '/forgot-user': async () =>
    (await import('../../features/identity/password/ForgotUserPage.tsx')).ForgotUserPage,
  '/year-end-deadlines': async () =>
    (await import('../../features/giving-season/GivingSeasonPage.tsx')).GivingSeasonPage,
  '/resources': async () => (await import('../../features/resources/ResourcesPage.tsx')).ResourcesPage,
  '/contact': async () => (await import('../../features/contact/ContactPage.tsx')).ContactPage,
  '/faq': async () => (await import('../../features/faq/FaqPage.tsx')).FaqPage,
  '/givingpoint': async () =>
    (await import('../../features/giving-guide/GivingGuidePage.tsx')).GivingGuidePage,
  '/terms': async () => (await import('../../features/legal/TermsPage.tsx')).TermsPage,
  '/content': async () => (await import('../../features/content/editor/list/ContentPage.tsx')).ContentPage,
  '/content/new': async () =>
    (await import('../../features/content/editor/NewContentPage.tsx')).NewContentPage,
  '/content/files': async () =>
    (await import('../../features/content/editor/files/ContentFilesPage.tsx')).ContentFilesPage,
  '/content/$kind/$name': async () =>
    (await import('../../features/content/editor/ContentItemPage.tsx')).ContentItemPage,
  '/content/$kind/$name/versions': async () =>
    (await import('../../features/content/editor/ContentVersionsPage.tsx')).ContentVersionsPage,
} as const satisfies Record<BuiltScreenPath, () => Promise<ComponentType>>
