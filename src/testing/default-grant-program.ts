import { npt } from '../clients/configuration/npt.ts'
import { dateOf } from '../domain/dates.ts'
import { confirmDefaultGrant } from '../features/inactive-funds/server/confirm-default-grant.ts'
import type { FundContext } from '../features/inactive-funds/server/fund-context.ts'
import { openDatabases } from '../server/db/pools.ts'
import { testSecret } from './database/database-server.ts'

// A program of its own that confirms a default grant of npt, and that a test can kill in the middle of it.

type Arguments = { server: never; accountId: string; defaultGrantId: string; userId: string; now: string }

const { server, now, userId, ...params }: Arguments = JSON.parse(process.argv[2] ?? '')
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
  actor: { userId, firstName: 'Petra', lastName: 'Payer', actions: new Set(['ESTATE_MANAGE']) },
} as unknown as FundContext
await confirmDefaultGrant({ params } as never, context)
await databases.close()
