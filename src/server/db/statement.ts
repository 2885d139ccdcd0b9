import { CompiledQuery, type Kysely } from 'kysely'
import type { DB } from './schema.ts'

/**
 * A statement whose text never varies, with `$1`, `$2`, … for its values: for the few that nearly every request runs,
 * where composing the same text each time costs as much as sending it. Everything else is written with Kysely.
 */
export function statement<Row, Values extends readonly unknown[]>(
  text: string,
): (db: Kysely<DB>, ...values: Values) => Promise<Row[]> {
  return async (db, ...values) => (await db.executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows
}
