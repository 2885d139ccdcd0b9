import type { Kysely } from 'kysely'
import { Problem } from '../../../contract/problems.ts'
import type { DB } from '../../../server/db/schema.ts'
import { setReversedByItself } from './batch-lines.queries.ts'
import { lockBatch } from './posting-batches.queries.ts'

/** Locks the batch of a line that is to be reversed by itself. Throws `conflict` while a job posts or reverses the batch. */
export async function lockBatchOfLine(trx: Kysely<DB>, batchId: string): Promise<void> {
  const batch = await lockBatch(trx, batchId)
  if (batch?.state !== 'applied' && batch?.state !== 'reversed')
    throw new Problem('conflict', {
      detail: 'The batch of this entry is being posted or reversed. Try again when that is done.',
    })
}

/** Records that a line was reversed by itself; the reversal of its whole batch then leaves it out, and a fee of it is not charged again. */
export const setLineReversed = setReversedByItself
