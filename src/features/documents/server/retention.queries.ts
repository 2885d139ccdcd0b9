import { type Kysely, sql } from 'kysely'
import type { DB } from '../../../server/db/schema.ts'

type RetentionYears = readonly { type: string; years: number }[]

/** `dueApplications`: the ids of the applications whose retention period has ended. */
type Day = { today: string; dueApplications: readonly string[] }

/** Whether the retention period of document `d` has ended: the one after its account closed, or that of its application. */
const isDue = (kept: RetentionYears, { today, dueApplications }: Day) => sql<boolean>`(exists (
  select from fund_account a
    join unnest(${kept.map(({ type }) => type)}::text[], ${kept.map(({ years }) => years)}::int[]) k (type, years)
      on k.type = d.type
    where a.book = d.book and a.account_id = d.account_id
      and a.closed_on + make_interval(years => k.years) <= ${today}::date)
  or d.account_id is null and d.application_id = any(${dueApplications}::uuid[]))`

const stored = sql<boolean>`d.state = 'stored'`

/** @returns how many were listed. */
export async function listDueDocuments(
  db: Kysely<DB>,
  kept: RetentionYears,
  { at, ...day }: Day & { at: Date },
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('document as d')
    .set({ removal_listed_at: at })
    .where(stored)
    .where('d.removal_listed_at', 'is', null)
    .where(isDue(kept, day))
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

export async function unlistDocuments(db: Kysely<DB>, kept: RetentionYears, day: Day): Promise<void> {
  await db
    .updateTable('document as d')
    .set({ removal_listed_at: null })
    .where(stored)
    .where('d.removal_listed_at', 'is not', null)
    .where(where => where.not(isDue(kept, day)))
    .execute()
}
