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

/** Whether the month of a day was closed itself, and not by the close of a later one. */
export async function hasOwnClose(db: Kysely<DB>, day: IsoDate): Promise<boolean> {
  const result = await sql<{ closed: boolean }>`
    select exists (select from month_close where reopened_at is null and month = date_trunc('month', ${day}::timestamp)) as closed`.execute(
    db,
  )
  return result.rows[0]?.closed === true
}

/** The first day that takes entries; null while no month is closed. What is dated before it is posted on it. */
export async function findFirstOpenDay(db: Kysely<DB>): Promise<IsoDate | null> {
  const result = await sql<{ day: IsoDate | null }>`
    select (max(month) + interval '1 month')::date as day from month_close where reopened_at is null`.execute(
    db,
  )
  return result.rows[0]?.day ?? null
}
