import type { Kysely } from 'kysely'
import type { DB } from '../../../server/db/schema.ts'

const columns = ['account_id', 'account_name', 'account_status', 'write_access', 'revision'] as const

export async function findAccountName(db: Kysely<DB>, accountId: string) {
  return await db
    .selectFrom('fund_account')
    .select(columns)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
}

/** The same, locked until the transaction ends. Grants of the account, which refer to its key, are not blocked. */
export async function lockAccountName(trx: Kysely<DB>, accountId: string) {
  return await trx
    .selectFrom('fund_account')
    .select(columns)
    .where('account_id', '=', accountId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export async function setAccountName(
  trx: Kysely<DB>,
  accountId: string,
  { accountName, revision }: { accountName: string; revision: number },
): Promise<void> {
  await trx
    .updateTable('fund_account')
    .set({ account_name: accountName, revision })
    .where('account_id', '=', accountId)
    .execute()
}
