import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import { clients, realms } from '../../clients/clients.ts'
import { systemClock } from '../../domain/clock.ts'
import { readProviderSecrets } from '../../features/identity/oidc/server/provider-secrets.ts'
import { prepareCheckpointFolder } from '../../server/audit/checkpoint-file.ts'
import { startCheckpoints } from '../../server/audit/start-checkpoints.ts'
import { readBotCheckSecrets } from '../../server/bot-check/bot-check-secrets.ts'
import { isDatabaseAway } from '../../server/db/database-away.ts'
import { parseDatabaseUrl } from '../../server/db/database-url.ts'
import { assertMigrated, MigrationError } from '../../server/db/migrate.ts'
import { type DatabaseServer, type Databases, openDatabases } from '../../server/db/pools.ts'
import { migrationsFolder } from '../../server/db/prepare-database.ts'
import { type Environment, EnvironmentError, readEnvironment } from '../../server/env.ts'
import { clamdScanner } from '../../server/files/clamd.ts'
import { openDocumentFiles, openFiles } from '../../server/files/open-files.ts'
import { createShutdown, type Shutdown, stopOnSignals } from '../../server/http/shutdown.ts'
import type { HeartbeatTimes } from '../../server/jobs/heartbeat.ts'
import { startJobWorker } from '../../server/jobs/worker.ts'
import { createLog } from '../../server/log.ts'
import { smtpMailer } from '../../server/mail/mailer.ts'
import { openSealer } from '../../server/signatures/seal/open-sealer.ts'
import { watchSeal } from '../../server/signatures/seal/watch-seal.ts'
import { requireBuiltWeb } from './built-web.ts'
import { warnOfFewConnections } from './connection-count.ts'
import { recurringJobs, tasks } from './jobs.ts'
import { createApp } from './server.ts'
import { openSignatureProviders } from './signature-providers.ts'

const webRoot = fileURLToPath(new URL('../../../dist/web', import.meta.url))

/**
 * Starts the job worker and the portal on a prepared database, on the environment's host and port.
 *
 * @returns the address that it listens on. Everything that must be stopped is registered with `shutdown`.
 */
export async function serve(options: {
  environment: Environment
  secret: string
  databases: Databases
  log: Logger
  shutdown: Shutdown
  /** Only tests serve the API alone, with null. */
  webRoot?: null
  /** Absent: the program's own times. Only tests set others. */
  heartbeat?: HeartbeatTimes
}): Promise<string> {
  const { environment, secret, databases, log, shutdown } = options
  const { sealer, signatures, providerSecrets, botCheckSecrets } = await openConfigured(environment)
  const folder = environment.auditCheckpointDir
  watchSeal(sealer, { clock: systemClock, log })
  // Starts before everything that records events, so that it stops last and covers the last event.
  const checkpointing = startCheckpoints({ databases, realms, secret, folder, clock: systemClock, log })
  shutdown.add('audit checkpoints', checkpointing.stop)
  const mailer = environment.smtpUrl === null ? null : smtpMailer(environment.smtpUrl)
  if (mailer) shutdown.add('mail', async () => mailer.close())
  const documentFiles = openDocumentFiles(environment, secret)
  const worker = await startJobWorker({
    databases,
    tasks,
    secret,
    originPattern: environment.originPattern,
    crontab: recurringJobs(realms),
    mailer,
    documentFiles,
    sealer,
    signatures,
    ...(options.heartbeat && { heartbeat: options.heartbeat }),
    log,
  })
  shutdown.add('job worker', worker.stop)

  const app = await createApp({
    databases,
    files: openFiles(environment),
    documentFiles,
    signatures,
    seal: sealer,
    scanFile: environment.clamd === null ? null : clamdScanner(environment.clamd),
    clients,
    addresses: { originPattern: environment.originPattern, defaultClient: environment.defaultClient },
    clock: systemClock,
    secret,
    mode: environment.mode,
    enforcesSecondFactor: environment.enforcesSecondFactor,
    cachesAccess: true,
    providerSecrets,
    botCheckSecrets,
    trustedProxies: environment.trustedProxies,
    trustsForwardedHost: environment.trustsForwardedHost,
    webRoot: options.webRoot === null ? null : webRoot,
    log,
  })
  shutdown.add('http', () => app.close())
  return app.listen({ host: environment.host, port: environment.port })
}

