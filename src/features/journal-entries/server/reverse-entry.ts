import type { Kysely } from 'kysely'
import * as z from 'zod/mini'
import { fieldProblem, Problem } from '../../../contract/problems.ts'
import { unknownFundId } from '../../../domain/fund-id.ts'
import { invariant } from '../../../domain/invariant.ts'
import { localEnglish } from '../../../domain/local-english.ts'
import type { DB } from '../../../server/db/schema.ts'
import { violates } from '../../../server/db/violates.ts'
import { lockAccountRows } from '../../accounts/server/account-row.queries.ts'
import { concernedDay } from '../../ledger/domain/corrections.ts'
import { postEntry } from '../../ledger/server/post-entry.ts'
import { postReversal } from '../../ledger/server/post-reversal.ts'
import {
  type BatchKind,
  batchKindNames,
  outcomesOf,
  postingsOf,
} from '../../posting-batches/domain/posting-batch.ts'
import { lockBalances } from '../../posting-batches/server/batch-lines.queries.ts'
import { acceptedBy, restTextOf } from '../../posting-batches/server/plan-batch.ts'
import { lockBatchOfLine, setLineReversed } from '../../posting-batches/server/reverse-batch-line.ts'
import type { PostingHandler } from '../../posting-requests/server/decide-posting-request.ts'
import type { EntryCorrection } from '../journal-entries.contract.ts'
import { entryOfRequest } from '../journal-entries.contract.ts'
import type { EntryContext } from './entry-context.ts'
import { violationOf } from './get-journal-entry.ts'
import { type EntryDetailsRow, findAccountId, findEntry, listPostings } from './journal-entries.queries.ts'

type Replacement = NonNullable<EntryCorrection['replacement']>

/**
 * Reverses an entry today, and posts the right one in its place if there is one. Throws `not-found`, `conflict` where the entry has a command of
 * its own, was reversed, or a fund does not allow it, and `validation` for the entry in its place.
 */
export async function reverseEntry(
  trx: Kysely<DB>,
  entryId: string,
  { reason, replacement }: EntryCorrection,
  context: EntryContext,
): Promise<void> {
  const seen = await findEntry(trx, entryId)
  if (!seen) throw new Problem('not-found')
  const { owner } = seen
  const batch = owner?.kind === 'batch' ? owner : null
  // The batch before its funds, as the job that posts it locks them.
  if (batch) await lockBatchOfLine(trx, batch.id)
  const otherId = replacement && (await findAccountId(trx, replacement.fundId))
  if (replacement && !otherId) throw fieldProblem('replacement.fundId', unknownFundId)
  const ownIds = (await listPostings(trx, entryId)).flatMap(({ account_id: id }) => id ?? [])
  await lockAccountRows(trx, [...ownIds, ...(otherId ? [otherId] : [])])
  // Whoever reversed it meanwhile has locked the same accounts.
  const row = await findEntry(trx, entryId)
  if (!row) throw new Problem('not-found')
  const violation = violationOf(row)
  if (violation !== null)
    throw new Problem('conflict', { detail: localEnglish(violation, context.client.locale) })
  const { today, actor } = context
  try {
    const { reversalEntryId } = await postReversal(trx, entryId, {
      today,
      comment: reason,
      actorUserId: actor.userId,
    })
    if (batch) {
      invariant(batch.line !== null, 'an entry of a batch has a line')
      await setLineReversed(trx, batch.id, { line: batch.line, reversalEntryId })
    }
  } catch (error) {
    throw sentenceFor(error)
  }
  await requireContributionsLeft(trx, row)
  if (replacement && otherId) await postInItsPlace(trx, row, { ...replacement, accountId: otherId }, context)
}

const belowZero =
  'The available balance is less than this contribution, because some of it was already granted. Free the money first, for example by cancelling recommended grants.'

/** What was contributed and granted already is not taken back, as with contributions that staff entered here. */
async function requireContributionsLeft(trx: Kysely<DB>, row: EntryDetailsRow): Promise<void> {
  if (row.account_id === null || !(row.kind.startsWith('contribution_') || row.kind === 'gift_aid')) return
  const balance = (await lockBalances(trx, [row.account_id])).get(row.account_id)
  if (balance && (balance.spendable_minor < 0n || balance.excluded_minor < 0n))
    throw new Problem('conflict', { detail: belowZero })
}

async function postInItsPlace(
  trx: Kysely<DB>,
  {
    entry_id: correctsEntryId,
    kind,
    effective_date: effectiveDate,
    amount_minor: wrongMinor,
    comment: wrongComment,
  }: EntryDetailsRow,
  { accountId, amountMinor, comment }: Replacement & { accountId: string },
  context: EntryContext,
): Promise<void> {
  const batchKind = batchKindOf(kind)
  // What leaves a fund as other activity is negative in its entry.
  const signedMinor = batchKind === 'other' && wrongMinor < 0n ? -amountMinor : amountMinor
  const balance = (await lockBalances(trx, [accountId])).get(accountId)
  if (!balance) throw fieldProblem('replacement.fundId', unknownFundId)
  const accepts = await acceptedBy(trx, [balance.account_status])
  const { outcomes } = outcomesOf(
    [{ kind: batchKind, amountMinor: signedMinor }],
    { spendableMinor: balance.spendable_minor, excludedMinor: balance.excluded_minor },
    each => accepts(balance.account_status, each),
    restTextOf(context),
  )
  const [outcome] = outcomes
  if (outcome && outcome.note !== null)
    throw new Problem('conflict', { detail: `The new entry cannot be posted. ${outcome.note}` })
  const said = comment === '' ? wrongComment : comment
  await postEntry(trx, {
    kind: batchKind,
    currency: context.book.currency,
    effectiveDate: context.today,
    ...concernedDay(effectiveDate, context.today),
    correctsEntryId,
    ...(said === null ? {} : { comment: said }),
    actorUserId: context.actor.userId,
    onBehalfOfUserId: null,
    postings: postingsOf(batchKind, accountId, signedMinor),
  })
}

function batchKindOf(kind: string): BatchKind {
  const found = batchKindNames.find(name => name === kind)
  if (!found)
    throw new Problem('conflict', { detail: 'Nothing can be posted in the place of an entry of this kind.' })
  return found
}

const sentences = {
  status_accepts_entry:
    'A fund of this entry is closed, so nothing can be posted to it. Open it again before you reverse the entry.',
  available_balance_not_negative:
    'The available balance of a fund is less than this entry, because some of it was already granted.',
  pending_and_excluded_not_negative: 'The fund’s excluded assets were released meanwhile.',
} as const

function sentenceFor(error: unknown): unknown {
  for (const [constraint, detail] of Object.entries(sentences))
    if (violates(error, constraint)) return new Problem('conflict', { detail })
  return error
}

export const entryPosting = {
  'reverse-entry': {
    carryOut: async (trx, { subject_id: entryId, reason, input }, context) => {
      invariant(reason !== null, 'a reversal has a reason')
      // Decoding checks what was filed.
      const { replacement } = z.decode(entryOfRequest, input as never)
      await reverseEntry(trx, entryId, { reason, replacement }, context)
    },
    // Decoding checks what was filed.
    detailsOf: ({ input }) => z.encode(entryOfRequest, z.decode(entryOfRequest, input as never)),
  },
} as const satisfies Record<string, PostingHandler>
