import { type Kysely, sql } from 'kysely'
import { canUseLargeObjects } from '../../server/db/large-objects.ts'
import type { DB } from '../../server/db/schema.ts'

/** Whether the role of the connection can use large objects. Throws unless the database answers. */
export async function largeObjectsRemain(db: Kysely<DB>): Promise<boolean> {
  const { rows } = await sql<{ remain: boolean }>`select ${sql.raw(canUseLargeObjects)} as remain`.execute(db)
  return rows[0]?.remain ?? false
}
