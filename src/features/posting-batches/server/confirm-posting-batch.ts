import type { Kysely } from 'kysely'
import * as z from 'zod/mini'
import { Problem } from '../../../contract/problems.ts'
import { personOf } from '../../../server/auth/actor.ts'
import type { DB } from '../../../server/db/schema.ts'
import { violates } from '../../../server/db/violates.ts'
import { addJob } from '../../../server/jobs/add-job.ts'
import type { PostingHandler } from '../../posting-requests/server/decide-posting-request.ts'
import type {
  PostingRequestRecord,
  WaitingRequest,
} from '../../posting-requests/server/posting-requests.queries.ts'
import { batchOfRequest } from '../posting-batches.contract.ts'
import { applyPostingBatch } from './apply-posting-batch.ts'
import type { BatchContext } from './batch-context.ts'
import { lockBatch, updateBatch } from './posting-batches.queries.ts'
import { reverseBatchLines } from './reverse-batch-lines.ts'

/** Lets the job post a batch that a second person confirmed. Throws `conflict` if its file or name was posted meanwhile. */
async function confirmBatch(
  trx: Kysely<DB>,
  { subject_id: batchId }: PostingRequestRecord,
  { actor, client, clock }: BatchContext,
): Promise<void> {
  const batch = await lockBatch(trx, batchId)
  if (!batch) throw new Problem('not-found')
  const by = personOf(actor)
  try {
    await updateBatch(trx, batchId, {
      state: 'applying',
      confirmed_by: by.userId,
      confirmed_by_name: by.name,
      confirmed_at: clock.now(),
      progress_at: clock.now(),
    })
  } catch (error) {
    if (violates(error, 'fee_run_reductions'))
      throw new Problem('conflict', {
        detail:
          'A reduction was decided since these fees were computed. Decline the batch and compute it again.',
      })
    if (violates(error, 'fee_run_terms'))
      throw new Problem('conflict', {
        detail:
          'The terms of the fee were changed since these fees were computed. Decline the batch and compute it again.',
      })
    if (violates(error, 'fee_period_once'))
      throw new Problem('conflict', { detail: 'This period was charged meanwhile. Decline this run.' })
    if (violates(error, 'one_posting_batch_of_file') || violates(error, 'one_posting_batch_of_reference'))
      throw new Problem('conflict', {
        detail: 'Another batch with this file or this name was posted meanwhile. Decline this one.',
      })
    throw error
  }
  await addJob(trx, applyPostingBatch, { client: client.name, batchId })
}

/** Lets the job reverse a batch, as a second person confirmed. */
async function confirmReversal(
  trx: Kysely<DB>,
  { subject_id: batchId, reason }: PostingRequestRecord,
  { actor, client, clock }: BatchContext,
): Promise<void> {
  const batch = await lockBatch(trx, batchId)
  if (!batch) throw new Problem('not-found')
  if (batch.state !== 'applied')
    throw new Problem('conflict', { detail: 'Only a batch that was posted can be reversed.' })
  const by = personOf(actor)
  await updateBatch(trx, batchId, {
    state: 'reversing',
    reversal_reason: reason,
    reversal_confirmed_by: by.userId,
    reversal_confirmed_by_name: by.name,
    reversal_confirmed_at: clock.now(),
    progress_at: clock.now(),
  })
  await addJob(trx, reverseBatchLines, { client: client.name, batchId })
}

/** What the list of commands that wait says about a batch. */
function detailsOf({ batch_number: number, batch_reference: reference, batch_lines: lines }: WaitingRequest) {
  if (number === null || reference === null || lines === null)
    throw new Error('a request for a batch has a batch')
  return z.encode(batchOfRequest, { batchNumber: Number(number), reference, lines })
}

export const batchPostings = {
  'posting-batch': { carryOut: confirmBatch, detailsOf },
  'reverse-posting-batch': { carryOut: confirmReversal, detailsOf },
} as const satisfies Record<string, PostingHandler>
