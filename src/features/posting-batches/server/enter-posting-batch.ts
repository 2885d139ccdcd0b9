import { randomUUIDv7 } from 'node:crypto'
import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { fieldProblem, Problem } from '../../../contract/problems.ts'
import { personOf } from '../../../server/auth/actor.ts'
import { inTransaction } from '../../../server/db/in-transaction.ts'
import { fileRequest } from '../../posting-requests/server/post-or-file.ts'
import { absolute, batchKindNames } from '../domain/posting-batch.ts'
import type * as contract from '../posting-batches.contract.ts'
import type { BatchContext } from './batch-context.ts'
import { insertLines } from './batch-lines.queries.ts'
import { batchDetails } from './get-posting-batch.ts'
import { planBatch, refusalOf } from './plan-batch.ts'
import { findSameBatch, findWaitingBatch, insertBatch, lockBatches } from './posting-batches.queries.ts'
import type { ReadBatch } from './read-batch-file.ts'

/**
 * Stores a checked file with its lines and asks a second person to confirm it; nothing is posted before. Throws `conflict` if the file would
 * do something else than the person saw, was posted or waits already, and `validation` for a reference that another batch has.
 */
export async function enterPostingBatch(
  { query: { name, reference, planHash } }: HandlerInput<typeof contract.enterPostingBatch>,
  context: BatchContext,
  read: ReadBatch,
): Promise<Reply<typeof contract.enterPostingBatch>> {
  const { fileHash } = read
  const batchId = randomUUIDv7()
  return await inTransaction(context.db, async trx => {
    await lockBatches(trx)
    const plan = await planBatch(trx, read, context)
    const refusal = await refusalOf(trx, { ...plan, fileHash })
    if (refusal !== null) throw new Problem('conflict', { detail: refusal })
    if (plan.planHash !== planHash) throw changedSinceCheck()
    const waiting = await findWaitingBatch(trx, { fileHash, reference })
    if (waiting)
      throw new Problem('conflict', {
        detail: `Batch ${waiting.batch_number} with this file or this name waits for a second person.`,
      })
    const same = await findSameBatch(trx, { fileHash, reference })
    if (same) throw fieldProblem('reference', `Batch ${same.batch_number} has this name. Choose another one.`)
    const by = personOf(context.actor)
    const amountMinor = plan.lines.reduce((sum, line) => sum + absolute(line.amountMinor), 0n)
    await insertBatch(trx, {
      batch_id: batchId,
      reference,
      file_name: name,
      file_hash: fileHash,
      plan_hash: planHash,
      line_count: plan.lines.length,
      amount_minor: amountMinor,
      kinds: batchKindNames.filter(kind => plan.lines.some(line => line.kind === kind)),
      entered_by: by.userId,
      entered_by_name: by.name,
      entered_at: context.clock.now(),
    })
    await insertLines(
      trx,
      batchId,
      plan.lines.map(line => ({ ...line, accountId: line.account.account_id })),
    )
    await fileRequest(
      trx,
      { kind: 'posting-batch', subjectId: batchId, accountId: null, amountMinor, input: {}, reason: null },
      context,
    )
    return await batchDetails(batchId, { ...context, db: trx })
  })
}

const changedSinceCheck = () =>
  new Problem('conflict', {
    detail: 'What this file would do has changed since you checked it. Check it again.',
  })
