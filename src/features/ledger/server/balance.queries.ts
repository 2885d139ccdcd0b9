import type { Kysely } from 'kysely'
import type { DB } from '../../../server/db/schema.ts'

/** What a fund can grant now, in minor units (§12). */
export async function findAvailable(db: Kysely<DB>, accountId: string): Promise<bigint> {
  const found = await db
    .selectFrom('account_balance')
    .select('spendable_minor')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return found?.spendable_minor ?? 0n
}
