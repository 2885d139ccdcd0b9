import { type Kysely, sql } from 'kysely'
import type { IsoDate } from '../../../domain/dates.ts'
import type { DB } from '../../../server/db/schema.ts'

type FundRange = { last_account_id: string; funds: bigint; postings: bigint }

/** The next `limit` funds by account id, after the given one, and how many postings they have; undefined after the last fund. */
export async function nextFunds(
  db: Kysely<DB>,
  after: string | null,
  limit: number,
): Promise<FundRange | undefined> {
  const result = await sql<FundRange>`
    select (array_agg(account_id order by account_id desc))[1] as last_account_id, count(*) as funds,
      coalesce(sum((select count(*) from posting p where p.account_id = f.account_id)), 0)::bigint as postings
    from (select account_id from fund_account where account_id > coalesce(${after}::uuid, '00000000-0000-0000-0000-000000000000')
      order by account_id limit ${limit}) f
    having count(*) > 0`.execute(db)
  return result.rows[0]
}

export type LedgerDifference = {
  fund_id: bigint
  /** The balance of a ledger account, or the subtotal of a day, month or year. */
  kind: 'balance' | 'day' | 'month' | 'year'
  /** Null for a balance, like the section. */
  starts_on: IsoDate | null
  section: number | null
  ledger: string
  /** What is stored, and what the postings add up to; null where there is no such row. */
  stored_minor: bigint | null
  posted_minor: bigint | null
  stored_postings: bigint | null
  posted_postings: bigint | null
}

/**
 * The stored balances and subtotals that differ from the postings, of the funds after one account id up to another. One statement,
 * so that it sees either all of an entry or nothing of it.
 */
export async function findDifferences(
  db: Kysely<DB>,
  after: string | null,
  last: string,
): Promise<LedgerDifference[]> {
  const funds = sql`account_id > coalesce(${after}::uuid, '00000000-0000-0000-0000-000000000000') and account_id <= ${last}::uuid`
  const result = await sql<LedgerDifference>`
    with posted as (
      select account_id, period, starts_on, section, ledger, sum(amount_minor)::bigint as minor, count(*) as postings
      from posting cross join (values ('day'), ('month'), ('year')) d (period)
        cross join lateral (select date_trunc(d.period, effective_date::timestamp)::date as starts_on) s
      where ${funds} group by 1, 2, 3, 4, 5
    ), stored as (
      select account_id, period, starts_on, section, ledger, amount_minor as minor, postings
      from posting_subtotal where ${funds}
    ), posted_balance as (
      select account_id, ledger, sum(amount_minor)::bigint as minor from posting where ${funds} group by 1, 2
    ), stored_balance as (
      select account_id, v.ledger, v.minor from account_balance
        cross join lateral (values ('spendable', spendable_minor), ('excluded', excluded_minor), ('pending', pending_minor)) v (ledger, minor)
      where ${funds}
    ), difference as (
      select account_id, period as kind, starts_on, section, ledger, s.minor as stored_minor, p.minor as posted_minor,
        s.postings as stored_postings, p.postings as posted_postings
      from stored s full join posted p using (account_id, period, starts_on, section, ledger)
      where s.minor is distinct from p.minor or s.postings is distinct from p.postings
      union all
      select account_id, 'balance', null, null, ledger, s.minor, p.minor, null, null
      from stored_balance s full join posted_balance p using (account_id, ledger)
      where coalesce(s.minor, 0) <> coalesce(p.minor, 0)
    )
    select a.fund_id, d.kind, d.starts_on, d.section, d.ledger, d.stored_minor, d.posted_minor, d.stored_postings,
      d.posted_postings
    from difference d join fund_account a using (account_id)
    order by a.fund_id, d.kind, d.starts_on, d.section, d.ledger limit 1000`.execute(db)
  return result.rows
}
