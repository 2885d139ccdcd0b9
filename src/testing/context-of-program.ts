import { npt } from '../clients/configuration/npt.ts'
import { dateOf } from '../domain/dates.ts'
import { openDatabases } from '../server/db/pools.ts'
import { testSecret } from './database/database-server.ts'

export type ProgramArguments = { server: never; userId: string; now: string }

/**
 * What commands of staff read of a request, for a program of its own that a test can kill in the midst of one. What is particular to the
 * command, such as more of the actor, comes beside it.
 */
export function contextOfProgram<Context>(
  { server, userId, now }: ProgramArguments,
  { actor = {}, ...particular }: { actor?: object; [name: string]: unknown } = {},
) {
  const databases = openDatabases({ server, secret: testSecret })
  const at = new Date(now)
  const context = {
    client: npt,
    book: npt.book,
    db: databases.book('npt'),
    realmDb: databases.realm('npt'),
    clock: { now: () => at },
    today: dateOf(at, npt.timeZone),
    actor: { userId, firstName: 'Prudence', lastName: 'Gale', ...actor },
    ...particular,
  }
  // A command reads no more of a request than this; the whole one needs a server.
  return { context: context as unknown as Context, databases }
}
