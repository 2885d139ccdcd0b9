// npm start: the whole portal with demonstration data on this machine, from nothing. See README.md.
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import { serve } from '../src/app/server/main.ts'
import { clients } from '../src/clients/clients.ts'
import { type AdminConnection, parseDatabaseUrl } from '../src/server/db/database-url.ts'
import { EmbeddedPostgresError } from '../src/server/db/embedded/binaries.ts'
import { startEmbeddedPostgres } from '../src/server/db/embedded/embedded-postgres.ts'
import { MigrationError } from '../src/server/db/migrate.ts'
import { type Databases, openDatabases } from '../src/server/db/pools.ts'
import { prepareDatabase } from '../src/server/db/prepare-database.ts'
import { type Environment, EnvironmentError, readEnvironment } from '../src/server/env.ts'
import { createShutdown, type Shutdown, stopOnSignals } from '../src/server/http/shutdown.ts'
import { createLog } from '../src/server/log.ts'
import { buildWebIfChanged } from './start/build-web.ts'
import { demonstrationState, recordDemonstration, recreateDatabase } from './start/seed-demonstration.ts'
import { welcome } from './start/startup-message.ts'
import { storedSecret } from './start/stored-secret.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

async function start(environment: Environment, shutdown: Shutdown, log: Logger): Promise<void> {
  if (await buildWebIfChanged(root)) console.log('Web built.')
  const { admin, ours } = await findDatabase(environment, shutdown)
  const secret = environment.secret ?? (await storedSecret(environment.dataDir))

  const applied = await prepareDatabase({ admin, secret })
  if (applied.length > 0) console.log(`Database brought up to date: ${applied.length} migrations.`)
  const state = await demonstrationState(admin)
  if (state === 'interrupted') {
    if (!ours)
      throw new EnvironmentError(
        'Making the demonstration data was interrupted in this database. Drop it, create it anew and start again.',
      )
    console.log('The demonstration data were made only half: beginning anew.')
    await recreateDatabase(admin)
    await prepareDatabase({ admin, secret })
    await demonstrationState(admin)
  }

  const { user: _user, password: _password, ...server } = admin
  const databases = openDatabases({ server, secret })
  shutdown.add('database pools', databases.close)
  if (state !== 'complete') await makeDemonstrationOnce({ admin, databases, environment, log })
  await serve({ environment, secret, databases, log, shutdown })
}

async function findDatabase(
  environment: Environment,
  shutdown: Shutdown,
): Promise<{ admin: AdminConnection; ours: boolean }> {
  if (environment.databaseUrl !== null)
    return { admin: parseDatabaseUrl(environment.databaseUrl), ours: false }
  const postgres = await startEmbeddedPostgres({ dataDir: environment.dataDir })
  shutdown.add('PostgreSQL', postgres.stop)
  return { admin: postgres.connection, ours: true }
}

async function makeDemonstrationOnce(given: {
  admin: AdminConnection
  databases: Databases
  environment: Environment
  log: Logger
}): Promise<void> {
  const { admin, databases, environment, log } = given
  const startedAtMs = Date.now()
  console.log('Making the demonstration data (the first time only) …')
  // Loaded only when needed: it is a large part of the program that a second start has no use for.
  const { makeDemonstration } = await import('../src/demo/make-demo.ts')
  await recordDemonstration(admin, 'begun')
  await makeDemonstration({ databases, password: environment.demoPassword ?? '', log })
  await recordDemonstration(admin, 'finished')
  console.log(`Demonstration data made in ${((Date.now() - startedAtMs) / 1000).toFixed(0)} s.`)
}

/** These say what to do in a sentence; a stack would hide it. */
function isForTheReader(error: unknown): error is Error {
  return [EmbeddedPostgresError, EnvironmentError, MigrationError].some(kind => error instanceof kind)
}

const shutdown = createShutdown(problem => console.error(problem))
stopOnSignals(shutdown)
try {
  const environment = readEnvironment('demonstration')
  await start(environment, shutdown, createLog(environment.logLevel))
  console.log(welcome(environment, Object.values(clients), performance.now()))
} catch (error) {
  const portTaken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
  if (portTaken) console.error('The port is taken by another program: choose one with PORT=3001 npm start.')
  else console.error(isForTheReader(error) ? error.message : error)
  await shutdown.stop()
  process.exit(1)
}
