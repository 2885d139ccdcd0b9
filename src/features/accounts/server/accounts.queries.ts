import { type Kysely, sql } from 'kysely'
import type { Account, AccountStatus } from '../../../contract/account-overview.contract.ts'
import { legacyPlanRoles } from '../../../domain/account-roles.ts'
import type { IsoDate } from '../../../domain/dates.ts'
import { literals } from '../../../server/db/literals.ts'
import type { DB } from '../../../server/db/schema.ts'

export type AccountRow = {
  account_id: string
  fund_id: bigint
  account_name: string
  account_status: AccountStatus
  account_type: string
  organization_legal_name: string | null
  donor_name: string
  write_access: boolean
  succession_plan_type_code: Account['successionPlanTypeCode']
  opened_on: IsoDate | null
  entered_on: IsoDate
  closed_on: IsoDate | null
  spendable_minor: bigint
  excluded_minor: bigint
  pending_minor: bigint
}

export const accountColumns = sql`a.account_id, a.fund_id, a.account_name, a.account_status, a.account_type, a.organization_legal_name,
  a.donor_name, a.write_access, a.succession_plan_type_code, a.opened_on, a.entered_on, a.closed_on, coalesce(b.spendable_minor, 0) as spendable_minor,
  coalesce(b.excluded_minor, 0) as excluded_minor, coalesce(b.pending_minor, 0) as pending_minor`

export const accountTables = sql`fund_account a left join account_balance b on b.book = a.book and b.account_id = a.account_id`

/** One account of the book. The caller has already checked the access to it. */
export async function findAccount(db: Kysely<DB>, accountId: string): Promise<AccountRow | undefined> {
  const result =
    await sql<AccountRow>`select ${accountColumns} from ${accountTables} where a.account_id = ${accountId}`.execute(
      db,
    )
  return result.rows[0]
}

/** The account that a person sees first: an active one where there is one, else the first by name. */
export async function findFirstFundId(
  db: Kysely<DB>,
  { userId, seesEveryAccount }: { userId: string; seesEveryAccount: boolean },
): Promise<number | undefined> {
  const result = await sql<{ fund_id: bigint }>`
    select a.fund_id from fund_account a where ${visibleTo(userId, seesEveryAccount)}
    order by a.account_status <> 'Active', a.account_name_key, a.fund_id limit 1`.execute(db)
  const first = result.rows[0]
  return first && Number(first.fund_id)
}

/** The accounts that a person may see: staff all of the book, as does its service team, others those to which they have a relationship. */
export const visibleTo = (userId: string, seesEveryAccount: boolean) =>
  seesEveryAccount
    ? sql`true`
    : sql`(exists (select from current_user_role s
        where s.user_id = ${userId} and s.role_code = 'service_team' and s.served_book = book())
      or a.account_id in (select r.account_id from party p
        join account_relationship r on r.book = p.book and r.party_id = p.party_id
        where p.user_id = ${userId} and r.ended_at is null
          and r.account_role_code not in (${literals(legacyPlanRoles)})))`
