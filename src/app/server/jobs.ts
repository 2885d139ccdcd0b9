import type { Kysely } from 'kysely'
import { clientOfBook } from '../../clients/clients.ts'
import { mailAdvisorGranting } from '../../features/account-details/server/mail-advisor-granting.ts'
import {
  mailContactUpdate,
  notifyOfContactUpdate,
} from '../../features/account-details/server/mail-contact-update.ts'
import { mailPeopleChange } from '../../features/account-details/server/mail-people-change.ts'
import { advanceApplication } from '../../features/account-opening/server/advance-application.ts'
import { dueApplications } from '../../features/account-opening/server/due-applications.queries.ts'
import { eraseApplications } from '../../features/account-opening/server/erase-applications.ts'
import {
  findApplicationDuplicates,
  pollApplications,
} from '../../features/account-opening/server/find-application-duplicates.ts'
import { mailApplication } from '../../features/account-opening/server/mail-application.ts'
import { voidEnvelope } from '../../features/account-opening/server/void-envelope.ts'
import { mailAccountStatus } from '../../features/accounts/server/mail-account-status.ts'
import { checkBooks } from '../../features/audit/checks/server/check-books.ts'
import { mailProposal } from '../../features/charity-vetting/server/mail-proposal.ts'
import { remindOfDueDiligence } from '../../features/charity-vetting/server/remind-of-due-diligence.ts'
import { mailContactMessage } from '../../features/contact/server/mail-contact-message.ts'
import { mailContributionAnnounced } from '../../features/contributions/fund/server/mail-contribution-announced.ts'
import { mailContributionCancelled } from '../../features/contributions/fund/server/mail-contribution-cancelled.ts'
import { mailContributionChanged } from '../../features/contributions/fund/server/mail-contribution-changed.ts'
import { mailContributionReminder } from '../../features/contributions/fund/server/mail-contribution-reminder.ts'
import { remindOfAnnouncements } from '../../features/contributions/fund/server/remind-of-announcements.ts'
import { advanceDocument } from '../../features/contributions/server/advance-document.ts'
import { issueReceipt } from '../../features/contributions/server/issue-receipt.ts'
import { mailContributionBounced } from '../../features/contributions/server/mail-contribution-bounced.ts'
import { mailContributionDocument } from '../../features/contributions/server/mail-contribution-document.ts'
import { mailContributionReceived } from '../../features/contributions/server/mail-contribution-received.ts'
import { mailContributionReversed } from '../../features/contributions/server/mail-contribution-reversed.ts'
import { mailReceiptReady } from '../../features/contributions/server/mail-receipt-ready.ts'
import { mailSummaryReady } from '../../features/contributions/server/mail-summary-ready.ts'
import { contributionSummaries } from '../../features/contributions/server/make-summaries.ts'
import { pollContributionDocuments } from '../../features/contributions/server/poll-documents.ts'
import { pollReceipts } from '../../features/contributions/server/poll-receipts.ts'
import { cleanDocumentStores, retainDocuments } from '../../features/documents/server/document-jobs.ts'
import { mailCaseEntryReversed } from '../../features/estate-cases/server/mail-case-entry-reversed.ts'
import { mailSuccessor } from '../../features/estate-cases/server/mail-successor.ts'
import { syncDeaths } from '../../features/estate-cases/server/sync-deaths.ts'
import { eraseGrantDrafts } from '../../features/grants/baskets/server/erase-drafts.ts'
import { mailBasket } from '../../features/grants/baskets/server/mail-basket.ts'
import { mailCertification } from '../../features/grants/schedules/server/mail-certification.ts'
import { mailOccurrence } from '../../features/grants/schedules/server/mail-schedule.ts'
import { remindOfCertifications } from '../../features/grants/schedules/server/remind-certification.ts'
import { grantSchedules } from '../../features/grants/schedules/server/run-schedules.ts'
import { mailGrantStep } from '../../features/grants/server/mail-grant-step.ts'
import { mailPasswordLink } from '../../features/identity/passwords/server/mail-password-link.ts'
import { mailUserIds } from '../../features/identity/passwords/server/mail-user-ids.ts'
import { mailFundLetter } from '../../features/inactive-funds/server/mail-fund-letter.ts'
import { writeFundLetter } from '../../features/inactive-funds/server/write-fund-letter.ts'
import { mailLegacyPlan } from '../../features/legacy-plan/server/mail-legacy-plan.ts'
import { remindOfClose } from '../../features/month-end/close/server/remind-of-close.ts'
import { applyBankFileLines } from '../../features/payments/server/apply-bank-file-lines.ts'
import { bookFileSuspense } from '../../features/payments/server/book-file-suspense.ts'
import { mailPaymentLetter } from '../../features/payments/server/mail-payment-letter.ts'
import { recordPayments } from '../../features/payments/server/record-payments.ts'
import { invitePeople } from '../../features/people/server/invite-people.ts'
import { nameDonorEverywhere, syncPeople, syncPerson } from '../../features/people/server/sync-person.ts'
import { applyPostingBatch } from '../../features/posting-batches/server/apply-posting-batch.ts'
import { reverseBatchLines } from '../../features/posting-batches/server/reverse-batch-lines.ts'
import { compareRegisters } from '../../features/register-changes/server/compare-registers.ts'
import { mailRegisterChanges } from '../../features/register-changes/server/mail-register-changes.ts'
import { screenApplication } from '../../features/screening/server/applicant-stop.ts'
import { holdAccounts } from '../../features/screening/server/hold-accounts.ts'
import { screenEverybody } from '../../features/screening/server/screen-everybody.ts'
import { watchEndings } from '../../features/settings/server/watch-endings.ts'
import { cleanEnvelopeStores } from '../../features/signing/server/clean-envelopes.ts'
import { retainEnvelopes } from '../../features/signing/server/retain-envelopes.ts'
import { sealEnvelope } from '../../features/signing/server/seal-envelope.ts'
import { mailStatementReady } from '../../features/statements/server/mail-statement-ready.ts'
import { quarterlyStatements } from '../../features/statements/server/make-statements.ts'
import { mailTransfer } from '../../features/transfers/server/mail-transfer.ts'
import { endRelationships } from '../../features/users/server/end-relationships-everywhere.ts'
import { inviteStaff } from '../../features/users/server/invite-staff.ts'
import { mailRightReview } from '../../features/users/server/mail-right-review.ts'
import { mailSuspension } from '../../features/users/server/mail-suspension.ts'
import { listStaffWith } from '../../features/users/server/managers.ts'
import { reviewRights } from '../../features/users/server/review-rights.ts'
import { endExpiredSessions } from '../../server/auth/end-expired-sessions.ts'
import type { DB } from '../../server/db/schema.ts'
import { eraseIdempotentCommands } from '../../server/http/run-once.ts'
import type { DueWork } from '../../server/jobs/due-work.ts'
import { dueWorkTask } from '../../server/jobs/due-work-task.ts'
import type { RealmTaskContext, Task } from '../../server/jobs/task.ts'
import { sendMail, sendPersonMail } from '../../server/mail/send-mail.ts'
import { findEndings } from './find-endings.ts'

