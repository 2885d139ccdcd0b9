import { type Kysely, sql } from 'kysely'
import type { DB } from '../db/schema.ts'

/** Adds a job, or replaces a waiting one with the same task and key. */
export async function insertJob(
  db: Kysely<DB>,
  job: { task: string; payload: unknown; key: string | null; runAt: Date | null },
): Promise<void> {
  const { task, payload, key, runAt } = job
  await sql`select job.add(${task}, ${JSON.stringify(payload)}::jsonb, ${key}, ${runAt})`.execute(db)
}
