import { randomUUID } from 'node:crypto'
import { npt } from '../clients/configuration/npt.ts'
import { dateOf } from '../domain/dates.ts'
import { confirmFeeTerms as endpoint } from '../features/fees/fee-terms.contract.ts'
import { confirmFeeTerms } from '../features/fees/server/confirm-fee-terms.ts'
import { openDatabases } from '../server/db/pools.ts'
import { runOnce } from '../server/http/run-once.ts'
import { testSecret } from './database/database-server.ts'

// A program of its own that a test can kill while it confirms terms of a fee.

const { server, changeId, userId, now } = JSON.parse(process.argv[2] ?? '')
const at = new Date(now)
const [schedule] = npt.feeSchedules
const [terms] = schedule.versions
// As in src/testing/fee-calls.ts, which only a test can import.
const client = { ...npt, feeSchedules: [{ ...schedule, versions: [{ ...terms, from: '2026-01-01' }] }] }
const actor = {
  userId,
  sessionId: null,
  actions: new Set(['SETTINGS_MANAGE']),
  firstName: 'A',
  lastName: 'Test',
}
const context = {
  ...{ client, book: npt.book, actor, today: dateOf(at, npt.timeZone) },
  clock: { now: () => at },
}
const body = { data: { type: 'command' as const, attributes: {} } }
const input = { params: { changeId }, query: undefined, body, upload: undefined }
const databases = openDatabases({ server, secret: testSecret })
await runOnce(
  databases.book('npt'),
  {
    // The database takes a command without a session.
    actor: actor as never,
    ...{ endpoint, client: 'npt', at, address: '192.0.2.7', idempotencyKey: randomUUID() },
    input: { params: input.params, query: undefined, body },
  },
  // The command reads nothing else of a request's context.
  db => confirmFeeTerms(input, { ...context, db } as never),
)
