import { type Kysely, sql } from 'kysely'
import type { DB } from './schema.ts'

/** Runs `work` in the caller's transaction if `db` is one, else in its own. */
export async function inTransaction<T>(db: Kysely<DB>, work: (trx: Kysely<DB>) => Promise<T>): Promise<T> {
  return db.isTransaction ? await work(db) : await db.transaction().execute(work)
}

/** Runs `work` in a savepoint of the transaction: if it throws, only its own changes are rolled back. */
export async function inSavepoint<T>(trx: Kysely<DB>, work: () => Promise<T>): Promise<T> {
  await sql`savepoint before_work`.execute(trx)
  try {
    return await work()
  } catch (error) {
    await sql`rollback to savepoint before_work`.execute(trx)
    throw error
  } finally {
    // Savepoints of one name nest: one that stays would take the place of an outer one.
    await sql`release savepoint before_work`.execute(trx)
  }
}
