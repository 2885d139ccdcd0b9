import type { PaymentContext } from './payment-context.ts'
import { recordRunEvent } from './record-run-event.ts'
import { commandRun, type OfRun, recheckRun } from './run-commands.ts'

export const checkRun = ({ params: { runId } }: OfRun, context: PaymentContext) =>
  commandRun(runId, 'check', context, async (trx, run) => {
    await recheckRun(trx, run, context)
    await recordRunEvent(trx, context, runId, 'checked')
  })
