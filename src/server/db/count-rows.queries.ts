import { type Kysely, type RawBuilder, sql } from 'kysely'
import { maxViewRows } from '../../domain/largest-view.ts'
import type { KeysetPage } from '../http/keyset-page.ts'
import type { DB } from './schema.ts'

/** `isTotalExact`: false where there are more rows than are counted; there are then more than `total`. */
export type Counted = { total: number; isTotalExact: boolean }

/**
 * How many rows a list has, for its first page; a later one has it from the cursor. `rows`: what follows `from`. No more are counted
 * than a screen shows, because counting a list that only grows would take longer each year.
 */
export async function countRows(
  db: Kysely<DB>,
  rows: RawBuilder<unknown>,
  { countedTotal, isTotalExact }: Pick<KeysetPage, 'countedTotal' | 'isTotalExact'>,
): Promise<Counted> {
  if (countedTotal !== null) return { total: countedTotal, isTotalExact }
  const counted = await sql<{ total: bigint }>`
    select count(*) as total from (select from ${rows} limit ${maxViewRows + 1}) as found`.execute(db)
  const total = Number(counted.rows[0]?.total ?? 0n)
  return { total: Math.min(total, maxViewRows), isTotalExact: total <= maxViewRows }
}
