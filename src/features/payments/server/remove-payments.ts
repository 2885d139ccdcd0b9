import type { HandlerInput } from '../../../contract/endpoint.ts'
import type * as contract from '../payments.contract.ts'
import type { PaymentContext } from './payment-context.ts'
import { recordRunEvent } from './record-run-event.ts'
import { commandRun, takeOut } from './run-commands.ts'

/** Takes one payment, or all that cannot be made, out of a run. Throws `not-found` for a payment of another run. */
export const removePayments = (
  { params: { runId }, body }: HandlerInput<typeof contract.removePayments>,
  context: PaymentContext,
) =>
  commandRun(runId, 'check', context, async (trx, run) => {
    const { paymentId, reason } = body.data.attributes
    await takeOut(trx, run, context, { paymentIds: paymentId === null ? 'problems' : [paymentId], reason })
    await recordRunEvent(trx, context, runId, 'removed', reason)
  })
