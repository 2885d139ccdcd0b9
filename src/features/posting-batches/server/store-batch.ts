import type { Kysely } from 'kysely'
import { fieldProblem, Problem } from '../../../contract/problems.ts'
import { personOf } from '../../../server/auth/actor.ts'
import type { DB } from '../../../server/db/schema.ts'
import { fileRequest } from '../../posting-requests/server/post-or-file.ts'
import type { BatchSource } from '../domain/posting-batch.ts'
import type { BatchContext } from './batch-context.ts'
import { insertLines } from './batch-lines.queries.ts'
import type { PlannedBatch } from './plan-batch.ts'
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
  plan: Pick<PlannedBatch, 'rows' | 'lines' | 'kinds' | 'absoluteMinor'>
}

/** So many lines are stored by one statement, so that other requests have their turn. */
const linesAtOnce = 2_000

/**
 * Stores a batch with its lines and asks a second person to confirm it; the caller has locked the batches. Throws `conflict` if one with the
 * same input or name waits, and `validation` for a reference that another batch has.
 */
export async function storeBatch(
  trx: Kysely<DB>,
  { batchId, reference, source, fileName, inputHash, division, plan }: BatchToStore,
  context: BatchContext,
): Promise<void> {
  await requireNotWaiting(trx, { inputHash, reference, source })
  const same = await findSameBatch(trx, { inputHash, reference })
  if (same) throw fieldProblem('reference', `Batch ${same.batch_number} has this name. Choose another one.`)
  const by = personOf(context.actor)
  await insertBatch(trx, {
    batch_id: batchId,
    reference,
    source,
    file_name: fileName,
    input_hash: inputHash,
    division: division === null ? null : JSON.stringify(division),
    line_count: plan.lines,
    amount_minor: plan.absoluteMinor,
    kinds: [...plan.kinds],
    entered_by: by.userId,
    entered_by_name: by.name,
    entered_at: context.clock.now(),
  })
  for (const lines of inPieces(plan.rows.each(), linesAtOnce)) await insertLines(trx, batchId, lines)
  await fileRequest(
    trx,
    {
      ...{ kind: 'posting-batch', subjectId: batchId, accountId: null },
      ...{ amountMinor: plan.absoluteMinor, input: {}, reason: null },
    },
    context,
  )
}

/** Throws `conflict` if a batch with the same input or name waits for a second person. */
export async function requireNotWaiting(
  trx: Kysely<DB>,
  { inputHash, reference, source }: Pick<BatchToStore, 'inputHash' | 'reference' | 'source'>,
): Promise<void> {
  const waiting = await findWaitingBatch(trx, { inputHash, reference })
  if (waiting)
    throw new Problem('conflict', {
      detail: `Batch ${waiting.batch_number} with this ${source === 'file' ? 'file' : 'content'} or this name waits for a second person.`,
    })
}

/** Throws `conflict` if what was checked would do something else now. */
export function requireSamePlan(planHash: string, checked: string, what: string): void {
  if (planHash !== checked)
    throw new Problem('conflict', {
      detail: `What this ${what} would do has changed since you checked it. Check it again.`,
    })
}

function* inPieces<T>(values: Iterable<T>, size: number): Generator<T[]> {
  let piece: T[] = []
  for (const value of values) {
    piece.push(value)
    if (piece.length < size) continue
    yield piece
    piece = []
  }
  if (piece.length > 0) yield piece
}
