import type { HandlerInput } from '../../../contract/endpoint.ts'
import type * as contract from '../payments.contract.ts'
import type { PaymentContext } from './payment-context.ts'
import { recordRunEvent } from './record-run-event.ts'
import { commandRun, takeOut } from './run-commands.ts'
import { updateRun } from './runs.queries.ts'

export const cancelRun = (
  { params: { runId }, body }: HandlerInput<typeof contract.cancelRun>,
  context: PaymentContext,
) =>
  commandRun(runId, 'cancel', context, async (trx, run) => {
    const { reason } = body.data.attributes
    await takeOut(trx, run, context, { paymentIds: 'all', reason })
    await updateRun(trx, runId, { state: 'cancelled' })
    await recordRunEvent(trx, context, runId, 'cancelled', reason)
  })
