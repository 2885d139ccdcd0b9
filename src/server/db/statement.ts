import { CompiledQuery, type Kysely } from 'kysely'
import type { ReadPipeline } from './read-pipeline.ts'
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

const pipelines = new WeakMap<Kysely<DB>, ReadPipeline>()
let shortReads = 0

/** Lets the short reads of this handle share a connection. */
export function shareConnection(db: Kysely<DB>, pipeline: ReadPipeline): void {
  pipelines.set(db, pipeline)
}

const directHandles = new WeakMap<Kysely<DB>, Kysely<DB>>()

/** Lets the locks of this handle that outlive a transaction be held past the pooler. */
export function lockElsewhere(db: Kysely<DB>, direct: Kysely<DB>): void {
  directHandles.set(db, direct)
}

/** The handle whose connections keep their session. */
export const keepsSession = (db: Kysely<DB>): Kysely<DB> => directHandles.get(db) ?? db

/**
 * The same for a read that takes less than a millisecond whatever a fund or a book contains. Such reads share a connection, on which
 * a long one would hold up the others; in a transaction they run on its connection.
 */
export function shortRead<Row, Values extends readonly unknown[]>(
  text: string,
): (db: Kysely<DB>, ...values: Values) => Promise<Row[]> {
  const alone = statement<Row, Values>(text)
  shortReads += 1
  const named = { name: `short_read_${shortReads}`, text }
  return async (db, ...values) =>
    (await pipelines.get(db)?.read<Row>(named, values)) ?? (await alone(db, ...values))
}
