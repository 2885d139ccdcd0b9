import type { Kysely } from 'kysely'
import type { DB } from '../db/schema.ts'
import { insertJob } from './job.queries.ts'
import type { Task } from './task.ts'

/** A job that fails this often, over about three days, is given up. job.add (db/migrations/0007_jobs.sql) repeats this. */
export const maxAttempts = 16

/**
 * Adds a job in the transaction of `db`. It runs right after the commit, and not at all after a rollback.
 *
 * @param options.key a job replaces a waiting job with the same task and key.
 * @param options.runAt the earliest time to run.
 */
export async function addJob<Payload>(
  db: Kysely<DB>,
  task: Task<Payload>,
  payload: NoInfer<Payload>,
  options: { key?: string; runAt?: Date } = {},
): Promise<void> {
  const { key = null, runAt = null } = options
  await insertJob(db, { task: task.name, payload, key, runAt })
}
