import { join } from 'node:path'
import { parseDatabaseUrl } from '../../src/server/db/database-url.ts'
import {
  DataFolderInUseError,
  startEmbeddedPostgres,
} from '../../src/server/db/embedded/embedded-postgres.ts'
import { readPostmaster } from '../../src/server/db/embedded/pid-file.ts'
import type { DatabaseServer } from '../../src/server/db/pools.ts'
import { prepareDatabase } from '../../src/server/db/prepare-database.ts'
import { type Environment, EnvironmentError } from '../../src/server/env.ts'
import { storedSecret } from '../start/stored-secret.ts'

export type RegisterDatabase = { server: DatabaseServer; stop(): Promise<void> }

/**
 * The database to import into: that of DATABASE_URL; else the embedded one in DATA_DIR, which is started for the import unless a
 * server is already running on it. Runs pending migrations first.
 */
export async function findRegisterDatabase(environment: Environment): Promise<RegisterDatabase> {
  const { dataDir } = environment
  const databaseUrl = environment.databaseDirectUrl ?? environment.databaseUrl
  if (databaseUrl !== null) {
    if (environment.secret === null)
      throw new EnvironmentError(
        'APP_SECRET is missing: with DATABASE_URL the database passwords are derived from it.',
      )
    // Otherwise a forgotten setting would give the database the books of the demonstration.
    if (environment.clientsDir === null)
      throw new EnvironmentError(
        'CLIENTS_DIR is missing: with DATABASE_URL it names the folder of your clients, or `demonstration`.',
      )
    const admin = parseDatabaseUrl(databaseUrl)
    await prepareDatabase({ admin, secret: environment.secret })
    const { user: _user, password: _password, ...server } = admin
    return { server, stop: async () => {} }
  }
  try {
    const postgres = await startEmbeddedPostgres({ dataDir })
    const { user: _user, password: _password, ...server } = postgres.connection
    await prepareDatabase({
      admin: postgres.connection,
      secret: environment.secret ?? (await storedSecret(dataDir)),
    })
    return { server, stop: postgres.stop }
  } catch (error) {
    const running =
      error instanceof DataFolderInUseError ? await readPostmaster(join(dataDir, 'postgres')) : undefined
    if (running?.ready !== true) throw error
    return {
      server: { host: running.socketFolder, port: running.port, database: 'almoner' },
      stop: async () => {},
    }
  }
}