/**
 * Reads the files, secrets and folders that settings name.
 *
 * @throws EnvironmentError that says everything that is wrong with them, so that an operator can correct all of it at once.
 */
export async function openConfigured(environment: Environment) {
  const allowsLoopback = !environment.originPattern.startsWith('https:')
  const [sealer, signatures, providerSecrets, botCheckSecrets, folder] = await Promise.allSettled([
    openSealer(environment, systemClock.now()),
    openSignatureProviders(environment),
    (async () => readProviderSecrets(Object.values(clients), { allowsLoopback }))(),
    (async () => readBotCheckSecrets(Object.values(clients)))(),
    prepareCheckpointFolder(environment.auditCheckpointDir).catch((error: unknown) => {
      throw new EnvironmentError(
        `The folder for the checkpoints of the audit log cannot be written (AUDIT_CHECKPOINT_DIR): ${error}`,
      )
    }),
  ])
  if (
    sealer.status === 'fulfilled' &&
    signatures.status === 'fulfilled' &&
    providerSecrets.status === 'fulfilled' &&
    botCheckSecrets.status === 'fulfilled' &&
    folder.status === 'fulfilled'
  )
    return {
      sealer: sealer.value,
      signatures: signatures.value,
      providerSecrets: providerSecrets.value,
      botCheckSecrets: botCheckSecrets.value,
    }
  const reasons = [sealer, signatures, providerSecrets, botCheckSecrets, folder].flatMap(each =>
    each.status === 'rejected' ? [each.reason] : [],
  )
  for (const reason of reasons) if (!(reason instanceof EnvironmentError)) throw reason
  throw new EnvironmentError(reasons.map(({ message }) => message).join('\n'))
}

/** `npm run serve`: needs a database that `npm run migrate` prepared; has no administrator rights and adds no seed data. */
async function serveInProduction(): Promise<void> {
  const environment = readEnvironment('production')
  // readEnvironment rejects production without either.
  const { databaseUrl, secret } = environment as Environment & { databaseUrl: string; secret: string }
  requireBuiltWeb(webRoot)
  const log = createLog(environment.logLevel)
  const shutdown = createShutdown(problem => log.error(problem))
  stopOnSignals(shutdown)

  const databases = databasesOf(environment, databaseUrl, secret)
  shutdown.add('database pools', databases.close)
  try {
    await assertMigrated(databases.worker(), migrationsFolder).catch(
      explainAway(serverOf(environment.databaseDirectUrl ?? databaseUrl)),
    )
    await warnOfFewConnections(databases.worker(), log)
    const address = await serve({ environment, secret, databases, log, shutdown })
    log.info({ address }, 'serving')
  } catch (error) {
    await shutdown.stop()
    throw error
  }
}

/** The pools of the program, through a pooler if there is one. */
export function databasesOf(
  { databaseDirectUrl, namesStatements }: Pick<Environment, 'databaseDirectUrl' | 'namesStatements'>,
  databaseUrl: string,
  secret: string,
): Databases {
  const directServer = databaseDirectUrl === null ? null : serverOf(databaseDirectUrl)
  return openDatabases({ server: serverOf(databaseUrl), directServer, secret, namesStatements })
}

/** Without the administrator: each pool connects with its own role. */
function serverOf(url: string): DatabaseServer {
  const { user: _user, password: _password, ...server } = parseDatabaseUrl(url)
  return server
}

const explainAway =
  ({ host, port, database }: DatabaseServer) =>
  (error: unknown): never => {
    if (!isDatabaseAway(error)) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new EnvironmentError(
      `The database ${database} at ${host}, port ${port ?? 5432}, does not answer (${reason}). Start it, or correct DATABASE_URL.`,
    )
  }

if (import.meta.main) {
  await serveInProduction().catch((error: unknown) => {
    const forTheReader = error instanceof EnvironmentError || error instanceof MigrationError
    console.error(forTheReader ? error.message : error)
    process.exit(1)
  })
}
