import type { HandlerInput } from '../../../contract/endpoint.ts'
import type * as contract from '../payments.contract.ts'
import type { PaymentContext } from './payment-context.ts'
import { clearApproved } from './payments.queries.ts'
import { recordRunEvent } from './record-run-event.ts'
import { commandRun } from './run-commands.ts'
import { updateRun } from './runs.queries.ts'

/** Deletes the file and letters of an approved run, which is then checked and approved again. */
export const withdrawRun = (
  { params: { runId }, body }: HandlerInput<typeof contract.withdrawRun>,
  context: PaymentContext,
) =>
  commandRun(runId, 'withdraw', context, async trx => {
    await clearApproved(trx, runId)
    await updateRun(trx, runId, {
      state: 'created',
      approved_by: null,
      approved_by_name: null,
      approved_at: null,
      released_by: null,
      released_by_name: null,
      released_at: null,
      file_name: null,
      file_hash: null,
      file_ciphertext: null,
      key_id: null,
      data_key: null,
    })
    await recordRunEvent(trx, context, runId, 'withdrawn', body.data.attributes.reason)
  })
