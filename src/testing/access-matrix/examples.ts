import { randomUUID } from 'node:crypto'
import { accountDetailsExamples } from './examples/account-details.ts'
import { accountOpeningExamples } from './examples/account-opening.ts'
import { accountsExamples } from './examples/accounts.ts'
import { advisorDashboardExamples } from './examples/advisor-dashboard.ts'
import { auditExamples } from './examples/audit.ts'
import { charitiesExamples } from './examples/charities.ts'
import { charityListExamples } from './examples/charity-list.ts'
import { charityProfilesExamples } from './examples/charity-profiles.ts'
import { charityVettingExamples } from './examples/charity-vetting.ts'
import { contactExamples } from './examples/contact.ts'
import { contentExamples } from './examples/content.ts'
import { contributionsExamples } from './examples/contributions.ts'
import { documentsExamples } from './examples/documents.ts'
import { estateCasesExamples } from './examples/estate-cases.ts'
import type { Example } from './examples/example.ts'
import { feesExamples } from './examples/fees.ts'
import { filesExamples } from './examples/files.ts'
import { fundActivityExamples } from './examples/fund-activity.ts'
import { fundContributionsExamples } from './examples/fund-contributions.ts'
import { givingExamples } from './examples/giving.ts'
import { grantExamples } from './examples/grants.ts'
import { holdingsExamples } from './examples/holdings.ts'
import { homeExamples } from './examples/home.ts'
import { inactiveFundsExamples } from './examples/inactive-funds.ts'
import { journalEntriesExamples } from './examples/journal-entries.ts'
import { legacyPlanExamples } from './examples/legacy-plan.ts'
import { mailsExamples } from './examples/mails.ts'
import { monthEndExamples } from './examples/month-end.ts'
import { pagesExamples } from './examples/pages.ts'
import { paymentsExamples } from './examples/payments.ts'
import { postingBatchesExamples } from './examples/posting-batches.ts'
import { postingRequestsExamples } from './examples/posting-requests.ts'
import { reconciliationExamples } from './examples/reconciliation.ts'
import { registerChangesExamples } from './examples/register-changes.ts'
import { savedViewsExamples } from './examples/saved-views.ts'
import { screeningExamples } from './examples/screening.ts'
import { securityExamples } from './examples/security.ts'
import { settingsExamples } from './examples/settings.ts'
import { signInExamples } from './examples/sign-in.ts'
import { signingExamples } from './examples/signing.ts'
import { staffQueuesExamples } from './examples/staff-queues.ts'
import { staffSetsExamples } from './examples/staff-sets.ts'
import { statementsExamples } from './examples/statements.ts'
import { transfersExamples } from './examples/transfers.ts'
import { usersExamples } from './examples/users.ts'
import { yearEndExamples } from './examples/year-end.ts'

/**
 * One example for every endpoint, by the feature that declares its route. Each of these features has a server/access.test.ts, and `app`
 * has one beside its routes.
 */
export const examplesOf = {
  app: staffQueuesExamples,
  'account-details': accountDetailsExamples,
  'account-opening': accountOpeningExamples,
  accounts: accountsExamples,
  'advisor-dashboard': advisorDashboardExamples,
  audit: auditExamples,
  charities: charitiesExamples,
  'charity-list': charityListExamples,
  'charity-profiles': charityProfilesExamples,
  'charity-vetting': charityVettingExamples,
  contact: contactExamples,
  content: contentExamples,
  contributions: [...contributionsExamples, ...fundContributionsExamples, ...holdingsExamples],
  documents: documentsExamples,
  'estate-cases': estateCasesExamples,
  fees: feesExamples,
  files: filesExamples,
  'fund-activity': fundActivityExamples,
  grants: [...grantExamples, ...givingExamples],
  home: homeExamples,
  identity: [...signInExamples, ...securityExamples],
  'journal-entries': journalEntriesExamples,
  'inactive-funds': inactiveFundsExamples,
  'legacy-plan': legacyPlanExamples,
  mails: mailsExamples,
  'month-end': monthEndExamples,
  'year-end': yearEndExamples,
  pages: pagesExamples,
  payments: paymentsExamples,
  reconciliation: reconciliationExamples,
  signing: signingExamples,
  'saved-views': savedViewsExamples,
  settings: settingsExamples,
  screening: screeningExamples,
  'register-changes': registerChangesExamples,
  statements: statementsExamples,
  'posting-batches': postingBatchesExamples,
  'posting-requests': postingRequestsExamples,
  transfers: transfersExamples,
  users: [...usersExamples, ...staffSetsExamples],
} as const satisfies Record<string, readonly Example[]>

export type FeatureWithEndpoints = keyof typeof examplesOf

export const examples: readonly Example[] = Object.values(examplesOf).flat()

/** A new idempotency key, for commands that require one; others ignore it. */
export const newKey = () => randomUUID()
