import { type Kysely, sql } from 'kysely'
import type { DB } from '../db/schema.ts'

/** Adds jobs of a task with one statement, in their order. Each replaces a waiting one with the same key. */
export async function insertJobs(
  db: Kysely<DB>,
  task: string,
  jobs: readonly { payload: unknown; key: string | null; runAt: Date | null }[],
): Promise<void> {
  await sql`
    select job.add(${task}, each.payload::jsonb, each.key, each.run_at)
    from unnest(${jobs.map(({ payload }) => JSON.stringify(payload))}::text[], ${jobs.map(({ key }) => key)}::text[],
      ${jobs.map(({ runAt }) => runAt)}::timestamptz[]) with ordinality each (payload, key, run_at, position)
    order by each.position`.execute(db)
}
