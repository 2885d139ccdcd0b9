import { type Kysely, sql } from 'kysely'
import type { DB } from '../db/schema.ts'
import type { Task } from './task.ts'

/**
 * Adds a job in the transaction of `db`. It runs some milliseconds after the commit, and not at all after a rollback.
 *
 * @param options.key a second job with this task and key replaces the first while the first waits.
 * @param options.runAt not before this instant.
 */
export async function addJob<Payload>(
  db: Kysely<DB>,
  task: Task<Payload>,
  payload: NoInfer<Payload>,
  options: { key?: string; runAt?: Date } = {},
): Promise<void> {
  const { key = null, runAt = null } = options
  await sql`select job.add(${task.name}, ${JSON.stringify(payload)}::jsonb, ${key}, ${runAt})`.execute(db)
}