/** The work that every book has by day. Work that was missed while the program was down is done later. */
const dueWork = (context: RealmTaskContext): readonly DueWork[] => [
  quarterlyStatements,
  contributionSummaries,
  grantSchedules,
  remindOfCertifications,
  remindOfAnnouncements,
  eraseGrantDrafts,
  eraseIdempotentCommands,
  checkBooks({ ...context, realmDb: context.db, readers: readersOfChecks }),
  remindOfClose({ ...context, realmDb: context.db, closers: closersOfMonths }),
  remindOfDueDiligence({
    ...{ ...context, realmDb: context.db, clientOf: clientOfBook },
    reviewers: reviewersOfCharities,
  }),
]

/** Those who may open the page of a check and answer it. */
const readersOfChecks = (realmDb: Kysely<DB>, now: Date) =>
  listStaffWith(realmDb, ['AUDIT_VIEW', 'PERIOD_CLOSE'], now)

const closersOfMonths = (realmDb: Kysely<DB>, now: Date) => listStaffWith(realmDb, ['PERIOD_CLOSE'], now)

/** Those who may renew a record of due diligence. */
const reviewersOfCharities = (realmDb: Kysely<DB>, now: Date) =>
  listStaffWith(realmDb, ['SUPER_DASHBOARD_VIEW', 'CHARITY_EDIT'], now)

