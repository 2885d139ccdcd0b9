import { type Kysely, sql } from 'kysely'
import type { IsoDate } from '../../../domain/dates.ts'
import type { DB } from '../../../server/db/schema.ts'

/** Whether a day is in a closed month, or before one. */
export async function isClosed(db: Kysely<DB>, day: IsoDate): Promise<boolean> {
  const result = await sql<{ closed: boolean }>`
    select exists (select from month_close where reopened_at is null and month >= date_trunc('month', ${day}::timestamp)) as closed`.execute(
    db,
  )
  return result.rows[0]?.closed === true
}
