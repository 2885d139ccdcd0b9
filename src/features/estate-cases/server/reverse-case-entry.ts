import type { Kysely } from 'kysely'
import * as z from 'zod/mini'
import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { invariant } from '../../../domain/invariant.ts'
import { formatMoney } from '../../../domain/money.ts'
import { inTransaction } from '../../../server/db/in-transaction.ts'
import type { DB } from '../../../server/db/schema.ts'
import { violates } from '../../../server/db/violates.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import { addJob } from '../../../server/jobs/add-job.ts'
import { lockAccountRows } from '../../accounts/server/account-row.queries.ts'
import { postReversal } from '../../ledger/server/post-reversal.ts'
import { findPostedEntry } from '../../ledger/server/reversal.queries.ts'
import type { PostingHandler } from '../../posting-requests/server/decide-posting-request.ts'
import { fileRequest, requireNoneWaiting, tryOut } from '../../posting-requests/server/post-or-file.ts'
import type * as contract from '../estate-cases.contract.ts'
import { reversedCaseEntry } from '../estate-cases.contract.ts'
import { type CaseContext, recordStep, stepAuthor } from './case-context.ts'
import { findEntryOfCase, hasNegativeBalance } from './case-entries.queries.ts'
import { lockCase } from './cases.queries.ts'
import { mailCaseEntryReversed } from './mail-case-entry-reversed.ts'
import { caseDetails } from './show-cases.ts'

type Reversal = { caseId: string; entryId: string; reason: string }

/**
 * Files that a transfer of a case, or a release of its assets, was made by mistake, for a second person whatever its amount. It is tried out, so
 * that nobody is asked to confirm what is refused. Throws `not-found`, and `conflict` where the entry was reversed, a fund does not allow it, or a
 * command about it waits already.
 */
export async function reverseCaseEntry(
  { params: { caseId, entryId }, body }: HandlerInput<typeof contract.reverseCaseEntry>,
  context: ContextOf<typeof contract.reverseCaseEntry>,
): Promise<Reply<typeof contract.reverseCaseEntry>> {
  const { db } = context
  const { reason } = body.data.attributes
  await inTransaction(db, async trx => {
    const entry = await findEntryOfCase(trx, caseId, entryId)
    if (!entry) throw new Problem('not-found')
    await requireNoneWaiting(trx, entryId)
    await tryOut(trx, () => reverse(trx, { caseId, entryId, reason }, context))
    const { account_id: accountId, amount_minor: amountMinor } = entry
    await fileRequest(
      trx,
      { kind: 'reverse-case-entry', subjectId: entryId, accountId, amountMinor, input: { caseId }, reason },
      context,
    )
  })
  return await caseDetails(db, caseId, context)
}

export const caseEntryPosting = {
  'reverse-case-entry': {
    carryOut: async (trx, { subject_id: entryId, reason, input }, context) => {
      invariant(reason !== null, 'a reversal has a reason')
      const { caseId } = z.parse(reversedCaseEntry, input)
      await reverse(trx, { caseId, entryId, reason }, context)
    },
  },
} as const satisfies Record<string, PostingHandler>

const alreadyUsed =
  'The fund that received the money no longer has all of it. Free it first, for example by cancelling recommended grants.'
const closedFund =
  'One of the funds is closed, so nothing can be posted to it. Open it again before you take this back.'

/** Posts the exact reversal today. What was due to a share is due to it again. */
async function reverse(
  trx: Kysely<DB>,
  { caseId, entryId, reason }: Reversal,
  context: CaseContext,
): Promise<void> {
  const entry = await findEntryOfCase(trx, caseId, entryId)
  if (!entry) throw new Problem('not-found')
  const { postings } = await findPostedEntry(trx, entryId)
  const accountIds = [...new Set(postings.flatMap(each => ('accountId' in each ? each.accountId : [])))]
  // Every fund before the case, in the order of their ids.
  await lockAccountRows(trx, accountIds)
  await lockCase(trx, caseId)
  const { today, actor, client } = context
  try {
    await postReversal(trx, entryId, { today, comment: reason, actorUserId: actor.userId, caseId })
  } catch (error) {
    if (violates(error, 'available_balance_not_negative'))
      throw new Problem('conflict', { detail: alreadyUsed })
    if (violates(error, 'status_accepts_entry')) throw new Problem('conflict', { detail: closedFund })
    throw error
  }
  // The ledger lets a reversal take an account below zero.
  if (await hasNegativeBalance(trx, accountIds)) throw new Problem('conflict', { detail: alreadyUsed })
  const amount = formatMoney(entry.amount_minor, context.book.currency, client.locale)
  await recordStep(trx, stepAuthor(context), {
    caseId,
    kind: 'reversed',
    text: `${entry.to_name === null ? `A release of ${amount}` : `A transfer of ${amount} to ${entry.to_name}`}. ${reason}`,
  })
  if (entry.to_name === null) return
  for (const accountId of accountIds)
    await addJob(trx, mailCaseEntryReversed, { client: client.name, entryId, accountId })
}