const runDueWork = dueWorkTask(dueWork)

/** Looks for what ends, and writes to those who change settings. */
const watchOfEndings = watchEndings({
  find: findEndings,
  readers: (realmDb, now) => listStaffWith(realmDb, ['SETTINGS_MANAGE'], now),
})

/** Retention, with what the features above documents know of it. */
const retention = retainDocuments({ dueApplications, copies: [retainEnvelopes] })

/** Every task that the job worker runs. */
export const tasks: readonly Task[] = [
  advanceApplication,
  advanceDocument,
  applyBankFileLines,
  bookFileSuspense,
  syncPeople,
  syncPerson,
  syncDeaths,
  cleanDocumentStores,
  cleanEnvelopeStores,
  endExpiredSessions,
  endRelationships,
  eraseApplications,
  findApplicationDuplicates,
  invitePeople,
  inviteStaff,
  issueReceipt,
  mailAdvisorGranting,
  mailContactMessage,
  mailContactUpdate,
  mailContributionAnnounced,
  mailContributionCancelled,
  mailContributionChanged,
  mailContributionReminder,
  mailContributionDocument,
  mailContributionReceived,
  mailContributionReversed,
  mailContributionBounced,
  mailBasket,
  mailGrantStep,
  mailCertification,
  mailOccurrence,
  mailProposal,
  mailAccountStatus,
  mailTransfer,
  mailCaseEntryReversed,
  mailSuccessor,
  mailApplication,
  mailLegacyPlan,
  mailPaymentLetter,
  mailPeopleChange,
  mailPasswordLink,
  mailStatementReady,
  mailSummaryReady,
  mailReceiptReady,
  mailRightReview,
  mailSuspension,
  mailUserIds,
  nameDonorEverywhere,
  pollApplications,
  pollContributionDocuments,
  pollReceipts,
  recordPayments,
  applyPostingBatch,
  reverseBatchLines,
  retention,
  reviewRights,
  sealEnvelope,
  runDueWork,
  screenApplication,
  screenEverybody,
  compareRegisters,
  mailRegisterChanges,
  writeFundLetter,
  mailFundLetter,
  holdAccounts,
  sendMail,
  sendPersonMail,
  notifyOfContactUpdate,
  voidEnvelope,
  watchOfEndings,
]

/** Scheduled tasks, each run once per realm. `every` is a cron expression. A missed run is not repeated. */
const recurring: readonly { every: string; task: Task }[] = [
  { every: '*/5 * * * *', task: endExpiredSessions },
  { every: '*/5 * * * *', task: syncPeople },
  { every: '*/5 * * * *', task: syncDeaths },
  { every: '*/5 * * * *', task: invitePeople },
  { every: '*/5 * * * *', task: pollApplications },
  { every: '*/5 * * * *', task: pollContributionDocuments },
  { every: '*/10 * * * *', task: pollReceipts },
  { every: '*/5 * * * *', task: screenEverybody },
  { every: '*/5 * * * *', task: compareRegisters },
  { every: '*/15 * * * *', task: cleanDocumentStores },
  { every: '*/15 * * * *', task: cleanEnvelopeStores },
  { every: '*/10 * * * *', task: runDueWork },
  { every: '20 3 * * *', task: retention },
  { every: '10 5 * * *', task: reviewRights },
  // After the review has begun, or ended, today.
  { every: '40 5 * * *', task: mailRightReview },
  { every: '50 3 * * *', task: eraseApplications },
  { every: '25 4 * * *', task: watchOfEndings },
]

/**
 * The crontab of graphile-worker. One instance of the program adds each job with the realm's identity, as if the realm's own
 * connection had added it.
 */
export function recurringJobs(realms: readonly string[]): string {
  return recurring
    .flatMap(({ every, task: { name } }) =>
      realms.map(realm => {
        const payload = JSON.stringify({ origin: { realm }, payload: {} })
        return `${every} ${name} ?id=${name}-${realm}&max=3&jobKey=${name}-${realm} ${payload}`
      }),
    )
    .join('\n')
}
