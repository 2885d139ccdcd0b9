import type { Kysely } from 'kysely'
import { fieldProblem, Problem } from '../../../contract/problems.ts'
import { personOf } from '../../../server/auth/actor.ts'
import type { DB } from '../../../server/db/schema.ts'
import { fileRequest } from '../../posting-requests/server/post-or-file.ts'
import { absolute, type BatchSource, batchKindNames } from '../domain/posting-batch.ts'
import type { BatchContext } from './batch-context.ts'
import { insertLines } from './batch-lines.queries.ts'
import type { PlannedLine } from './plan-batch.ts'
import { findSameBatch, findWaitingBatch, insertBatch } from './posting-batches.queries.ts'

export type BatchToStore = {
  batchId: string
  reference: string
  source: BatchSource
  /** Null for a batch that was computed. */
  fileName: string | null
  inputHash: string
  /** What staff entered of a division, as JSON; null for other batches. */
  division: object | null
  lines: readonly PlannedLine[]
}

/**
 * Stores a batch with its lines and asks a second person to confirm it; the caller has locked the batches. Throws `conflict` if one with the
 * same input or name waits, and `validation` for a reference that another batch has.
 */
export async function storeBatch(
  trx: Kysely<DB>,
  { batchId, reference, source, fileName, inputHash, division, lines }: BatchToStore,
  context: BatchContext,
): Promise<void> {
  const waiting = await findWaitingBatch(trx, { inputHash, reference })
  if (waiting)
    throw new Problem('conflict', {
      detail: `Batch ${waiting.batch_number} with this ${source === 'file' ? 'file' : 'content'} or this name waits for a second person.`,
    })
  const same = await findSameBatch(trx, { inputHash, reference })
  if (same) throw fieldProblem('reference', `Batch ${same.batch_number} has this name. Choose another one.`)
  const by = personOf(context.actor)
  const amountMinor = lines.reduce((sum, line) => sum + absolute(line.amountMinor), 0n)
  await insertBatch(trx, {
    batch_id: batchId,
    reference,
    source,
    file_name: fileName,
    input_hash: inputHash,
    division: division === null ? null : JSON.stringify(division),
    line_count: lines.length,
    amount_minor: amountMinor,
    kinds: batchKindNames.filter(kind => lines.some(line => line.kind === kind)),
    entered_by: by.userId,
    entered_by_name: by.name,
    entered_at: context.clock.now(),
  })
  await insertLines(
    trx,
    batchId,
    lines.map(line => ({ ...line, accountId: line.account.account_id })),
  )
  await fileRequest(
    trx,
    { kind: 'posting-batch', subjectId: batchId, accountId: null, amountMinor, input: {}, reason: null },
    context,
  )
}

/** Throws `conflict` if what was checked would do something else now. */
export function requireSamePlan(planHash: string, checked: string, what: string): void {
  if (planHash !== checked)
    throw new Problem('conflict', {
      detail: `What this ${what} would do has changed since you checked it. Check it again.`,
    })
}
