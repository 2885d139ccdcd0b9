import { type Kysely, sql } from 'kysely'
import type { Account } from '../../../contract/account-overview.contract.ts'
import type { IsoDate } from '../../../domain/dates.ts'
import { type Key, keysetColumn, orderOf, rowsAfter } from '../../../server/db/keyset.queries.ts'
import type { DB } from '../../../server/db/schema.ts'
import type { KeysetPage } from '../../../server/http/keyset-page.ts'

export type AccountRow = {
  account_id: string
  fund_id: bigint
  account_name: string
  account_status: 'Entered' | 'Active' | 'Immobile' | 'Closed'
  account_type: string
  organization_legal_name: string | null
  donor_name: string
  write_access: boolean
  succession_plan_type_code: Account['successionPlanTypeCode']
  opened_on: IsoDate
  closed_on: IsoDate | null
  spendable_minor: bigint
  excluded_minor: bigint
  pending_minor: bigint
}

const columns = sql`a.account_id, a.fund_id, a.account_name, a.account_status, a.account_type, a.organization_legal_name,
  a.donor_name, a.write_access, a.succession_plan_type_code, a.opened_on, a.closed_on, coalesce(b.spendable_minor, 0) as spendable_minor,
  coalesce(b.excluded_minor, 0) as excluded_minor, coalesce(b.pending_minor, 0) as pending_minor`

const from = sql`fund_account a left join account_balance b on b.book = a.book and b.account_id = a.account_id`

const fundIdKey: Key = { sql: 'a.fund_id', type: 'bigint' }
/** The orders of the list; fund ids make every position unique. */
export const accountKeysets = {
  accountName: [{ sql: 'a.account_name_key', type: 'text' }, fundIdKey],
  fundId: [fundIdKey],
  donorName: [{ sql: 'left(lower(a.donor_name), 200)', type: 'text' }, fundIdKey],
  total: [
    { sql: 'coalesce(b.spendable_minor + b.excluded_minor + b.pending_minor, 0)', type: 'bigint' },
    fundIdKey,
  ],
  available: [{ sql: 'coalesce(b.spendable_minor, 0)', type: 'bigint' }, fundIdKey],
} as const satisfies Record<string, readonly Key[]>

/** One account of the book. The caller has already checked the access to it. */
export async function findAccount(db: Kysely<DB>, accountId: string): Promise<AccountRow | undefined> {
  const result =
    await sql<AccountRow>`select ${columns} from ${from} where a.account_id = ${accountId}`.execute(db)
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

const visibleTo = (userId: string, seesEveryAccount: boolean) =>
  seesEveryAccount
    ? sql`true`
    : sql`a.account_id in (select r.account_id from party p
        join account_relationship r on r.book = p.book and r.party_id = p.party_id
        where p.user_id = ${userId} and r.ended_at is null
          and r.account_role_code not in ('successor', 'charitable_beneficiary'))`

export type AccountSearch = { userId: string; seesEveryAccount: boolean; keywords: string }

/**
 * Searches the accounts that a person may see (§5): a run of digits matches the start of a fund id, the whole text a
 * part of an account's name. `total` counts all matches, once, for the first page. Reads one row more than the page has.
 */
export async function listAccounts(
  db: Kysely<DB>,
  { userId, seesEveryAccount, keywords }: AccountSearch,
  { keyset, after, countedTotal, first }: KeysetPage,
): Promise<{ rows: (AccountRow & { keyset: string[] })[]; total: number }> {
  const digits = keywords.match(/\d+/g) ?? []
  const text = keywords.trim().toLowerCase()
  const visible = visibleTo(userId, seesEveryAccount)
  const matches =
    text === ''
      ? sql`true`
      : sql`(position(${text} in a.account_name_key) > 0
          or exists (select from unnest(${digits}::text[]) d where starts_with(a.fund_id::text, d)))`
  const total =
    countedTotal === null
      ? sql`(select count(*) from fund_account a where ${visible} and ${matches})`
      : sql`${countedTotal}::bigint`
  const result = await sql<AccountRow & { keyset: string[]; total: bigint }>`
    select ${columns}, ${sql.raw(keysetColumn(keyset))}, ${total} as total from ${from}
    where ${visible} and ${matches} and ${rowsAfter(keyset, after)}
    order by ${sql.raw(orderOf(keyset))} limit ${first + 1}`.execute(db)
  return { rows: result.rows, total: Number(result.rows[0]?.total ?? 0n) }
}
