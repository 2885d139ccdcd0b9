import { type Kysely, sql } from 'kysely'
import type { IsoDate } from '../../../domain/dates.ts'
import type { DB } from '../../../server/db/schema.ts'
import { pendingStatuses } from '../../grants/domain/grant-status.ts'

/** What decides about the next status. After `lockAccountRow` no grant of the account can change. */
export async function readStatusFacts(db: Kysely<DB>, accountId: string) {
  const { rows } = await sql<{
    first_contribution: IsoDate | null
    latest_entry: IsoDate | null
    spendable_minor: bigint
    excluded_minor: bigint
    pending_minor: bigint
    pending_grants: bigint
    is_held: boolean
  }>`
    select coalesce(b.spendable_minor, 0) as spendable_minor, coalesce(b.excluded_minor, 0) as excluded_minor,
      coalesce(b.pending_minor, 0) as pending_minor,
      (select min(p.effective_date) from posting p where p.account_id = a.account_id and p.section = 1) as first_contribution,
      (select max(p.effective_date) from posting p where p.account_id = a.account_id) as latest_entry,
      (select count(*) from grant_recommendation g where g.account_id = a.account_id
        and g.transaction_status_code = any(${pendingStatuses}::int[])) as pending_grants, account_is_held(a.account_id) as is_held
    from fund_account a left join account_balance b on b.book = a.book and b.account_id = a.account_id
    where a.account_id = ${accountId}`.execute(db)
  const [facts] = rows
  if (!facts) throw new Error(`the account ${accountId} does not exist`)
  return facts
}

/** An account of the book by the number that people know. */
export async function findByFundId(db: Kysely<DB>, fundId: number) {
  return await db
    .selectFrom('fund_account')
    .select(['account_id', 'account_status'])
    .where('fund_id', '=', BigInt(fundId))
    .executeTakeFirst()
}

export async function fundIdOf(db: Kysely<DB>, accountId: string): Promise<number> {
  const row = await db
    .selectFrom('fund_account')
    .select('fund_id')
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return Number(row.fund_id)
}

/** The changes of the account's status, newest first. */
export async function statusChanges(db: Kysely<DB>, accountId: string, limit: number) {
  return await db
    .selectFrom('change_record')
    .select(['before_change', 'after_change', 'actor_name', 'at'])
    .where('account_id', '=', accountId)
    .where('kind', '=', 'account-status-set')
    .orderBy('at', 'desc')
    .orderBy('revision', 'desc')
    .limit(limit)
    .execute()
}
