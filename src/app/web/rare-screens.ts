import type { ComponentType } from 'react'
import type { ScreenPath } from '../../contract/screens.ts'

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
    import('../../features/account-opening/SignByLinkPage.tsx').then(module => module.SignByLinkPage),
  '/new-account-opening/$step': () =>
    import('../../features/account-opening/ApplicationPage.tsx').then(module => module.ApplicationPage),
  '/grants': () => import('../../features/grants/giving/GrantsPage.tsx').then(module => module.GrantsPage),
  '/grants/schedules': () =>
    import('../../features/grants/schedules/SchedulesPage.tsx').then(module => module.SchedulesPage),
  '/grants/schedules/$scheduleId': () =>
    import('../../features/grants/schedules/SchedulePage.tsx').then(module => module.SchedulePage),
  '/grants/baskets/$basketId': () =>
    import('../../features/grants/baskets/BasketPage.tsx').then(module => module.BasketPage),
  '/grants/upload': () =>
    import('../../features/grants/baskets/UploadGrantsPage.tsx').then(module => module.UploadGrantsPage),
  '/contributions': () =>
    import('../../features/contributions/fund/ContributionsPage.tsx').then(
      module => module.ContributionsPage,
    ),
  '/contributions/contribute': () =>
    import('../../features/contributions/fund/ContributePage.tsx').then(module => module.ContributePage),
  '/charity-list': () =>
    import('../../features/charity-list/CharityListPage.tsx').then(module => module.CharityListPage),
  '/charity-list/propose': () =>
    import('../../features/charity-vetting/ProposeCharityPage.tsx').then(module => module.ProposeCharityPage),
  '/accounts/$fundId': () =>
    import('../../features/accounts/OpenAccountPage.tsx').then(module => module.OpenAccountPage),
  '/relationships/$relationshipId': () =>
    import('../../features/account-details/RelationshipPage.tsx').then(module => module.RelationshipPage),
  '/update-account': () =>
    import('../../features/account-details/AccountNamePage.tsx').then(module => module.AccountNamePage),
  '/update-account/primary-advisor': () =>
    import('../../features/account-details/PrimaryAdvisorPage.tsx').then(module => module.PrimaryAdvisorPage),
  '/update-account/legacy-plan': () =>
    import('../../features/legacy-plan/LegacyPlanPage.tsx').then(module => module.LegacyPlanPage),
  '/my-profile/notices': () =>
    import('../../features/people/profile/NoticesPage.tsx').then(module => module.NoticesPage),
  '/my-profile/security': () =>
    import('../../features/people/profile/SecurityPage.tsx').then(module => module.SecurityPage),
  '/my-profile/accounts': () =>
    import('../../features/account-details/OwnAccountsPage.tsx').then(module => module.OwnAccountsPage),
  '/my-profile/email': () =>
    import('../../features/people/email/ChangeEmailPage.tsx').then(module => module.ChangeEmailPage),
  '/my-profile/password': () =>
    import('../../features/identity/passwords/ChangePasswordPage.tsx').then(
      module => module.ChangePasswordPage,
    ),
  '/password-setup': () =>
    import('../../features/identity/passwords/PasswordSetupPage.tsx').then(
      module => module.PasswordSetupPage,
    ),
  '/forgot-user': () =>
    import('../../features/identity/passwords/ForgotUserPage.tsx').then(module => module.ForgotUserPage),
  '/terms': () => import('../../features/legal/TermsPage.tsx').then(module => module.TermsPage),
  '/super-user-dashboard': () =>
    import('../../features/grants/review/SuperUserDashboardPage.tsx').then(
      module => module.SuperUserDashboardPage,
    ),
  '/super-user-dashboard/grants': () =>
    import('../../features/grants/review/SuperUserDashboardPage.tsx').then(
      module => module.SuperUserDashboardPage,
    ),
  '/super-user-dashboard/grants/$grantId': () =>
    import('../../features/grants/review/ReviewGrantPage.tsx').then(module => module.ReviewGrantPage),
  '/super-user-dashboard/all-grants': () =>
    import('../../features/grants/all/AllGrantsPage.tsx').then(module => module.AllGrantsPage),
  '/super-user-dashboard/charities': () =>
    import('../../features/charity-profiles/staff/CharitiesPage.tsx').then(module => module.CharitiesPage),
  '/super-user-dashboard/charities/$charityId': () =>
    import('../../features/charity-profiles/staff/CharityProfilePage.tsx').then(
      module => module.CharityProfilePage,
    ),
  '/super-user-dashboard/screening': () =>
    import('../../features/screening/staff/ScreeningPage.tsx').then(module => module.ScreeningPage),
  '/super-user-dashboard/screening/$findingId': () =>
    import('../../features/screening/staff/FindingPage.tsx').then(module => module.FindingPage),
  '/super-user-dashboard/register-changes': () =>
    import('../../features/register-changes/staff/RegisterChangesPage.tsx').then(
      module => module.RegisterChangesPage,
    ),
  '/super-user-dashboard/register-changes/$changeId': () =>
    import('../../features/register-changes/staff/RegisterChangePage.tsx').then(
      module => module.RegisterChangePage,
    ),
  '/super-user-dashboard/inactive-funds': () =>
    import('../../features/inactive-funds/staff/InactiveFundsPage.tsx').then(
      module => module.InactiveFundsPage,
    ),
  '/super-user-dashboard/inactive-funds/$accountId': () =>
    import('../../features/inactive-funds/staff/InactiveFundPage.tsx').then(
      module => module.InactiveFundPage,
    ),
  '/super-user-dashboard/cases': () =>
    import('../../features/estate-cases/staff/CasesPage.tsx').then(module => module.CasesPage),
  '/super-user-dashboard/cases/$caseId': () =>
    import('../../features/estate-cases/staff/CasePage.tsx').then(module => module.CasePage),
  '/successor': () =>
    import('../../features/estate-cases/SuccessorPage.tsx').then(module => module.SuccessorPage),
  '/super-user-dashboard/payments': () =>
    import('../../features/payments/staff/PaymentsPage.tsx').then(module => module.PaymentsPage),
  '/super-user-dashboard/payments/$runId': () =>
    import('../../features/payments/staff/PaymentRunPage.tsx').then(module => module.PaymentRunPage),
  '/super-user-dashboard/postings': () =>
    import('../../features/posting-batches/staff/PostingsPage.tsx').then(module => module.PostingsPage),
  '/super-user-dashboard/postings/entries': () =>
    import('../../features/journal-entries/staff/EntriesPage.tsx').then(module => module.EntriesPage),
  '/super-user-dashboard/postings/entries/$entryId': () =>
    import('../../features/journal-entries/staff/EntryPage.tsx').then(module => module.EntryPage),
  '/super-user-dashboard/postings/fees': () =>
    import('../../features/fees/staff/FeesPage.tsx').then(module => module.FeesPage),
  '/super-user-dashboard/postings/$batchId': () =>
    import('./PostingBatchScreen.tsx').then(module => module.PostingBatchScreen),
  '/super-user-dashboard/bank': () =>
    import('../../features/reconciliation/staff/BankPage.tsx').then(module => module.BankPage),
  '/super-user-dashboard/bank/$account/$month': () =>
    import('../../features/reconciliation/staff/BankMonthPage.tsx').then(module => module.BankMonthPage),
  '/super-user-dashboard/close': () =>
    import('../../features/month-end/staff/MonthEndPage.tsx').then(module => module.MonthEndPage),
  '/super-user-dashboard/year-end': () =>
    import('../../features/year-end/staff/YearEndPage.tsx').then(module => module.YearEndPage),
  '/super-user-dashboard/requests': () =>
    import('./RequestsScreen.tsx').then(module => module.RequestsScreen),
  '/super-user-dashboard/contributions': () =>
    import('../../features/contributions/staff/ContributionsPage.tsx').then(
      module => module.ContributionsPage,
    ),
  '/super-user-dashboard/excluded-assets': () =>
    import('../../features/contributions/securities/staff/HoldingsPage.tsx').then(
      module => module.HoldingsPage,
    ),
  '/super-user-dashboard/staff-documents': () =>
    import('../../features/documents/staff/StaffDocumentsPage.tsx').then(module => module.StaffDocumentsPage),
  '/super-user-dashboard/applications': () =>
    import('../../features/account-opening/staff/ApplicationsPage.tsx').then(
      module => module.ApplicationsPage,
    ),
  '/super-user-dashboard/applications/$applicationId': () =>
    import('../../features/account-opening/staff/ReviewApplicationPage.tsx').then(
      module => module.ReviewApplicationPage,
    ),
  '/super-user-dashboard/audit': () =>
    import('../../features/audit/AuditPage.tsx').then(module => module.AuditPage),
  '/super-user-dashboard/settings': () =>
    import('../../features/settings/staff/SettingsPage.tsx').then(module => module.SettingsPage),
  '/super-user-dashboard/messages': () =>
    import('../../features/mails/MailsPage.tsx').then(module => module.MailsPage),
  '/super-user-dashboard/users': () =>
    import('../../features/users/staff/UsersPage.tsx').then(module => module.UsersPage),
  '/super-user-dashboard/users/sets': () =>
    import('../../features/users/staff/NamedSetsPage.tsx').then(module => module.NamedSetsPage),
  '/super-user-dashboard/users/$personId': () =>
    import('../../features/users/staff/UserPage.tsx').then(module => module.UserPage),
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
} as const satisfies Partial<Record<ScreenPath, () => Promise<ComponentType>>>

export type RareScreenPath = keyof typeof rareScreens
