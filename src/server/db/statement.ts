import { CompiledQuery, type Kysely } from 'kysely'
import type { DB } from './schema.ts'

/**
 * A statement with a constant text and the parameters `$1`, `$2`, …. Use it only for statements that nearly every request runs,
 * where building the text takes as long as the query; use Kysely for everything else.
 */
export function statement<Row, Values extends readonly unknown[]>(
  text: string,
): (db: Kysely<DB>, ...values: Values) => Promise<Row[]> {
  return async (db, ...values) => (await db.executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows
}
