import type { Kysely } from 'kysely'
import type { DB } from '../db/schema.ts'
import { insertJobs } from './job.queries.ts'
import type { Task } from './task.ts'

/** A job that fails this often, over about three days, is given up. job.add (db/migrations/0007_jobs.sql) repeats this. */
export const maxAttempts = 16

type JobOptions = {
  /** A job replaces a waiting job with the same task and key. */
  key?: string
  /** The earliest time to run. */
  runAt?: Date
}

/** Adds a job in the transaction of `db`. It runs right after the commit, and not at all after a rollback. */
export async function addJob<Payload>(
  db: Kysely<DB>,
  task: Task<Payload>,
  payload: NoInfer<Payload>,
  options: JobOptions = {},
): Promise<void> {
  await addJobs(db, task, [{ payload, ...options }])
}

/** The same for a list, with one statement. An empty list asks nothing. */
export async function addJobs<Payload>(
  db: Kysely<DB>,
  task: Task<Payload>,
  jobs: readonly (JobOptions & { payload: NoInfer<Payload> })[],
): Promise<void> {
  if (jobs.length === 0) return
  await insertJobs(
    db,
    task.name,
    jobs.map(({ payload, key = null, runAt = null }) => ({ payload, key, runAt })),
  )
}
