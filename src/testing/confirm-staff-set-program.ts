import { clientNamed } from '../clients/clients.ts'
import { confirmSet } from '../features/users/server/decide-set.ts'
import { openDatabases } from '../server/db/pools.ts'
import { testSecret } from './database/database-server.ts'

// A program of its own that a test can kill while it confirms a change of a named set.

const { server, changeId, userId, now } = JSON.parse(process.argv[2] ?? '')
const via = { kind: 'command', command: 'test' } as const
await openDatabases({ server, secret: testSecret })
  .accessAdmin('npt')
  .transaction()
  .execute(
    async trx =>
      await confirmSet(
        trx,
        { userId, name: 'A Test', via },
        { client: clientNamed('npt'), changeId },
        new Date(now),
      ),
  )
