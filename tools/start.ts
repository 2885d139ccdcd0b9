// npm start: sets up and starts the portal with demonstration data on this machine. See README.md.
import './start/compile-cache.ts'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import { serve } from '../src/app/server/main.ts'
import { requireFreePort } from '../src/app/server/require-free-port.ts'
import { clients } from '../src/clients/clients.ts'
import { clientsFolder } from '../src/clients/clients-folder.ts'
import { type AdminConnection, parseDatabaseUrl } from '../src/server/db/database-url.ts'
import { EmbeddedPostgresError } from '../src/server/db/embedded/binaries.ts'
import { startEmbeddedPostgres } from '../src/server/db/embedded/embedded-postgres.ts'
import { MigrationError } from '../src/server/db/migrate.ts'
import { type Databases, openDatabases } from '../src/server/db/pools.ts'
import { prepareDatabase } from '../src/server/db/prepare-database.ts'
import { defaultDemoFunds, type Environment, EnvironmentError, readEnvironment } from '../src/server/env.ts'
import { openDocumentFiles, openFiles } from '../src/server/files/open-files.ts'
import { createShutdown, type Shutdown, stopOnSignals } from '../src/server/http/shutdown.ts'
import { createLog } from '../src/server/log.ts'
import { failureText } from './failure-text.ts'
import { buildWebIfChanged } from './start/build-web.ts'
import { demonstrationState, recordDemonstration, recreateDatabase } from './start/seed-demonstration.ts'
import { welcome } from './start/startup-message.ts'
import { storedSecret } from './start/stored-secret.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

async function start(environment: Environment, shutdown: Shutdown, log: Logger): Promise<void> {
  // First, because the steps below take up to a minute.
  await requireFreePort(environment)
  if (await buildWebIfChanged(root)) console.log('Built the web application.')
  const { admin, isEmbedded } = await findDatabase(environment, shutdown)
  const secret = environment.secret ?? (await storedSecret(environment.dataDir))

  const applied = await prepareDatabase({ admin, secret })
  if (applied.length > 0) console.log(`Applied ${applied.length} migrations.`)
  const state = await demonstrationState(admin)
  if (state === 'interrupted') {
    if (!isEmbedded)
      throw new EnvironmentError(
        'Creating the demonstration data was interrupted in this database. Drop and recreate it, then start again.',
      )
    console.log('Creating the demonstration data was interrupted. Starting over.')
    await recreateDatabase(admin)
    await prepareDatabase({ admin, secret })
    await demonstrationState(admin)
  }

  const { user: _user, password: _password, ...server } = admin
  const databases = openDatabases({ server, secret })
  shutdown.add('database pools', databases.close)
  if (state !== 'complete') await createDemonstrationData({ admin, databases, environment, secret, log })
  await serve({ environment, secret, databases, log, shutdown })
}

async function findDatabase(
  environment: Environment,
  shutdown: Shutdown,
): Promise<{ admin: AdminConnection; isEmbedded: boolean }> {
  if (environment.databaseUrl !== null)
    return {
      admin: parseDatabaseUrl(environment.databaseDirectUrl ?? environment.databaseUrl),
      isEmbedded: false,
    }
  const postgres = await startEmbeddedPostgres({ dataDir: environment.dataDir })
  shutdown.add('PostgreSQL', postgres.stop)
  return { admin: postgres.connection, isEmbedded: true }
}

async function createDemonstrationData(options: {
  admin: AdminConnection
  databases: Databases
  environment: Environment
  secret: string
  log: Logger
}): Promise<void> {
  const { admin, databases, environment, secret, log } = options
  const startedAtMs = Date.now()
  console.log('Creating the demonstration data (the first time only)...')
  // A dynamic import, because later starts do not need this large module.
  const { makeDemonstration } = await import('../src/demo/make-demo.ts')
  await recordDemonstration(admin, 'started')
  const { demoPassword, demoFunds, demoClients } = environment
  if (demoPassword === null || demoFunds === null) throw new Error('production has no demonstration data')
  const hasLargeBook = demoFunds >= defaultDemoFunds
  await makeDemonstration({
    databases,
    documentFiles: openDocumentFiles(environment, secret),
    files: openFiles(environment),
    password: demoPassword,
    fundsPerBook: demoFunds,
    clientNames: demoClients ?? Object.keys(clients),
    hasLargeBook,
    log,
  })
  await recordDemonstration(admin, 'finished')
  console.log(`Created the demonstration data in ${((Date.now() - startedAtMs) / 1000).toFixed(0)} s.`)
}

const shutdown = createShutdown(problem => console.error(problem))
stopOnSignals(shutdown)
try {
  const environment = readEnvironment('demonstration')
  if (clientsFolder !== null)
    throw new EnvironmentError(
      'npm start has the clients of the demonstration: leave CLIENTS_DIR out, or run npm run serve.',
    )
  await start(environment, shutdown, createLog(environment.logLevel))
  console.log(welcome(environment, Object.values(clients), performance.now()))
} catch (error) {
  console.error(failureText(error, [EmbeddedPostgresError, EnvironmentError, MigrationError]))
  await shutdown.stop()
  process.exit(1)
}
