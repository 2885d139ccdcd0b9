import { type Kysely, sql } from 'kysely'
import type { AccountStatus } from '../../../contract/account-overview.contract.ts'
import type { DB } from '../../../server/db/schema.ts'

/** Locks the fund of a case and every fund that its shares go to, in the order of their ids, as transfers do. */
export async function lockFundsOfCase(trx: Kysely<DB>, caseId: string): Promise<void> {
  await sql`
    select from fund_account where account_id in (
      select account_id from estate_case where case_id = ${caseId}
      union select to_account_id from estate_share where case_id = ${caseId} and to_account_id is not null)
    order by account_id for no key update`.execute(trx)
}

/** By account id. */
export async function statusesOf(
  trx: Kysely<DB>,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, AccountStatus>> {
  if (accountIds.length === 0) return new Map()
  const accounts = await trx
    .selectFrom('fund_account')
    .select(['account_id', 'account_status'])
    .where('account_id', 'in', accountIds)
    .execute()
  return new Map(accounts.map(({ account_id: accountId, account_status: status }) => [accountId, status]))
}
