import type { ComponentType } from 'react'
import type { BuiltScreenPath } from '../../contract/screens.ts'

/**
 * The screens of staff and advisors, and those that others open now and then. Their table is fetched with the first of them, so that
 * the names of their files are no part of the first load.
 */
export const rareScreens = {
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
  '/grants': () => import('../../features/grants/giving/GrantsPage.tsx').then(module => module.GrantsPage),
  '/grants/schedules': () =>
    import('../../features/grants/schedules/SchedulesPage.tsx').then(module => module.SchedulesPage),
  '/grants/schedules/$scheduleId': () =>
    import('../../features/grants/schedules/SchedulePage.tsx').then(module => module.SchedulePage),
  '/grants/baskets/$basketId': () =>
    import('../../features/grants/basket/BasketPage.tsx').then(module => module.BasketPage),
  '/grants/upload': () =>
    import('../../features/grants/basket/UploadGrantsPage.tsx').then(module => module.UploadGrantsPage),
  '/charity-list': () =>
    import('../../features/charities/list/CharityListPage.tsx').then(module => module.CharityListPage),
  '/charity-list/propose': () =>
    import('../../features/charities/list/ProposeCharityPage.tsx').then(module => module.ProposeCharityPage),
  '/relationships/$relationshipId': () =>
    import('../../features/account-details/RelationshipPage.tsx').then(module => module.RelationshipPage),
  '/update-account': () =>
    import('../../features/account-details/AccountNamePage.tsx').then(module => module.AccountNamePage),
  '/update-account/primary-advisor': () =>
    import('../../features/account-details/PrimaryAdvisorPage.tsx').then(module => module.PrimaryAdvisorPage),
  '/update-account/legacy-plan': () =>
    import('../../features/legacy-plan/LegacyPlanPage.tsx').then(module => module.LegacyPlanPage),
  '/my-profile/accounts': () =>
    import('../../features/account-details/OwnAccountsPage.tsx').then(module => module.OwnAccountsPage),
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
  '/terms': () => import('../../features/legal/TermsPage.tsx').then(module => module.TermsPage),
  '/super-user-dashboard': () =>
    import('../../features/admin/SuperUserDashboardPage.tsx').then(module => module.SuperUserDashboardPage),
  '/super-user-dashboard/grants': () =>
    import('../../features/admin/SuperUserDashboardPage.tsx').then(module => module.SuperUserDashboardPage),
  '/super-user-dashboard/grants/$grantId': () =>
    import('../../features/admin/ReviewGrantPage.tsx').then(module => module.ReviewGrantPage),
  '/super-user-dashboard/charities': () =>
    import('../../features/admin/charities/CharitiesPage.tsx').then(module => module.CharitiesPage),
  '/super-user-dashboard/charities/$charityId': () =>
    import('../../features/admin/charities/CharityProfilePage.tsx').then(module => module.CharityProfilePage),
  '/super-user-dashboard/cases': () =>
    import('../../features/admin/cases/CasesPage.tsx').then(module => module.CasesPage),
  '/super-user-dashboard/cases/$caseId': () =>
    import('../../features/admin/cases/CasePage.tsx').then(module => module.CasePage),
  '/successor': () =>
    import('../../features/estate-cases/SuccessorPage.tsx').then(module => module.SuccessorPage),
  '/super-user-dashboard/payments': () =>
    import('../../features/admin/payments/PaymentsPage.tsx').then(module => module.PaymentsPage),
  '/super-user-dashboard/payments/$runId': () =>
    import('../../features/admin/payments/PaymentRunPage.tsx').then(module => module.PaymentRunPage),
  '/super-user-dashboard/requests': () =>
    import('../../features/admin/requests/RequestsPage.tsx').then(module => module.RequestsPage),
  '/super-user-dashboard/documents': () =>
    import('../../features/admin/documents/DocumentsPage.tsx').then(module => module.DocumentsPage),
  '/super-user-dashboard/staff-documents': () =>
    import('../../features/admin/documents/StaffDocumentsPage.tsx').then(module => module.StaffDocumentsPage),
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
  '/content': () =>
    import('../../features/content/editor/ContentPage.tsx').then(module => module.ContentPage),
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
} as const satisfies Partial<Record<BuiltScreenPath, () => Promise<ComponentType>>>

export type RareScreenPath = keyof typeof rareScreens
