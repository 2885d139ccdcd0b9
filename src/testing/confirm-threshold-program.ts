import { clientNamed } from '../clients/clients.ts'
import { confirmThreshold } from '../features/settings/server/confirm-threshold.ts'
import { openDatabases } from '../server/db/pools.ts'
import { testClock } from './clock.ts'
import { testSecret } from './database/database-server.ts'

// A program of its own that a test can kill while it confirms a threshold.

const { server, changeId, userId, now } = JSON.parse(process.argv[2] ?? '')
const context = {
  realmDb: openDatabases({ server, secret: testSecret }).realm('npt'),
  clientOfFile: clientNamed('npt'),
  sharers: [],
  actor: { userId, sessionId: null, actions: new Set(['SETTINGS_MANAGE']), firstName: 'A', lastName: 'Test' },
  clock: testClock(now),
  request: { ip: '192.0.2.7' },
}
const body = { data: { type: 'command' as const, attributes: {} } }
const input = { params: { changeId }, query: undefined, body, upload: undefined }
// The command reads nothing else of a request's context.
await confirmThreshold(input, context as never)
