import { type Kysely, sql } from 'kysely'
import type { DB } from '../../../../server/db/schema.ts'

/** @returns how many were listed. */
export async function listDueDocuments(
  realmDb: Kysely<DB>,
  kept: readonly { type: string; years: number }[],
  { today, at }: { today: string; at: Date },
): Promise<number> {
  const [types, years] = [kept.map(({ type }) => type), kept.map(each => each.years)]
  const { numUpdatedRows } = await realmDb
    .updateTable('staff_document as d')
    .set({ removal_listed_at: at })
    .where(sql<boolean>`d.state = 'stored' and d.archived_at is not null and d.removal_listed_at is null`)
    .where(sql<boolean>`exists (select from unnest(${types}::text[], ${years}::int[]) k (type, years)
      where k.type = d.type and (d.archived_at at time zone 'UTC')::date + make_interval(years => k.years) <= ${today}::date)`)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
