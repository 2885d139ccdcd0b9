import { type Kysely, sql } from 'kysely'
import type { DateRange } from '../../../domain/dates.ts'
import type { DB } from '../../../server/db/schema.ts'
import type { PayerKind } from '../domain/payer.ts'
import { type ReceiptRow, readReceipts } from './receipts.queries.ts'

/**
 * A payer of an account, by kind and name. `cause`: the idempotency key of the summary, which another receipt or the end of one changes.
 * `version`: 1 for their first summary of the year.
 */
export type SummaryPayer = {
  accountId: string
  kind: PayerKind
  name: string
  cause: string
  version: number
}

/**
 * The next payers who gave in the year and have no summary of it that lists their receipts as they are now, by the cause of their summary.
 * A payer without a valid receipt needs one only in place of an earlier one.
 */
export async function payersWithoutSummary(
  db: Kysely<DB>,
  { from, to }: DateRange,
  { after, limit }: { after: string; limit: number },
): Promise<SummaryPayer[]> {
  const { rows } = await sql<SummaryPayer>`
    with payers as (
      select r.account_id, r.payer_kind, lower(r.payer_name) as payer_name, bool_or(r.state = 'issued') as has_valid,
          'contribution-summary:' || r.account_id || ':' || ${from}::text || ':' || r.payer_kind || ':' || md5(lower(r.payer_name)) as base,
          md5(string_agg(r.receipt_id || r.state, ',' order by r.receipt_id)) as receipts
        from contribution_receipt r
        where r.gift_date between ${from} and ${to}
        group by r.account_id, r.payer_kind, lower(r.payer_name)
    ), summaries as (
      select p.*, p.base || ':' || p.receipts as cause, (
          -- the causes of summaries of the year for this payer, which follow the base and a colon
          select count(*)::int from document d where d.cause >= p.base || ':' and d.cause < p.base || ';' and d.state <> 'storing') as made
        from payers p
    )
    select s.account_id as "accountId", s.payer_kind as kind, s.payer_name as name, s.cause, s.made + 1 as version from summaries s
      where s.cause > ${after} and (s.has_valid or s.made > 0)
        and not exists (select from document d where d.cause = s.cause and d.state <> 'storing')
      order by s.cause limit ${limit}`.execute(db)
  return rows
}

/** The receipts of a payer for what they gave to the account in the year, the earliest gift first; also those that have ended. */
export async function receiptsOfPayer(
  db: Kysely<DB>,
  { accountId, kind, name }: SummaryPayer,
  { from, to }: DateRange,
): Promise<ReceiptRow[]> {
  return await readReceipts(
    db,
    sql`r.account_id = ${accountId} and r.payer_kind = ${kind} and lower(r.payer_name) = ${name}
      and r.gift_date between ${from} and ${to} order by r.gift_date, r.year, r.number`,
  )
}
