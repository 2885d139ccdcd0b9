import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import { books, clients, realms } from '../../clients/clients.ts'
import { clientsFolder } from '../../clients/clients-folder.ts'
import { systemClock } from '../../domain/clock.ts'
import { certificateHeads } from '../../server/audit/record-certificate-heads.ts'
import { startCheckpoints } from '../../server/audit/start-checkpoints.ts'
import { serverOf } from '../../server/db/database-url.ts'
import { MigrationError } from '../../server/db/migrate.ts'
import { type Databases, openDatabases } from '../../server/db/pools.ts'
import { type Environment, EnvironmentError, inspectEnvironment } from '../../server/env.ts'
import { clamdScanner } from '../../server/files/clamd.ts'
import { openDocumentFiles, openFiles } from '../../server/files/open-files.ts'
import { makeFrontEnd } from '../../server/http/make-front-end.ts'
import { createShutdown, type Shutdown, stopOnSignals } from '../../server/http/shutdown.ts'
import type { HeartbeatTimes } from '../../server/jobs/heartbeat.ts'
import { startJobWorker } from '../../server/jobs/worker.ts'
import { createLog } from '../../server/log.ts'
import { smtpMailer } from '../../server/mail/mailer.ts'
import { programDate } from '../../server/program-version.ts'
import { watchSeal } from '../../server/signatures/seal/watch-seal.ts'
import { builtWebProblems } from './built-web.ts'
import { warnOfFewConnections } from './connection-count.ts'
import { endings } from './endings.ts'
import { recurringJobs, tasks } from './jobs.ts'
import { warnOfMissingLists } from './missing-lists.ts'
import { type Configured, openConfigured } from './open-configured.ts'
import { requireDatabase, requirePooler } from './require-database.ts'
import { requireFreePort } from './require-free-port.ts'
import { createApp } from './server.ts'

const webRoot = fileURLToPath(new URL('../../../dist/web', import.meta.url))

/**
 * Starts the job worker and the portal on a prepared database, on the environment's host and port.
 *
 * @returns the address that it listens on. Everything that must be stopped is registered with `shutdown`.
 */
export async function serve(options: {
  environment: Environment
  secret: string
  /** Absent: opened here. */
  configured?: Configured
  databases: Databases
  log: Logger
  shutdown: Shutdown
  /** Only tests serve the API alone, with null. */
  webRoot?: null
  /** Absent: the program's own times. Only tests set others. */
  heartbeat?: HeartbeatTimes
}): Promise<string> {
  const { environment, secret, databases, log, shutdown } = options
  const { sealer, signatures, providerSecrets, botCheckSecrets } =
    options.configured ?? (await openConfigured(environment))
  const folder = environment.auditCheckpointDir
  watchSeal(sealer, { clock: systemClock, log })
  // Starts before everything that records events, so that it stops last and covers the last event.
  const checkpointing = startCheckpoints({
    ...{ databases, realms, secret, folder, clock: systemClock, log },
    recordHeads: certificateHeads(databases, books),
  })
  shutdown.add('audit checkpoints', checkpointing.stop)
  await warnOfMissingLists(databases, log)
  for (const ending of endings({
    ...{ clients: Object.values(clients), secrets: providerSecrets, programDate },
    now: systemClock.now(),
  }))
    log.warn(ending.text)
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
    checkpointFolders: [folder, ...environment.otherCheckpointDirs],
    ...{ providerSecrets, smtpUrl: environment.smtpUrl },
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
    frontEnd:
      clientsFolder === null || options.webRoot === null
        ? null
        : await makeFrontEnd(webRoot, Object.values(clients), environment.dataDir),
    log,
  })
  shutdown.add('http', () => app.close())
  return app.listen({ host: environment.host, port: environment.port })
}

/** `npm run serve`: needs a database that `npm run migrate` prepared; has no administrator rights and adds no seed data. */
async function serveInProduction(): Promise<void> {
  const { environment, problems } = inspectEnvironment('production')
  const configured = await openConfigured(environment, [...problems, ...builtWebProblems(webRoot)])
  // Production without either is a problem.
  const { databaseUrl, secret } = environment as Environment & { databaseUrl: string; secret: string }
  // Before the worker starts: a second start by mistake runs no job.
  await requireFreePort(environment)
  const log = createLog(environment.logLevel)
  const shutdown = createShutdown(problem => log.error(problem))
  stopOnSignals(shutdown)

  const databases = databasesOf(environment, databaseUrl, secret)
  shutdown.add('database pools', databases.close)
  try {
    await requireDatabase(databases, environment.databaseDirectUrl ?? databaseUrl)
    // A pooler shares few connections among many.
    if (environment.databaseDirectUrl === null) await warnOfFewConnections(databases.worker(), log)
    else await requirePooler(databases, databaseUrl)
    const address = await serve({ environment, secret, configured, databases, log, shutdown })
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

if (import.meta.main) {
  await serveInProduction().catch((error: unknown) => {
    const forTheReader = error instanceof EnvironmentError || error instanceof MigrationError
    console.error(forTheReader ? error.message : error)
    process.exit(1)
  })
}
