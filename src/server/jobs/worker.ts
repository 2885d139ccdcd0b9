import { run, type TaskList } from 'graphile-worker'
import { z } from 'zod'
import type { Databases } from '../db/pools.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { Origin, Task, TaskContext } from './task.ts'
import { type Log, workerLogger } from './worker-logger.ts'

const concurrentJobs = 4
/** New jobs announce themselves; this is for those whose time has come. */
const pollIntervalMs = 2_000

const envelope = z.object({
  origin: z.union([z.strictObject({ book: z.string() }), z.strictObject({ realm: z.string() })]),
  payload: z.unknown(),
})

export type JobWorker = { stop(): Promise<void> }

/**
 * Takes jobs from the queue and runs each with a connection bound to the book or realm that asked for it. A job that
 * fails is tried again, after a longer wait each time.
 */
export async function startJobWorker(options: {
  databases: Databases
  tasks: readonly Task[]
  secret: string
  originPattern: string
  /** What runs by the clock, in one of the copies of the program: see recurring.ts. */
  crontab?: string
  mailer?: Mailer | null
  log?: Log
}): Promise<JobWorker> {
  const { databases, tasks, mailer = null, log = console, secret, originPattern, crontab = '' } = options
  const given = { mailer, secret, originPattern }
  const ending = new AbortController()
  const taskList: TaskList = Object.fromEntries(
    tasks.map(task => [task.name, runnerOf(task, databases, { ...given, signal: ending.signal })]),
  )
  const runner = await run({
    pgPool: databases.worker(),
    taskList,
    crontab,
    concurrency: concurrentJobs,
    pollInterval: pollIntervalMs,
    logger: workerLogger(log),
    // The program stops its parts in its own order.
    noHandleSignals: true,
  })
  return {
    stop: async () => {
      ending.abort()
      await runner.stop()
    },
  }
}

function runnerOf(
  task: Task,
  databases: Databases,
  given: Omit<TaskContext, 'db' | 'origin'>,
): TaskList[string] {
  return async job => {
    const { origin, payload } = envelope.parse(job)
    await task.run(payload, { ...given, db: boundTo(origin, databases), origin })
  }
}

function boundTo(origin: Origin, databases: Databases): TaskContext['db'] {
  return 'book' in origin ? databases.book(origin.book) : databases.realm(origin.realm)
}
