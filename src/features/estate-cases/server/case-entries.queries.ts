import { type Kysely, sql } from 'kysely'
import type { DB } from '../../../server/db/schema.ts'

export type EntryOfCase = {
  /** The fund of the case. */
  account_id: string
  amount_minor: bigint
  /** The fund that received a transfer; null for a release of assets. */
  to_name: string | null
  to_fund_id: bigint | null
  from_name: string
  reversal_reason: string | null
}

/** A transfer or a release that a case posted, with the reason of its reversal if it has one. Undefined for any other entry. */
export async function findEntryOfCase(
  db: Kysely<DB>,
  caseId: string | null,
  entryId: string,
): Promise<EntryOfCase | undefined> {
  const { rows } = await sql<EntryOfCase>`
    select c.account_id, p.amount_minor, case when p.account_id <> c.account_id then a.account_name end as to_name,
      case when p.account_id <> c.account_id then a.fund_id end as to_fund_id, f.account_name as from_name,
      r.comment as reversal_reason
    from journal_entry e
      join estate_case c on c.book = e.book and c.case_id = e.case_id
      join fund_account f on f.book = c.book and f.account_id = c.account_id
      join posting p on p.book = e.book and p.entry_id = e.entry_id and p.ledger = 'spendable' and p.amount_minor > 0
      join fund_account a on a.book = p.book and a.account_id = p.account_id
      left join journal_entry r on r.book = e.book and r.reverses_entry_id = e.entry_id
    where e.entry_id = ${entryId} and e.kind in ('transfer', 'release') and e.grant_id is null
      and (${caseId}::uuid is null or e.case_id = ${caseId})`.execute(db)
  return rows[0]
}

/** Whether one of these accounts has less than nothing. Who has just posted to them holds their locks. */
export async function hasNegativeBalance(trx: Kysely<DB>, accountIds: readonly string[]): Promise<boolean> {
  const { rows } = await sql<{ account_id: string }>`
    select account_id from account_balance
    where account_id = any(${accountIds}::uuid[]) and (spendable_minor < 0 or excluded_minor < 0) limit 1`.execute(
    trx,
  )
  return rows.length > 0
}
