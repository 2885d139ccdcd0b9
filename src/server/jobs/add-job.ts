import { type Kysely, sql } from 'kysely'
import type { PayloadOf, TaskName } from '../../app/server/jobs.ts'
import type { DB } from '../db/schema.ts'

/**
 * Adds a job in the transaction of `db`: it runs some milliseconds after the commit, and not at all after a rollback.
 *
 * @param options.key a second job of this task and key replaces the first while that waits.
 * @param options.runAt not before this instant.
 */
export async function addJob<Name extends TaskName>(
  db: Kysely<DB>,
  name: Name,
  payload: PayloadOf<Name>,
  options: { key?: string; runAt?: Date } = {},
): Promise<void> {
  const { key = null, runAt = null } = options
  await sql`select job.add(${name}, ${JSON.stringify(payload)}::jsonb, ${key}, ${runAt})`.execute(db)
}
