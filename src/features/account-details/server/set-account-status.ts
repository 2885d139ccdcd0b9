import type { Kysely } from 'kysely'
import type { Client } from '../../../clients/client.ts'
import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { fieldProblem, Problem } from '../../../contract/problems.ts'
import type { IsoDate } from '../../../domain/dates.ts'
import { type ChangeAuthor, changeAuthor, recordChange } from '../../../server/changes/record-change.ts'
import { requireNoOtherEdit } from '../../../server/changes/require-no-other-edit.ts'
import type { DB } from '../../../server/db/schema.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import { addJob } from '../../../server/jobs/add-job.ts'
import {
  type StatusChange,
  type StatusFacts,
  statusDateViolations,
  statusViolation,
} from '../../accounts/domain/account-status.ts'
import { type findAccountRow, lockAccountRow, setStatus } from '../../accounts/server/account-row.queries.ts'
import { mailAccountStatus } from '../../accounts/server/mail-account-status.ts'
import type * as contract from '../account-status.contract.ts'
import { findByFundId } from './account-status.queries.ts'
import { getAccountStatus } from './get-account-status.ts'
import { requireOtherFund } from './require-other-fund.ts'
import { factsOf } from './status-facts.ts'

type Stored = NonNullable<Awaited<ReturnType<typeof findAccountRow>>>

/**
 * Changes the status of an account (§16); its donors are mailed. Throws `not-found`, `conflict` where the account's state does not
 * allow it or someone else changed the status in the meantime, `validation` for the dates. The same status again changes nothing.
 */
export async function setAccountStatus(
  { params, body }: HandlerInput<typeof contract.setAccountStatus>,
  context: ContextOf<typeof contract.setAccountStatus>,
): Promise<Reply<typeof contract.setAccountStatus>> {
  const { db, client, actor, clock, today } = context
  const { accountId } = params
  const { revision: editedRevision, reason, ...change } = body.data.attributes
  return await db.transaction().execute(async trx => {
    const stored = await lockAccountRow(trx, accountId)
    if (!stored) throw new Problem('not-found')
    if (stored.account_status === change.accountStatus) return await getAccountStatus({ params }, { db: trx })
    const row = { subject: 'account', subjectId: accountId } as const
    await requireNoOtherEdit(
      trx,
      { ...row, editedRevision, storedRevision: stored.revision, fields: ['accountStatus'] },
      { actor, sponsor: client.displayName },
    )
    const author = changeAuthor(context)
    await applyStatus(trx, stored, { ...change, reason }, { client, author, today, at: clock.now() })
    return await getAccountStatus({ params }, { db: trx })
  })
}

/**
 * Changes the status of an account that the caller has locked (`lockAccountRow`), in its transaction; records it and mails the donors.
 * Throws as `setAccountStatus` does.
 */
export async function applyStatus(
  trx: Kysely<DB>,
  stored: Stored,
  { reason, ...change }: StatusChange & { reason: string },
  { client, author, today, at }: { client: Client; author: ChangeAuthor; today: IsoDate; at: Date },
): Promise<void> {
  const accountId = stored.account_id
  const facts = await factsOf(trx, stored)
  requireAllowed(facts, change, today)
  const revision = stored.revision + 1
  const dates = datesAfter(stored, change)
  const successorAccountId = await successorOf(trx, accountId, change)
  await setStatus(trx, accountId, {
    accountStatus: change.accountStatus,
    ...dates,
    successorAccountId,
    revision,
  })
  await recordChange(trx, {
    subject: 'account',
    subjectId: accountId,
    accountId,
    kind: 'account-status-set',
    revision,
    before: {
      accountStatus: stored.account_status,
      openedDate: stored.opened_on,
      closedDate: stored.closed_on,
    },
    after: {
      ...change,
      ...dates,
      successorFundId: change.successorFundId === null ? null : String(change.successorFundId),
      reason,
    },
    author,
    at,
  })
  await addJob(trx, mailAccountStatus, {
    client: client.name,
    accountId,
    revision,
    accountStatus: change.accountStatus,
  })
}

/** The fund that receives money returned to a closed one. It has to be another fund of the book, and active. */
async function successorOf(
  trx: Kysely<DB>,
  accountId: string,
  { accountStatus, successorFundId }: StatusChange,
): Promise<string | null> {
  if (successorFundId === null) return null
  if (accountStatus !== 'Closed')
    throw fieldProblem('successorFundId', 'Only a closing fund has a successor fund')
  const successor = await findByFundId(trx, successorFundId)
  return requireOtherFund(successor, accountId, 'successorFundId').account_id
}

function requireAllowed(
  facts: StatusFacts,
  change: StatusChange,
  today: StatusChange['effectiveDate'],
): void {
  const violation = statusViolation(facts, change.accountStatus)
  if (violation !== null) throw new Problem('conflict', { detail: violation })
  const violations = Object.entries(statusDateViolations(facts, change, today))
  if (violations.length > 0)
    throw new Problem('validation', {
      errors: Object.fromEntries(violations.map(([field, sentence]) => [field, [sentence]])),
    })
}

/** An account opens once: a return from Immobile or Closed keeps the day. */
function datesAfter(stored: Stored, { accountStatus, effectiveDate }: StatusChange) {
  return {
    openedDate: accountStatus === 'Active' ? (stored.opened_on ?? effectiveDate) : stored.opened_on,
    closedDate: accountStatus === 'Closed' ? effectiveDate : null,
  }
}
