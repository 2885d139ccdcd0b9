import type { Kysely } from 'kysely'
import * as z from 'zod/mini'
import type { DB } from '../../../server/db/schema.ts'
import type { Ending } from './ending.ts'

const stored = z.array(z.object({ key: z.string(), text: z.string(), endsOn: z.string() }))

/** More than an installation has; the first to end first. */
const maxEndings = 200

/** Replaces what the last check found. */
export async function storeEndings(
  trx: Kysely<DB>,
  { endings, at }: { endings: readonly Ending[]; at: Date },
): Promise<void> {
  const columns = { checked_at: at, endings: JSON.stringify(endings.slice(0, maxEndings)) }
  await trx
    .insertInto('ending_check')
    .values(columns)
    .onConflict(conflict => conflict.column('realm').doUpdateSet(columns))
    .execute()
}

/** What the last check found; null before the first. */
export async function findEndings(
  realmDb: Kysely<DB>,
): Promise<{ endings: Ending[]; checkedAt: Date } | null> {
  const row = await realmDb.selectFrom('ending_check').select(['checked_at', 'endings']).executeTakeFirst()
  if (!row) return null
  const endings = stored.parse(row.endings).map(each => ({ ...each, endsOn: new Date(each.endsOn) }))
  return { endings, checkedAt: row.checked_at }
}
