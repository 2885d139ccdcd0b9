import type { FastifyInstance } from 'fastify'
import * as staffQueuesContract from '../../contract/staff-queues.contract.ts'
import { accountDetailsRoutes } from '../../features/account-details/server/account-details.routes.ts'
import { accountOpeningRoutes } from '../../features/account-opening/server/account-opening.routes.ts'
import { registerApplicationDocuments } from '../../features/account-opening/server/link-to-supporting-document.ts'
import { accountsRoutes } from '../../features/accounts/server/accounts.routes.ts'
import { advisorDashboardRoutes } from '../../features/advisor-dashboard/server/advisor-dashboard.routes.ts'
import { auditRoutes } from '../../features/audit/server/audit.routes.ts'
import { charitiesRoutes } from '../../features/charities/server/charities.routes.ts'
import { charityListRoutes } from '../../features/charity-list/server/charity-list.routes.ts'
import { charityProfilesRoutes } from '../../features/charity-profiles/server/charity-profiles.routes.ts'
import { registerCharityLogos } from '../../features/charity-profiles/server/serve-logo.ts'
import { charityVettingRoutes } from '../../features/charity-vetting/server/charity-vetting.routes.ts'
import { registerVettingDocuments } from '../../features/charity-vetting/server/link-to-vetting-document.ts'
import { contactRoutes } from '../../features/contact/server/contact.routes.ts'
import { contentRoutes } from '../../features/content/server/content.routes.ts'
import { fundContributionsRoutes } from '../../features/contributions/fund/server/fund-contributions.routes.ts'
import { holdingsRoutes } from '../../features/contributions/securities/server/holdings.routes.ts'
import { contributionsRoutes } from '../../features/contributions/server/contributions.routes.ts'
import { documentsRoutes } from '../../features/documents/server/documents.routes.ts'
import { registerDocuments } from '../../features/documents/server/serve-document.ts'
import { registerStaffDocuments } from '../../features/documents/server/staff/serve-staff-document.ts'
import { estateCasesRoutes } from '../../features/estate-cases/server/estate-cases.routes.ts'
import { feesRoutes } from '../../features/fees/server/fees.routes.ts'
import { filesRoutes } from '../../features/files/server/files.routes.ts'
import { registerFiles } from '../../features/files/server/serve-file.ts'
import { fundActivityRoutes } from '../../features/fund-activity/server/fund-activity.routes.ts'
import { allGrantsRoutes } from '../../features/grants/all/server/all-grants.routes.ts'
import { basketsRoutes } from '../../features/grants/baskets/server/baskets.routes.ts'
import { certificatesRoutes } from '../../features/grants/certificates/server/certificates.routes.ts'
import { givingRoutes } from '../../features/grants/giving/server/giving.routes.ts'
import { reviewRoutes } from '../../features/grants/review/server/review.routes.ts'
import { schedulesRoutes } from '../../features/grants/schedules/server/schedules.routes.ts'
import { grantsRoutes } from '../../features/grants/server/grants.routes.ts'
import { registerGuides } from '../../features/guides/server/serve-guide.ts'
import { homeRoutes } from '../../features/home/server/home.routes.ts'
import { factorsRoutes } from '../../features/identity/factors/server/factors.routes.ts'
import { signInRoutes } from '../../features/identity/login/server/sign-in.routes.ts'
import { passwordRoutes } from '../../features/identity/passwords/server/password.routes.ts'
import { securityRoutes } from '../../features/identity/sessions/server/sessions.routes.ts'
import { inactiveFundsRoutes } from '../../features/inactive-funds/server/inactive-funds.routes.ts'
import { journalEntriesRoutes } from '../../features/journal-entries/server/journal-entries.routes.ts'
import { legacyPlanRoutes } from '../../features/legacy-plan/server/legacy-plan.routes.ts'
import { mailsRoutes } from '../../features/mails/server/mails.routes.ts'
import { monthEndRoutes } from '../../features/month-end/server/month-end.routes.ts'
import { clientContextOf } from '../../features/pages/server/client-context.ts'
import { registerSiteFiles } from '../../features/pages/server/serve-site-files.ts'
import { shellRoutes } from '../../features/pages/server/shell.routes.ts'
import { paymentRoutes } from '../../features/payments/server/payments.routes.ts'
import { profileRoutes } from '../../features/people/email/server/email.routes.ts'
import { ownProfileRoutes } from '../../features/people/profile/server/own-profile.routes.ts'
import { postingBatchesRoutes } from '../../features/posting-batches/server/posting-batches.routes.ts'
import { postingRequestsRoutes } from '../../features/posting-requests/server/posting-requests.routes.ts'
import { reconciliationRoutes } from '../../features/reconciliation/server/reconciliation.routes.ts'
import { registerChangesRoutes } from '../../features/register-changes/server/register-changes.routes.ts'
import { savedViewsRoutes } from '../../features/saved-views/server/saved-views.routes.ts'
import { screeningRoutes } from '../../features/screening/server/screening.routes.ts'
import { settingsRoutes } from '../../features/settings/server/settings.routes.ts'
import { registerSignatureEvents } from '../../features/signing/server/signature-events.ts'
import { signingRoutes } from '../../features/signing/server/signing.routes.ts'
import { statementsRoutes } from '../../features/statements/server/statements.routes.ts'
import { transfersRoutes } from '../../features/transfers/server/transfers.routes.ts'
import { usersRoutes } from '../../features/users/server/users.routes.ts'
import { yearEndRoutes } from '../../features/year-end/server/year-end.routes.ts'
import { type Pipeline, type Route, route } from '../../server/http/route.ts'
import { countStaffQueues } from './count-staff-queues.ts'
import { postingHandlers } from './posting-handlers.ts'

