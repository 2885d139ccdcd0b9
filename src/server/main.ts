import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import { systemClock } from '../domain/clock.ts'
import { clients, realms } from '../tenants/index.ts'
import { createApp } from './app.ts'
import { prepareAnchorFolder } from './audit/anchors/anchor-file.ts'
import { startAnchoring } from './audit/anchors/start-anchoring.ts'
import { readBotCheckSecrets } from './bot-check/bot-check-secrets.ts'
import { parseDatabaseUrl } from './db/database-url.ts'
import { assertMigrated, MigrationError } from './db/migrating/migrate.ts'
import { migrationsFolder } from './db/migrating/prepare-database.ts'
import { type Databases, openDatabases } from './db/pools.ts'
import { type Environment, EnvironmentError, readEnvironment } from './env.ts'
import { openFiles } from './files/open-files.ts'
import { readProviderSecrets } from './identity/providers/settings/provider-secrets.ts'
import { recurringJobs } from './jobs/recurring.ts'
import { tasks } from './jobs/tasks.ts'
import { startJobWorker } from './jobs/worker.ts'
import { createLog } from './log.ts'
import { smtpMailer } from './mail/mailer.ts'
import { createShutdown, type Shutdown, stopOnSignals } from './shutdown.ts'

export const webRoot = fileURLToPath(new URL('../../dist/web', import.meta.url))

/**
 * Serves a prepared database: the job worker, then the portal itself, on the environment's host and port.
 *
 * @returns the address that it listens on; what has to stop is handed to `shutdown`.
 */
export async function serve(options: {
  environment: Environment
  secret: string
  databases: Databases
  log: Logger
  shutdown: Shutdown
}): Promise<string> {
  const { environment, secret, databases, log, shutdown } = options
  const providerSecrets = readProviderSecrets(Object.values(clients), {
    allowsLoopback: !environment.originPattern.startsWith('https:'),
  })
  const botCheckSecrets = readBotCheckSecrets(Object.values(clients))
  const folder = environment.auditAnchorDir
  await prepareAnchorFolder(folder).catch((error: unknown) => {
    throw new EnvironmentError(
      `The folder for the heads of the audit trail cannot be written (AUDIT_ANCHOR_DIR): ${error}`,
    )
  })
  // Before all that records, so that it stops after it and anchors the last event too.
  const anchoring = startAnchoring({ databases, realms, secret, folder, clock: systemClock, log })
  shutdown.add('audit anchors', anchoring.stop)
  const mailer = environment.smtpUrl === null ? null : smtpMailer(environment.smtpUrl)
  if (mailer) shutdown.add('mail', async () => mailer.close())
  const worker = await startJobWorker({
    databases,
    tasks,
    secret,
    originPattern: environment.originPattern,
    crontab: recurringJobs(realms),
    mailer,
    log,
  })
  shutdown.add('job worker', worker.stop)

  const app = await createApp({
    databases,
    files: openFiles(environment),
    clients,
    addresses: { originPattern: environment.originPattern, defaultClient: environment.defaultClient },
    clock: systemClock,
    secret,
    mode: environment.mode,
    enforcesSecondFactor: environment.enforcesSecondFactor,
    remembersAccess: true,
    providerSecrets,
    botCheckSecrets,
    trustedProxies: environment.trustedProxies,
    trustsForwardedHost: environment.trustsForwardedHost,
    webRoot,
    log,
  })
  shutdown.add('http', () => app.close())
  return app.listen({ host: environment.host, port: environment.port })
}

/** `npm run serve`: a database that `npm run migrate` has prepared, no administrator's rights, nothing made up. */
async function serveInProduction(): Promise<void> {
  const environment = readEnvironment('production')
  // readEnvironment refuses production without either.
  const { databaseUrl, secret } = environment as Environment & { databaseUrl: string; secret: string }
  if (!existsSync(webRoot)) throw new EnvironmentError('The web is not built: run npm run build first.')
  const log = createLog(environment.logLevel)
  const shutdown = createShutdown(problem => log.error(problem))
  stopOnSignals(shutdown)

  const { user: _user, password: _password, ...server } = parseDatabaseUrl(databaseUrl)
  const databases = openDatabases({ server, secret })
  shutdown.add('database pools', databases.close)
  try {
    await assertMigrated(databases.worker(), migrationsFolder)
    const address = await serve({ environment, secret, databases, log, shutdown })
    log.info({ address }, 'serving')
  } catch (error) {
    await shutdown.stop()
    throw error
  }
}

if (import.meta.main) {
  await serveInProduction().catch((error: unknown) => {
    const forTheReader = error instanceof EnvironmentError || error instanceof MigrationError
    console.error(forTheReader ? error.message : error)
    process.exit(1)
  })
}
