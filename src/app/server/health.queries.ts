import { type Kysely, sql } from 'kysely'
import type { DB } from '../../server/db/schema.ts'

/** Throws unless the database answers. */
export async function requireAnswer(db: Kysely<DB>): Promise<void> {
  await sql`select 1`.execute(db)
}
