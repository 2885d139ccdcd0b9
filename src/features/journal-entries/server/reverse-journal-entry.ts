import * as z from 'zod/mini'
import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { localEnglish } from '../../../domain/local-english.ts'
import { absolute } from '../../posting-batches/domain/posting-batch.ts'
import { postOrFile } from '../../posting-requests/server/post-or-file.ts'
import type * as contract from '../journal-entries.contract.ts'
import { entryOfRequest } from '../journal-entries.contract.ts'
import type { EntryContext } from './entry-context.ts'
import { entryDetails, violationOf } from './get-journal-entry.ts'
import { findEntry } from './journal-entries.queries.ts'
import { reverseEntry } from './reverse-entry.ts'

/**
 * Reverses an entry, or files this for a second person: from the client's threshold on, always for the person who posted the entry, or
 * entered or confirmed its batch, and always for a fee of a batch, because its reversal waives it and what is owed of it. Throws what `postOrFile` and `reverseEntry` throw.
 */
export async function reverseJournalEntry(
  { params: { entryId }, body }: HandlerInput<typeof contract.reverseJournalEntry>,
  context: EntryContext,
): Promise<Reply<typeof contract.reverseJournalEntry>> {
  const { db, actor, client } = context
  const correction = body.data.attributes
  const { reason, replacement } = correction
  const row = await findEntry(db, entryId)
  if (!row) throw new Problem('not-found')
  const violation = violationOf(row)
  if (violation !== null) throw new Problem('conflict', { detail: localEnglish(violation, client.locale) })
  const isOwn = [row.actor_user_id, ...(row.batch_people ?? [])].includes(actor.userId)
  const isFeeOfBatch =
    row.owner?.kind === 'batch' && ['administrative_fee', 'investment_fee'].includes(row.kind)
  await postOrFile(
    context,
    {
      kind: 'reverse-entry',
      subjectId: entryId,
      accountId: row.account_id,
      amountMinor: absolute(row.amount_minor) + (replacement?.amountMinor ?? 0n),
      input: z.encode(entryOfRequest, {
        transactionId: Number(row.transaction_id),
        transactionTypeName: row.transaction_type_name,
        effectiveDate: row.effective_date,
        replacement,
      }),
      reason,
      takesTwo: isOwn || isFeeOfBatch,
    },
    async trx => await reverseEntry(trx, entryId, correction, context),
  )
  return await entryDetails(entryId, context)
}
