import { type Kysely, type Selectable, sql } from 'kysely'
import type { DB, SavedView } from '../../../server/db/schema.ts'
import type { SavedList } from '../saved-views.contract.ts'

type Owner = { userId: string; list: SavedList }

export type SavedViewRow = Pick<Selectable<SavedView>, 'view_id' | 'name' | 'filters' | 'place'>

export async function listViews(db: Kysely<DB>, { userId, list }: Owner): Promise<SavedViewRow[]> {
  return await db
    .selectFrom('saved_view')
    .select(['view_id', 'name', 'filters', 'place'])
    .where('user_id', '=', userId)
    .where('list', '=', list)
    .orderBy(sql`lower(name)`)
    .execute()
}

/** The view that has a name, as the database compares names: without regard to case. */
export async function findViewOfName(
  trx: Kysely<DB>,
  { userId, list, name }: Owner & { name: string },
): Promise<string | undefined> {
  const found = await trx
    .selectFrom('saved_view')
    .select('view_id')
    .where('user_id', '=', userId)
    .where('list', '=', list)
    .where(sql<boolean>`lower(name) = lower(${name}::text)`)
    .executeTakeFirst()
  return found?.view_id
}

/** One change of a person's views at a time, so that two at once keep to the limit. */
export async function lockViews(trx: Kysely<DB>, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('saved-view ' || ${userId}::text, 0))`.execute(trx)
}

type NewView = Owner & { name: string; filters: Readonly<Record<string, string>>; at: Date }

export async function replaceView(
  trx: Kysely<DB>,
  viewId: string,
  { name, filters, at }: NewView,
): Promise<void> {
  await trx
    .updateTable('saved_view')
    .set({ name, filters: JSON.stringify(filters), saved_at: at })
    .where('view_id', '=', viewId)
    .execute()
}

export async function insertView(
  trx: Kysely<DB>,
  place: number,
  { userId, list, name, filters, at }: NewView,
): Promise<void> {
  await trx
    .insertInto('saved_view')
    .values({ user_id: userId, list, name, filters: JSON.stringify(filters), place, saved_at: at })
    .execute()
}

/** The list of the deleted view; undefined if this person has no such view. */
export async function deleteView(
  db: Kysely<DB>,
  { viewId, userId }: { viewId: string; userId: string },
): Promise<SavedList | undefined> {
  const deleted = await db
    .deleteFrom('saved_view')
    .where('view_id', '=', viewId)
    .where('user_id', '=', userId)
    .returning('list')
    .executeTakeFirst()
  return deleted?.list
}
