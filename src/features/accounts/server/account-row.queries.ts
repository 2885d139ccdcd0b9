import type { Kysely } from 'kysely'
import type { AccountStatus } from '../../../contract/account-overview.contract.ts'
import type { IsoDate } from '../../../domain/dates.ts'
import type { DB } from '../../../server/db/schema.ts'

const columns = [
  'account_id',
  'account_name',
  'account_status',
  'write_access',
  'revision',
  'entered_on',
  'opened_on',
  'closed_on',
  'successor_account_id',
  'succession_plan_type_code',
] as const

export type AccountRow = NonNullable<Awaited<ReturnType<typeof findAccountRow>>>

/** What commands read of an account before they change it. */
export async function findAccountRow(db: Kysely<DB>, accountId: string) {
  return await db
    .selectFrom('fund_account')
    .select(columns)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
}

/**
 * The same, locked until the transaction ends, so that concurrent changes of the account run one after the other: the lock that
 * decisions about its grants take too. New grants, which refer to its key, are not blocked.
 */
export async function lockAccountRow(trx: Kysely<DB>, accountId: string) {
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

export async function setStatus(
  trx: Kysely<DB>,
  accountId: string,
  changed: {
    accountStatus: AccountStatus
    openedDate: IsoDate | null
    closedDate: IsoDate | null
    successorAccountId: string | null
    revision: number
  },
): Promise<void> {
  await trx
    .updateTable('fund_account')
    .set({
      account_status: changed.accountStatus,
      opened_on: changed.openedDate,
      closed_on: changed.closedDate,
      successor_account_id: changed.successorAccountId,
      revision: changed.revision,
    })
    .where('account_id', '=', accountId)
    .execute()
}
