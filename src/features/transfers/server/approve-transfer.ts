import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { inTransaction } from '../../../server/db/in-transaction.ts'
import { violates } from '../../../server/db/violates.ts'
import { addJob } from '../../../server/jobs/add-job.ts'
import { lockAccountRows } from '../../accounts/server/account-row.queries.ts'
import { transferPostings } from '../../ledger/domain/postings.ts'
import { postEntry } from '../../ledger/server/post-entry.ts'
import { balanceTooLow } from '../domain/transfer-violation.ts'
import type * as contract from '../transfers.contract.ts'
import { type Context, decidedBy, requireDecidable, violationOf } from './decide-transfer.ts'
import { mailTransfer } from './mail-transfer.ts'
import { listWaiting, lockTransfer, updateTransfer } from './transfers.queries.ts'

/**
 * Makes the transfer: state, ledger and mails to the donors of both funds in one transaction. Throws `access-denied` to the person who
 * requested it, `conflict` where it is decided already or a fund does not allow it, `not-found`.
 */
export async function approveTransfer(
  { params: { transferId } }: HandlerInput<typeof contract.approveTransfer>,
  context: Context,
): Promise<Reply<typeof contract.approveTransfer>> {
  const { db, actor, client, book, clock, today } = context
  try {
    await inTransaction(db, async trx => {
      const [seen] = await listWaiting(trx, transferId)
      if (!seen) throw new Problem('not-found')
      // Locks the funds before the transfer, like everything that changes a fund.
      await lockAccountRows(trx, [seen.account_id, ...(seen.found_id === null ? [] : [seen.found_id])])
      requireDecidable(await lockTransfer(trx, transferId), actor)
      const [row] = await listWaiting(trx, transferId)
      const violation = row ? violationOf(row) : null
      if (!row?.found_id || violation !== null)
        throw new Problem('conflict', violation === null ? {} : { detail: violation })
      const { entryId } = await postEntry(trx, {
        kind: 'transfer',
        currency: book.currency,
        effectiveDate: today,
        actorUserId: actor.userId,
        onBehalfOfUserId: null,
        postings: transferPostings(row.account_id, row.found_id, row.amount_minor),
      })
      await updateTransfer(trx, transferId, {
        state: 'approved',
        to_account_id: row.found_id,
        entry_id: entryId,
        ...decidedBy(actor, clock.now()),
      })
      const about = { client: client.name, transferId, event: 'approved' as const }
      await addJob(trx, mailTransfer, { ...about, to: 'giver' })
      await addJob(trx, mailTransfer, { ...about, to: 'receiver' })
    })
  } catch (error) {
    if (violates(error, 'available_balance_not_negative'))
      throw new Problem('conflict', { detail: balanceTooLow })
    throw error
  }
  return { transferId, state: 'approved' }
}
