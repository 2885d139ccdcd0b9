import { npt } from '../../clients/configuration/npt.ts'
import { dateOf } from '../../domain/dates.ts'
import { approveRun } from '../../features/payments/server/approve-run.ts'
import type { PaymentContext } from '../../features/payments/server/payment-context.ts'
import { runDetails } from '../../features/payments/server/run-details.ts'
import { openDatabases } from '../../server/db/pools.ts'
import { dataKeysOf } from '../../server/files/data-keys.ts'
import { testSecret } from '../database/database-server.ts'
import { testDocumentKeys } from '../document-keys.ts'

// A program of its own that approves a run of npt's cheques, and that a test can kill in the middle of it.

type Arguments = { server: never; runId: string; userId: string; now: string }

const { server, runId, userId, now }: Arguments = JSON.parse(process.argv[2] ?? '')
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
const { contentHash, paymentOn } = await runDetails(runId, context)
const attributes = { firstCheque: null, contentHash, paymentOn }
await approveRun({ params: { runId }, body: { data: { attributes } } } as never, context)
await databases.close()
