import { randomInt } from 'node:crypto'
import { type Insertable, type Kysely, sql } from 'kysely'
import type { AccountStatus } from '../../../contract/account-overview.contract.ts'
import type { IsoDate } from '../../../domain/dates.ts'
import type { DB, FundAccount } from '../../../server/db/schema.ts'

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

/** Locks accounts in the order of their ids, as everything that changes more than one does. */
export async function lockAccountRows(trx: Kysely<DB>, accountIds: readonly string[]): Promise<void> {
  await sql`
    select from fund_account where account_id = any(${accountIds}::uuid[]) order by account_id for no key update`.execute(
    trx,
  )
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

export async function setPlanType(
  trx: Kysely<DB>,
  accountId: string,
  { type, revision }: { type: AccountRow['succession_plan_type_code']; revision: number },
): Promise<void> {
  await trx
    .updateTable('fund_account')
    .set({ succession_plan_type_code: type, revision })
    .where('account_id', '=', accountId)
    .execute()
}

export async function storeAdvisorMayGrant(
  trx: Kysely<DB>,
  accountId: string,
  { advisorMayGrant, revision }: { advisorMayGrant: boolean; revision: number },
): Promise<void> {
  await trx
    .updateTable('fund_account')
    .set({ advisor_may_grant: advisorMayGrant, revision })
    .where('account_id', '=', accountId)
    .execute()
}

/** Numbers that people read out are not consecutive, so that nobody finds an account by counting. */
const maxAttempts = 50

/** Adds an account under a number that is free. */
export async function insertAccountRow(
  trx: Kysely<DB>,
  columns: Omit<Insertable<FundAccount>, 'fund_id'>,
): Promise<{ accountId: string; fundId: number }> {
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const fundId = randomInt(10_000_000, 99_999_999)
    const added = await trx
      .insertInto('fund_account')
      .values({ ...columns, fund_id: BigInt(fundId) })
      .onConflict(conflict => conflict.columns(['book', 'fund_id']).doNothing())
      .returning('account_id')
      .executeTakeFirst()
    if (added) return { accountId: added.account_id, fundId }
  }
  throw new Error('no free number for an account was found')
}
