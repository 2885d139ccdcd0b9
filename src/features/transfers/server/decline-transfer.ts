import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { inTransaction } from '../../../server/db/in-transaction.ts'
import { addJob } from '../../../server/jobs/add-job.ts'
import type * as contract from '../transfers.contract.ts'
import { type Context, decidedBy, requireDecidable } from './decide-transfer.ts'
import { mailTransfer } from './mail-transfer.ts'
import { findTransfer, lockTransfer, updateTransfer } from './transfers.queries.ts'

/** Declines a transfer with a message to the donors. Throws as `approveTransfer` does. */
export async function declineTransfer(
  { params: { transferId }, body }: HandlerInput<typeof contract.declineTransfer>,
  context: Context,
): Promise<Reply<typeof contract.declineTransfer>> {
  const { db, actor, client, clock } = context
  if (!(await findTransfer(db, transferId))) throw new Problem('not-found')
  await inTransaction(db, async trx => {
    requireDecidable(await lockTransfer(trx, transferId), actor)
    await updateTransfer(trx, transferId, {
      state: 'declined',
      message: body.data.attributes.message,
      ...decidedBy(actor, clock.now()),
    })
    await addJob(trx, mailTransfer, { client: client.name, transferId, event: 'declined', to: 'giver' })
  })
  return { transferId, state: 'declined' }
}
