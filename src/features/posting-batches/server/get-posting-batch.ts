import * as z from 'zod/mini'
import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import type { Clock } from '../../../domain/clock.ts'
import { findOpenRequest } from '../../posting-requests/server/posting-requests.queries.ts'
import { waitingResponse } from '../../posting-requests/server/waiting-response.ts'
import { type BatchState, type BatchStatus, batchKindNames, stalledAfterMs } from '../domain/posting-batch.ts'
import type * as contract from '../posting-batches.contract.ts'
import {
  type DivisionTerms,
  divisionTerms,
  type PostingBatch,
  type PostingBatchDetails,
} from '../posting-batches.contract.ts'
import type { BatchContext } from './batch-context.ts'
import {
  type BatchRow,
  findBatch,
  type KindSums,
  sumLines,
  sumWrittenOff,
} from './posting-batches.queries.ts'

export const getPostingBatch = async (
  { params: { batchId } }: HandlerInput<typeof contract.getPostingBatch>,
  context: BatchContext,
): Promise<Reply<typeof contract.getPostingBatch>> => await batchDetails(batchId, context)

/** A batch with its sums. Throws `not-found`. */
export async function batchDetails(batchId: string, context: BatchContext): Promise<PostingBatchDetails> {
  const { db, book, actor, clock } = context
  const row = await findBatch(db, batchId)
  if (!row) throw new Problem('not-found')
  const [sums, request] = [await sumLines(db, batchId), await findOpenRequest(db, batchId)]
  const { funds, amount_minor: writtenOffMinor } = await sumWrittenOff(db, batchId)
  const count = (of: keyof Pick<KindSums, 'posted' | 'left_out' | 'reversed'>) =>
    sums.reduce((total, each) => total + each[of], 0)
  return {
    ...batchResponse(row),
    currency: book.currency,
    postedLines: count('posted'),
    leftOutLines: count('left_out'),
    reversedLines: count('reversed'),
    totals: batchKindNames.flatMap(kind => {
      const found = sums.find(each => each.kind === kind)
      return found
        ? [{ kind, lines: found.lines, amountMinor: found.amount_minor, postedMinor: found.posted_minor }]
        : []
    }),
    declineReason: row.request_note,
    reversalReason: row.reversal_reason,
    reversalConfirmedByName: row.reversal_confirmed_by_name,
    postingRequest: request ? waitingResponse(request) : null,
    division: divisionOf(row),
    writtenOff: { funds, amountMinor: writtenOffMinor },
    stalledSince: stalledSince(row, clock),
    mayReverse: row.state === 'applied' && !request && actor.actions.has('POSTING_REVERSE'),
  }
}

/** Decoding validates what the server encoded with the same schema. */
export const divisionOf = ({ division }: BatchRow): DivisionTerms | null =>
  division === null ? null : z.decode(divisionTerms, division as never)

/** Since when a batch that should go on does not. */
export function stalledSince(
  { state, progress_at: progressAt }: Pick<BatchRow, 'state' | 'progress_at'>,
  clock: Clock,
): string | null {
  const isMoving = state === 'applying' || state === 'reversing'
  if (!isMoving || progressAt === null) return null
  return clock.now().getTime() - progressAt.getTime() < stalledAfterMs ? null : progressAt.toISOString()
}

export const batchResponse = (row: BatchRow): PostingBatch => ({
  batchId: row.batch_id,
  batchNumber: Number(row.batch_number),
  reference: row.reference,
  // The table's check constraint allows no other source.
  source: row.source as PostingBatch['source'],
  fileName: row.file_name,
  status: statusOf(row),
  // The table's check constraints allow no other kinds.
  kinds: row.kinds as PostingBatch['kinds'],
  lines: row.line_count,
  amountMinor: row.amount_minor,
  enteredByName: row.entered_by_name,
  enteredAt: row.entered_at.toISOString(),
  confirmedByName: row.confirmed_by_name,
  confirmedAt: row.confirmed_at?.toISOString() ?? null,
  appliedAt: row.applied_at?.toISOString() ?? null,
  reversedAt: row.reversed_at?.toISOString() ?? null,
})

function statusOf({ state, request_state: request }: BatchRow): BatchStatus {
  // The table's check constraint allows no other state.
  const known = state as BatchState
  if (known !== 'entered') return known
  return request === 'declined' || request === 'withdrawn' ? request : 'waiting'
}
