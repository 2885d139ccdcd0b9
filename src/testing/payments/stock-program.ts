import { approveRun } from '../../features/payments/server/approve-run.ts'
import type { PaymentContext } from '../../features/payments/server/payment-context.ts'
import { reprintCheque } from '../../features/payments/server/reprint-cheque.ts'
import { runDetails } from '../../features/payments/server/run-details.ts'
import { dataKeysOf } from '../../server/files/data-keys.ts'
import { contextOfProgram, type ProgramArguments } from '../context-of-program.ts'
import { testDocumentKeys } from '../document-keys.ts'

// A program of its own that approves a run of npt's cheques or reprints one of them, and that a test can kill in the middle of it.

/** With a payment its cheque is reprinted; otherwise the run is approved. */
type Arguments = ProgramArguments & { runId: string; paymentId?: string }

const { runId, paymentId, ...by }: Arguments = JSON.parse(process.argv[2] ?? '')
const { context, databases } = contextOfProgram<PaymentContext>(by, {
  documentFiles: { keys: dataKeysOf(testDocumentKeys) },
  actor: { actions: new Set(['GRANT_PAY']) },
})
if (paymentId !== undefined) {
  const body = { data: { attributes: { reason: 'Torn by the printer' } } }
  await reprintCheque({ params: { runId, paymentId }, body } as never, context)
} else {
  const { contentHash, paymentOn } = await runDetails(runId, context)
  const attributes = { firstCheque: null, contentHash, paymentOn }
  await approveRun({ params: { runId }, body: { data: { attributes } } } as never, context)
}
await databases.close()
