import { npt } from '../clients/configuration/npt.ts'
import { dateOf } from '../domain/dates.ts'
import type { CloseContext } from '../features/month-end/close/server/close-context.ts'
import { closeMonth } from '../features/month-end/close/server/close-month.ts'
import { exportJournal } from '../features/month-end/journal/server/export-journal.ts'
import { openDatabases } from '../server/db/pools.ts'
import { testSecret } from './database/database-server.ts'

// A program of its own that closes a month of npt or exports its journal, and that a test can kill in the middle of it.

const monthCommands = { closeMonth, exportJournal }
export type MonthCommand = keyof typeof monthCommands

type Arguments = { server: never; command: MonthCommand; attributes: object; userId: string; now: string }

const { server, command, attributes, userId, now }: Arguments = JSON.parse(process.argv[2] ?? '')
const databases = openDatabases({ server, secret: testSecret })
const at = new Date(now)
// What the two commands read of a request.
const context = {
  client: npt,
  book: npt.book,
  db: databases.book('npt'),
  clock: { now: () => at },
  today: dateOf(at, npt.timeZone),
  actor: { userId, firstName: 'Prudence', lastName: 'Gale' },
} as unknown as CloseContext
await monthCommands[command]({ body: { data: { attributes } } } as never, context)
await databases.close()
