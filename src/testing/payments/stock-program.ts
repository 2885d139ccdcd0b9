import { npt } from '../../clients/configuration/npt.ts'
import { dateOf } from '../../domain/dates.ts'
import { approveRun } from '../../features/payments/server/approve-run.ts'
import type { PaymentContext } from '../../features/payments/server/payment-context.ts'
import { reprintCheque } from '../../features/payments/server/reprint-cheque.ts'
import { runDetails } from '../../features/payments/server/run-details.ts'
import { openDatabases } from '../../server/db/pools.ts'
import { dataKeysOf } from '../../server/files/data-keys.ts'
import { testSecret } from '../database/database-server.ts'
import { testDocumentKeys } from '../document-keys.ts'

// A program of its own that approves a run of npt's cheques or reprints one of them, and that a test can kill in the middle of it.

/** With a payment its cheque is reprinted; otherwise the run is approved. */
type Arguments = { server: never; runId: string; paymentId?: string; userId: string; now: string }

const { server, runId, paymentId, userId, now }: Arguments = JSON.parse(process.argv[2] ?? '')
const databases = openDatabases({ server, secret: testSecret })
const at = new Date(now)
// What the command reads of a request.
const context = {
  client: npt,
  book: npt.book,
  db: databases.book('npt'),
  realmDb: databases.realm('npt'),
  clock: { now: () => at },
  today: dateOf(at, npt.timeZone),
  documentFiles: { keys: dataKeysOf(testDocumentKeys) },
  actor: { userId, firstName: 'Petra', lastName: 'Payer', actions: new Set(['GRANT_PAY']) },
} as unknown as PaymentContext
if (paymentId !== undefined) {
  const body = { data: { attributes: { reason: 'Torn by the printer' } } }
  await reprintCheque({ params: { runId, paymentId }, body } as never, context)
} else {
  const { contentHash, paymentOn } = await runDetails(runId, context)
  const attributes = { firstCheque: null, contentHash, paymentOn }
  await approveRun({ params: { runId }, body: { data: { attributes } } } as never, context)
}
await databases.close()
