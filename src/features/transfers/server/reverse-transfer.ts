import type { Kysely } from 'kysely'
import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { invariant } from '../../../domain/invariant.ts'
import { inTransaction } from '../../../server/db/in-transaction.ts'
import type { DB } from '../../../server/db/schema.ts'
import { violates } from '../../../server/db/violates.ts'
import { addJob } from '../../../server/jobs/add-job.ts'
import { lockAccountRows } from '../../accounts/server/account-row.queries.ts'
import { postReversal } from '../../ledger/server/post-reversal.ts'
import type { PostingHandler } from '../../posting-requests/server/decide-posting-request.ts'
import { fileRequest, requireNoneWaiting, tryOut } from '../../posting-requests/server/post-or-file.ts'
import type * as contract from '../transfers.contract.ts'
import type { Context } from './decide-transfer.ts'
import { mailTransfer } from './mail-transfer.ts'
import { findTransfer, lockTransfer, updateTransfer } from './transfers.queries.ts'

/**
 * Files the reversal of a transfer that was made by mistake for a second person, whatever its amount. It is tried out, so that nobody is asked
 * to confirm what is refused. Throws `not-found`, and `conflict` where it was not made, was reversed, waits already, or a fund does not allow it.
 */
export async function reverseTransfer(
  { params: { transferId }, body }: HandlerInput<typeof contract.reverseTransfer>,
  context: Context,
): Promise<Reply<typeof contract.reverseTransfer>> {
  const { reason } = body.data.attributes
  await inTransaction(context.db, async trx => {
    const transfer = await findTransfer(trx, transferId)
    if (!transfer) throw new Problem('not-found')
    await requireNoneWaiting(trx, transferId)
    await tryOut(trx, () => reverse(trx, transferId, reason, context))
    const { account_id: accountId, amount_minor: amountMinor } = transfer
    await fileRequest(
      trx,
      { kind: 'reverse-transfer', subjectId: transferId, accountId, amountMinor, input: {}, reason },
      context,
    )
  })
  return { transferId, state: 'approved' }
}

export const transferPosting = {
  'reverse-transfer': {
    carryOut: async (trx, { subject_id: transferId, reason }, context) => {
      invariant(reason !== null, 'a reversal has a reason')
      await reverse(trx, transferId, reason, context)
    },
  },
} as const satisfies Record<string, PostingHandler>

const sentences = {
  available_balance_not_negative:
    'The available balance of the receiving fund is less than this transfer, because some of it was already granted. Free the money first, for example by cancelling recommended grants.',
  status_accepts_entry:
    'One of the funds is closed, so nothing can be posted to it. Open it again before you reverse the transfer.',
} as const

async function reverse(
  trx: Kysely<DB>,
  transferId: string,
  reason: string,
  { actor, client, clock, today }: Context,
): Promise<void> {
  const seen = await findTransfer(trx, transferId)
  if (!seen) throw new Problem('not-found')
  // Locks the funds before the transfer, like everything that changes a fund.
  await lockAccountRows(trx, [seen.account_id, ...(seen.to_account_id === null ? [] : [seen.to_account_id])])
  const row = await lockTransfer(trx, transferId)
  if (row?.state !== 'approved' || row.entry_id === null)
    throw new Problem('conflict', {
      detail:
        row?.state === 'reversed'
          ? 'This transfer has already been reversed.'
          : 'Only a transfer that was made can be reversed.',
    })
  try {
    const { reversalEntryId } = await postReversal(trx, row.entry_id, {
      today,
      comment: reason,
      actorUserId: actor.userId,
    })
    await updateTransfer(trx, transferId, {
      state: 'reversed',
      reversal_entry_id: reversalEntryId,
      reversal_reason: reason,
      reversed_at: clock.now(),
    })
  } catch (error) {
    for (const [constraint, detail] of Object.entries(sentences))
      if (violates(error, constraint)) throw new Problem('conflict', { detail })
    throw error
  }
  const about = { client: client.name, transferId, event: 'reversed' as const }
  await addJob(trx, mailTransfer, { ...about, to: 'giver' })
  await addJob(trx, mailTransfer, { ...about, to: 'receiver' })
}
