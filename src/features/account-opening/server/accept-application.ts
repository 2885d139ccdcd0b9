import type { Kysely } from 'kysely'
import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { nameOf } from '../../../server/auth/actor.ts'
import { changeAuthor } from '../../../server/changes/record-change.ts'
import type { DB } from '../../../server/db/schema.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import { addJob } from '../../../server/jobs/add-job.ts'
import { findContribution, insertContribution } from '../../contributions/server/contributions.queries.ts'
import { prepareDocument } from '../../contributions/server/prepare-document.ts'
import { mailInvitations } from '../../people/server/find-or-invite.ts'
import { applicantStop, screenApplicants } from '../../screening/server/applicant-stop.ts'
import { type Application, applicationOf, missingDuplicateCheck } from '../domain/check-step.ts'
import type * as contract from '../review.contract.ts'
import { advanceApplication } from './advance-application.ts'
import { type ApplicationRow, addEvent, lockApplication, updateApplication } from './applications.queries.ts'
import { findVisibleApplication } from './find-application.ts'
import { mailApplication } from './mail-application.ts'
import { openAccount, peopleOf } from './open-account.ts'
import { requireDecidable } from './review-application.ts'
import { saveSignedAddresses } from './signed-addresses.ts'
import { signersOf } from './signers.queries.ts'
import { eventBy } from './start-application.ts'
import { moveDocumentsToAccount } from './supporting-documents.queries.ts'

type Context = ContextOf<typeof contract.acceptApplication>

/**
 * Accepts an application (§17). Its people get their logins in the realm first, and the signed addresses that staff chose over others. Then one transaction of the book enters the account,
 * its people, plan and first contribution with the document to sign, and moves the supporting documents to it. Invitations, mails and the signed
 * application follow by jobs. Repeating it, at once or after a crash, finds the account that was made.
 */
export async function acceptApplication(
  { params, body }: HandlerInput<typeof contract.acceptApplication>,
  context: Context,
): Promise<Reply<typeof contract.acceptApplication>> {
  const { db, realmDb, client, clock } = context
  const { hasCheckedDuplicates, needsCountersignature, addresses: choices } = body.data.attributes
  const { row } = await findVisibleApplication(params.applicationId, context)
  if (row.state === 'accepted') return { fundId: Number(row.fund_id) }
  await requireDecidable(db, row, context)
  requireLookedAt(row, hasCheckedDuplicates)
  if (row.state !== 'submitted')
    throw new Problem('conflict', { detail: 'A question is open. Please wait for the answer.' })
  await screenApplicants(row.application_id, context)
  await requireCleared(db, row, context)
  const application = applicationOf(row.draft)
  const addresses = await saveSignedAddresses(row, { application, choices }, context)
  const known = (await signersOf(db, row)).map(({ user_id: userId }) => userId)
  const people = await peopleOf(realmDb, client, application, { known, at: clock.now() })
  const fundId = await db.transaction().execute(async trx => {
    const locked = await lockApplication(trx, row.application_id)
    if (locked?.state === 'accepted') return Number(locked.fund_id)
    if (locked?.state !== 'submitted' || locked.revision !== row.revision)
      throw new Problem('conflict', {
        detail: 'This application has changed in the meantime. Please review it again.',
      })
    await requireCleared(trx, row, context)
    return await enter(trx, { row: locked, application, people, addresses, needsCountersignature }, context)
  })
  await mailInvitations(realmDb, [...people.donors, ...(people.advisor === null ? [] : [people.advisor])])
  return { fundId }
}

/** Throws `conflict` where the name of an applicant resembles one on a sanctions list. */
async function requireCleared(db: Kysely<DB>, row: ApplicationRow, { book, actor }: Context): Promise<void> {
  const about = { book: book.name, approver: actor.userId }
  const stop = await applicantStop(db, row.application_id, about)
  if (stop !== null) throw new Problem('conflict', { detail: stop })
}

/** A reviewer checks the possible duplicates before they decide. */
function requireLookedAt(row: ApplicationRow, hasCheckedDuplicates: boolean): void {
  if (row.duplicates_found_at === null)
    throw new Problem('conflict', {
      detail: 'Please check for duplicates first.',
    })
  if (Array.isArray(row.duplicates) && row.duplicates.length > 0 && !hasCheckedDuplicates)
    throw new Problem('validation', {
      errors: {
        hasCheckedDuplicates: [missingDuplicateCheck],
      },
    })
}

type ToEnter = {
  row: ApplicationRow
  application: Application
  people: Awaited<ReturnType<typeof peopleOf>>
  /** What was decided about addresses, in a sentence each. */
  addresses: readonly string[]
  needsCountersignature: boolean
}

async function enter(
  trx: Kysely<DB>,
  { row, application, people, addresses, needsCountersignature }: ToEnter,
  context: Context,
): Promise<number> {
  const { client, clock, today, book, actor } = context
  const { application_id: applicationId, reference } = row
  const at = clock.now()
  const author = changeAuthor(context)
  const { accountId, fundId } = await openAccount(trx, application, {
    ...{ client, clock, people, author, reference, at, today },
  })
  const contribution = await insertContribution(trx, {
    accountId,
    content: application.contribution,
    currency: book.currency,
    needsCountersignature,
    enteredBy: {
      userId: actor.userId,
      name: nameOf(actor),
      sessionId: actor.sessionId,
      address: author.address,
    },
    at,
    idempotencyKey: applicationId,
  })
  const entered = contribution && (await findContribution(trx, accountId, contribution.contributionId))
  if (!entered) throw new Error('a new account has a contribution already')
  await prepareDocument(trx, entered, { ...context, db: trx })
  await updateApplication(trx, applicationId, {
    state: 'accepted',
    account_id: accountId,
    changed_at: at,
    decided_by: actor.userId,
    decided_by_name: nameOf(actor),
    decided_at: at,
    // The job that files the signed application has not asked yet.
    asked_at: null,
  })
  await moveDocumentsToAccount(trx, applicationId, accountId)
  await addEvent(trx, applicationId, eventBy(context, 'accepted', addresses.join(' ') || null))
  await addJob(trx, advanceApplication, { applicationId }, { key: applicationId })
  await addJob(trx, mailApplication, { applicationId, event: 'accepted' })
  return fundId
}
