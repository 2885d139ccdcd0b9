import type { ComponentType } from 'react'
import type { BuiltScreenPath } from '../../contract/screens.ts'
import { DeniedPage } from '../../features/pages/DeniedPage.tsx'

/**
 * The component of each screen in src/contract/screens.ts, fetched when the screen is first opened. With `then`, of which the build
 * makes less code than of `await`: the table is part of the first load.
 */
export const screenComponents = {
  '/': async () => await (await import('../../features/home/load-home-page.ts')).loadHomePage(),
  // Part of the first bundle, because any address may turn out to be denied.
  '/403': async () => DeniedPage,
  '/sign-in': () => import('../../features/identity/login/SignInPage.tsx').then(module => module.SignInPage),
  '/sso': () => import('../../features/identity/login/SsoPage.tsx').then(module => module.SsoPage),
  '/fund-activity': () =>
    import('../../features/fund-activity/FundActivityPage.tsx').then(module => module.FundActivityPage),
  '/grant-activity/$charityId': () =>
    import('../../features/charities/CharityActivityPage.tsx').then(module => module.CharityActivityPage),
  '/recommend-a-grant': () =>
    import('../../features/grants/RecommendGrantPage.tsx').then(module => module.RecommendGrantPage),
  '/account': () => import('./AccountScreen.tsx').then(module => module.AccountScreen),
  '/account-documents': () =>
    import('../../features/documents/AccountDocumentsPage.tsx').then(module => module.AccountDocumentsPage),
  '/sign/$envelopeId': () =>
    import('../../features/signing/SigningPage.tsx').then(module => module.SigningPage),
  '/financial-advisor-dashboard': () =>
    import('../../features/advisor-dashboard/DashboardPage.tsx').then(module => module.DashboardPage),
  '/financial-advisor-dashboard/report': () =>
    import('../../features/advisor-dashboard/ReportPage.tsx').then(module => module.ReportPage),
  '/new-account-opening': () =>
    import('../../features/account-opening/OpeningPage.tsx').then(module => module.OpeningPage),
  '/new-account-opening/confirm': () =>
    import('../../features/signing/SignByLinkPage.tsx').then(module => module.SignByLinkPage),
  '/new-account-opening/$step': () =>
    import('../../features/account-opening/ApplicationPage.tsx').then(module => module.ApplicationPage),
  '/relationships/$relationshipId': () =>
    import('../../features/account-details/RelationshipPage.tsx').then(module => module.RelationshipPage),
  '/update-account': () =>
    import('../../features/account-details/AccountNamePage.tsx').then(module => module.AccountNamePage),
  '/update-account/primary-advisor': () =>
    import('../../features/account-details/PrimaryAdvisorPage.tsx').then(module => module.PrimaryAdvisorPage),
  '/update-account/legacy-plan': () =>
    import('../../features/legacy-plan/LegacyPlanPage.tsx').then(module => module.LegacyPlanPage),
  '/sign-pending-document': () =>
    import('../../features/contributions/pending/PendingDocumentsPage.tsx').then(
      module => module.PendingDocumentsPage,
    ),
  '/grants/$grantId': () => import('../../features/grants/GrantPage.tsx').then(module => module.GrantPage),
  '/super-user-dashboard': () =>
    import('../../features/admin/SuperUserDashboardPage.tsx').then(module => module.SuperUserDashboardPage),
  '/super-user-dashboard/grants/$grantId': () =>
    import('../../features/admin/ReviewGrantPage.tsx').then(module => module.ReviewGrantPage),
  '/super-user-dashboard/requests': () =>
    import('../../features/admin/requests/RequestsPage.tsx').then(module => module.RequestsPage),
  '/super-user-dashboard/documents': () =>
    import('../../features/admin/documents/DocumentsPage.tsx').then(module => module.DocumentsPage),
  '/super-user-dashboard/staff-documents': () =>
    import('../../features/admin/staff-documents/StaffDocumentsPage.tsx').then(
      module => module.StaffDocumentsPage,
    ),
  '/super-user-dashboard/applications': () =>
    import('../../features/admin/applications/ApplicationsPage.tsx').then(module => module.ApplicationsPage),
  '/super-user-dashboard/applications/$applicationId': () =>
    import('../../features/admin/applications/ReviewApplicationPage.tsx').then(
      module => module.ReviewApplicationPage,
    ),
  '/super-user-dashboard/audit': () =>
    import('../../features/admin/audit/AuditPage.tsx').then(module => module.AuditPage),
  '/super-user-dashboard/messages': () =>
    import('../../features/admin/mails/MailsPage.tsx').then(module => module.MailsPage),
  '/my-profile': () =>
    import('../../features/identity/profile/ProfilePage.tsx').then(module => module.ProfilePage),
  '/my-profile/email': () =>
    import('../../features/identity/profile/ChangeEmailPage.tsx').then(module => module.ChangeEmailPage),
  '/my-profile/password': () =>
    import('../../features/identity/password/ChangePasswordPage.tsx').then(
      module => module.ChangePasswordPage,
    ),
  '/password-setup': () =>
    import('../../features/identity/password/PasswordSetupPage.tsx').then(module => module.PasswordSetupPage),
  '/forgot-user': () =>
    import('../../features/identity/password/ForgotUserPage.tsx').then(module => module.ForgotUserPage),
  '/year-end-deadlines': () =>
    import('../../features/giving-season/GivingSeasonPage.tsx').then(module => module.GivingSeasonPage),
  '/resources': () =>
    import('../../features/resources/ResourcesPage.tsx').then(module => module.ResourcesPage),
  '/contact': () => import('../../features/contact/ContactPage.tsx').then(module => module.ContactPage),
  '/faq': () => import('../../features/faq/FaqPage.tsx').then(module => module.FaqPage),
  '/givingpoint': () =>
    import('../../features/giving-guide/GivingGuidePage.tsx').then(module => module.GivingGuidePage),
  '/terms': () => import('../../features/legal/TermsPage.tsx').then(module => module.TermsPage),
  '/content': () =>
    import('../../features/content/editor/list/ContentPage.tsx').then(module => module.ContentPage),
  '/content/new': () =>
    import('../../features/content/editor/NewContentPage.tsx').then(module => module.NewContentPage),
  '/content/files': () =>
    import('../../features/content/editor/files/ContentFilesPage.tsx').then(
      module => module.ContentFilesPage,
    ),
  '/content/$kind/$name': () =>
    import('../../features/content/editor/ContentItemPage.tsx').then(module => module.ContentItemPage),
  '/content/$kind/$name/versions': () =>
    import('../../features/content/editor/ContentVersionsPage.tsx').then(
      module => module.ContentVersionsPage,
    ),
} as const satisfies Record<BuiltScreenPath, () => Promise<ComponentType>>
