import type { Reply } from '../../contract/endpoint.ts'
import { holdsOneOf } from '../../contract/permissions.ts'
import type * as contract from '../../contract/staff-queues.contract.ts'
import { type StaffQueue, staffQueueNames, staffQueues } from '../../contract/staff-queues.contract.ts'
import { countPendingRequests } from '../../features/account-details/server/relationship-requests.queries.ts'
import { countWaitingApplications } from '../../features/account-opening/server/queue.queries.ts'
import { countUnanswered } from '../../features/audit/checks/server/book-checks.queries.ts'
import { countVettingsToConfirm } from '../../features/charity-vetting/server/count-vettings-to-confirm.ts'
import { countVettingsToRenew } from '../../features/charity-vetting/server/count-vettings-to-renew.ts'
import { countProposalsToDecide } from '../../features/charity-vetting/server/proposals.queries.ts'
import { countCasesToConfirm } from '../../features/estate-cases/server/cases.queries.ts'
import { countWaitingReductions } from '../../features/fees/server/reductions.queries.ts'
import { schedulesWithWaitingTerms } from '../../features/fees/server/waiting-terms.ts'
import { countQueue } from '../../features/grants/review/server/queue.queries.ts'
import { countOpenCases } from '../../features/grants/review/server/related-parties.queries.ts'
import { countDefaultGrantsToConfirm } from '../../features/inactive-funds/server/count-default-grants-to-confirm.ts'
import { countReopenings } from '../../features/month-end/close/server/month-close.queries.ts'
import { countOpenNotices } from '../../features/payments/server/change-notices.queries.ts'
import { countWaiting } from '../../features/posting-requests/server/posting-requests.queries.ts'
import { countChanges } from '../../features/register-changes/server/register-changes.queries.ts'
import { countFindings } from '../../features/screening/server/findings.queries.ts'
import { countWaitingThresholds } from '../../features/settings/server/waiting-changes.ts'
import { findWaitingStatements } from '../../features/statements/server/make-statements.ts'
import { countOpenResumptions } from '../../features/users/server/resumptions.queries.ts'
import { countRightsToReview } from '../../features/users/server/right-review.queries.ts'
import { rightsOfStaff } from '../../features/users/server/staff.queries.ts'
import { countStepsBelow } from '../../features/users/server/team.ts'
import { countRequestedRights } from '../../features/users/server/users.queries.ts'
import { countWaitingSets } from '../../features/users/server/waiting-sets.ts'
import type { ContextOf } from '../../server/http/request-context.ts'

type Connections = Pick<
  ContextOf<typeof contract.countStaffQueues>,
  'db' | 'realmDb' | 'client' | 'clientOfFile' | 'book' | 'today'
> & {
  now: Date
}

/** How many wait in each queue of the book or the realm: one statement each. */
const counts: Readonly<Record<StaffQueue, (connections: Connections) => Promise<number>>> = {
  'to-approve': ({ db }) => countQueue(db, 'to-approve'),
  'to-pay': ({ db }) => countQueue(db, 'to-pay'),
  'relationship-requests': ({ db }) => countPendingRequests(db),
  'posting-requests': ({ db }) => countWaiting(db),
  applications: ({ db }) => countWaitingApplications(db),
  'rights-to-confirm': ({ realmDb }) => countRequestedRights(realmDb),
  'rights-to-review': ({ realmDb }) => countRightsToReview(realmDb),
  'sets-to-confirm': ({ realmDb, client, now }) => countWaitingSets(realmDb, { client, now }),
  'access-to-confirm': ({ realmDb }) => countOpenResumptions(realmDb),
  'steps-below-team': async ({ realmDb, client, now }) =>
    countStepsBelow(await rightsOfStaff(realmDb, now), client.smallestTeam),
  'fee-reductions': ({ db }) => countWaitingReductions(db),
  'fee-terms-to-confirm': async ({ db, client, book, today, now }) =>
    (await schedulesWithWaitingTerms(db, { client, book, today, clock: { now: () => now } })).length,
  findings: ({ realmDb }) => countFindings(realmDb, 'to-decide'),
  'register-changes': ({ db }) => countChanges(db, { view: 'to-decide' }),
  'related-parties': ({ db }) => countOpenCases(db),
  'charity-suggestions': ({ db }) => countProposalsToDecide(db),
  'vettings-to-confirm': ({ realmDb, client }) => countVettingsToConfirm(realmDb, client),
  'vettings-to-renew': ({ realmDb, client, now }) => countVettingsToRenew(realmDb, client, now),
  'findings-to-report': ({ realmDb }) => countFindings(realmDb, 'to-report'),
  'cases-to-confirm': ({ db }) => countCasesToConfirm(db),
  'default-grants-to-confirm': ({ db, book }) => countDefaultGrantsToConfirm(db, book),
  'reopenings-to-confirm': ({ db }) => countReopenings(db),
  'waiting-statements': async ({ db, book, today }) =>
    (await findWaitingStatements(db, { book: book.name, today }))?.accounts ?? 0,
  'book-checks': ({ db }) => countUnanswered(db),
  'thresholds-to-confirm': ({ realmDb, clientOfFile: file, now }) =>
    countWaitingThresholds(realmDb, { file, now }),
  'change-notices': ({ db }) => countOpenNotices(db),
}

/** How many wait in each queue that the caller may read. */
export async function countStaffQueues(
  _input: unknown,
  {
    db,
    realmDb,
    client,
    clientOfFile,
    book,
    today,
    clock,
    actor,
  }: ContextOf<typeof contract.countStaffQueues>,
): Promise<Reply<typeof contract.countStaffQueues>> {
  const data: Partial<Record<StaffQueue, number>> = {}
  for (const name of staffQueueNames) {
    if (holdsOneOf([...actor.actions], staffQueues[name].action))
      data[name] = await counts[name]({
        ...{ db, realmDb, client, clientOfFile, book, today },
        now: clock.now(),
      })
  }
  return { data }
}
