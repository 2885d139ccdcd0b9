import type { HandlerInput } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { inTransaction } from '../../../server/db/in-transaction.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import { addJob } from '../../../server/jobs/add-job.ts'
import type * as contract from '../transfers.contract.ts'
import type { Transfer } from '../transfers.contract.ts'
import { mailTransfer } from './mail-transfer.ts'
import { findTransfer, lockTransfer, updateTransfer } from './transfers.queries.ts'
import { transferResponse } from './transfers.ts'

/** Throws `not-found` for a transfer of another fund, `access-denied` for someone else's, `conflict` once it is decided. */
export async function withdrawTransfer(
  { params: { transferId } }: HandlerInput<typeof contract.withdrawTransfer>,
  context: ContextOf<typeof contract.withdrawTransfer>,
): Promise<Transfer> {
  const { db, account, actor, client, clock } = context
  await inTransaction(db, async trx => {
    const stored = await lockTransfer(trx, transferId)
    if (stored?.account_id !== account.accountId) throw new Problem('not-found')
    if (stored.requested_by !== actor.userId)
      throw new Problem('access-denied', {
        detail: 'Only the person who requested a transfer can withdraw it.',
      })
    if (stored.state === 'withdrawn') return
    if (stored.state !== 'requested')
      throw new Problem('conflict', { detail: `${client.displayName} has already decided on this transfer.` })
    await updateTransfer(trx, transferId, {
      state: 'withdrawn',
      decided_by: actor.userId,
      decided_by_name: stored.requested_by_name,
      decided_at: clock.now(),
    })
    await addJob(trx, mailTransfer, { client: client.name, transferId, event: 'withdrawn', to: 'giver' })
  })
  const row = await findTransfer(db, transferId)
  if (!row) throw new Problem('not-found')
  return transferResponse(row, context)
}
