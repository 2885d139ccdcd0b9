import type { Kysely } from 'kysely'
import type { DB } from './schema.ts'

/** Runs `work` in the caller's transaction if `db` is one, else in its own. */
export async function inTransaction<T>(db: Kysely<DB>, work: (trx: Kysely<DB>) => Promise<T>): Promise<T> {
  return db.isTransaction ? await work(db) : await db.transaction().execute(work)
}