/** Every endpoint of the program. The access-matrix test reads this list too. */
export const routes: readonly Route[] = [
  ...shellRoutes,
  ...signInRoutes(clientContextOf),
  ...passwordRoutes,
  ...profileRoutes,
  ...ownProfileRoutes,
  ...accountsRoutes,
  ...accountDetailsRoutes,
  ...legacyPlanRoutes,
  ...documentsRoutes,
  ...contributionsRoutes,
  ...fundContributionsRoutes,
  ...holdingsRoutes,
  ...reconciliationRoutes,
  ...signingRoutes,
  ...accountOpeningRoutes,
  ...advisorDashboardRoutes,
  ...homeRoutes,
  ...fundActivityRoutes,
  ...statementsRoutes,
  ...grantsRoutes,
  ...allGrantsRoutes,
  ...savedViewsRoutes,
  ...settingsRoutes,
  ...reviewRoutes,
  ...paymentRoutes,
  ...postingBatchesRoutes,
  ...feesRoutes,
  ...schedulesRoutes,
  ...basketsRoutes,
  ...givingRoutes,
  ...certificatesRoutes,
  ...charitiesRoutes,
  ...charityListRoutes,
  ...screeningRoutes,
  ...registerChangesRoutes,
  ...inactiveFundsRoutes,
  ...charityProfilesRoutes,
  ...charityVettingRoutes,
  ...transfersRoutes,
  ...postingRequestsRoutes(postingHandlers),
  route(staffQueuesContract.countStaffQueues, countStaffQueues),
  ...estateCasesRoutes,
  ...journalEntriesRoutes,
  ...securityRoutes,
  ...factorsRoutes,
  ...auditRoutes,
  ...monthEndRoutes,
  ...yearEndRoutes,
  ...mailsRoutes,
  ...usersRoutes,
  ...contactRoutes,
  ...contentRoutes,
  ...filesRoutes,
]

/** Routes beside the endpoints: files, only those of the host's client, and the webhooks of providers of signatures. */
export const fileRoutes: readonly ((app: FastifyInstance, pipeline: Pipeline) => void)[] = [
  registerFiles,
  registerCharityLogos,
  registerDocuments,
  registerApplicationDocuments,
  registerStaffDocuments,
  registerVettingDocuments,
  registerSignatureEvents,
  registerGuides,
  registerSiteFiles,
]
