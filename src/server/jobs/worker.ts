import { run, type TaskList } from 'graphile-worker'
import { z } from 'zod'
import { books, clientNamed } from '../../clients/clients.ts'
import { type Clock, systemClock } from '../../domain/clock.ts'
import type { Databases } from '../db/pools.ts'
import type { EncryptedFiles } from '../files/encrypted-files.ts'
import type { Mailer } from '../mail/mailer.ts'
import { noProviders, type SignatureProviders } from '../signatures/providers.ts'
import type { Sealer } from '../signatures/seal/sealer.ts'
import { type HeartbeatTimes, heartbeatTimes, startHeartbeat } from './heartbeat.ts'
import { startPool } from './pool.ts'
import type { Origin, RealmTaskContext, Slots, Task, TaskContext } from './task.ts'
import { type Log, workerLogger } from './worker-logger.ts'

/** How many jobs run at once of each kind. */
const slots: Record<Slots, number> = { long: 2, notices: 2, others: 3 }
/** New jobs notify the worker; polling finds scheduled jobs that are due. */
const pollIntervalMs = 2_000

const envelope = z.object({
  origin: z.union([z.strictObject({ book: z.string() }), z.strictObject({ realm: z.string() })]),
  payload: z.unknown(),
})

/**
 * Batches of jobs that ended, without a delay. Without batches graphile-worker does not handle a failure to record that a job ended, which would
 * end this program when the database goes away; with them the pool ends, and another takes its place.
 */
const withHandledFailures = { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } }

export type JobWorker = { stop(): Promise<void> }

/**
 * Runs jobs from the queue, each with the connection of the book or realm that added it. Failed jobs are retried with
 * exponential back-off; those of a killed or frozen program run again within two minutes, and that is no failure of the job.
 */
export async function startJobWorker(options: {
  databases: Databases
  tasks: readonly Task[]
  secret: string
  originPattern: string
  /** Recurring jobs in graphile-worker's crontab format. Only one instance of the server runs each. */
  crontab?: string
  mailer?: Mailer | null
  documentFiles?: EncryptedFiles | null
  signatures?: SignatureProviders
  sealer?: Sealer | null
  checkpointFolders?: readonly string[]
  providerSecrets?: Readonly<Record<string, string>>
  smtpUrl?: string | null
  clock?: Clock
  /** Absent: the program's own times. Only tests set others. */
  heartbeat?: HeartbeatTimes
  log?: Log
}): Promise<JobWorker> {
  const { databases, tasks, mailer = null, log = console, secret, originPattern, crontab = '' } = options
  const shared = {
    mailer,
    documentFiles: options.documentFiles ?? null,
    signatures: options.signatures ?? noProviders,
    sealer: options.sealer ?? null,
    checkpointFolders: options.checkpointFolders ?? [],
    providerSecrets: options.providerSecrets ?? {},
    smtpUrl: options.smtpUrl ?? null,
    secret,
    originPattern,
    client: clientNamed,
    clock: options.clock ?? systemClock,
  }
  const queue = databases.worker()
  const heartbeat = startHeartbeat(queue, { log, times: options.heartbeat ?? heartbeatTimes })
  const start = (those: readonly Task[], concurrency: number, itsCrontab: string) =>
    startPool({
      heartbeat,
      log,
      run: async (events, signal) =>
        await run({
          pgPool: queue,
          preset: withHandledFailures,
          taskList: Object.fromEntries(
            those.map(task => [task.name, handlerOf(task, databases, { ...shared, signal })]),
          ),
          crontab: itsCrontab,
          concurrency,
          pollInterval: pollIntervalMs,
          logger: workerLogger(log),
          events,
          // The server shuts down its parts in its own order.
          noHandleSignals: true,
        }),
    })
  const of = (kind: Slots) => tasks.filter(task => task.slots === kind)
  const pools = [await start(of('others'), slots.others, crontab)]
  for (const kind of ['long', 'notices'] as const)
    if (of(kind).length > 0) pools.push(await start(of(kind), slots[kind], ''))
  return {
    stop: async () => {
      await Promise.all(pools.map(pool => pool.stop()))
      await heartbeat.stop()
    },
  }
}

function handlerOf(
  task: Task,
  databases: Databases,
  shared: Omit<TaskContext, 'db' | 'origin'>,
): TaskList[string] {
  return async job => {
    const { origin, payload } = envelope.parse(job)
    const books = task.reachesBooks ? booksOfOrigin(origin, databases) : []
    const access = task.changesAccess ? { accessDb: accessOfOrigin(origin, databases) } : {}
    await task.run(payload, { ...shared, db: connectionOf(origin, databases), origin, books, ...access })
  }
}

/** The database recorded the origin, so a job reaches no other realm's books. */
function booksOfOrigin(origin: Origin, databases: Databases): RealmTaskContext['books'] {
  if (!('realm' in origin)) throw new Error('only a realm may add a job that reaches its books')
  return books
    .filter(({ realm }) => realm === origin.realm)
    .map(({ name }) => ({ name, db: databases.book(name) }))
}

function accessOfOrigin(origin: Origin, databases: Databases): TaskContext['db'] {
  if (!('realm' in origin)) throw new Error('only a realm may add a job that changes access')
  return databases.accessAdmin(origin.realm)
}

function connectionOf(origin: Origin, databases: Databases): TaskContext['db'] {
  return 'book' in origin ? databases.book(origin.book) : databases.realm(origin.realm)
}
