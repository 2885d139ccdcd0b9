import { type Kysely, sql } from 'kysely'
import type { DateRange } from '../../../domain/dates.ts'
import type { DB } from '../../../server/db/schema.ts'
import type { PayerKind } from '../domain/payer.ts'
import { type ReceiptRow, readReceipts } from './receipts.queries.ts'

/** A payer of an account, by kind and name. `cause`: the idempotency key of the summary. */
export type SummaryPayer = { accountId: string; kind: PayerKind; name: string; cause: string }

/** The next payers who gave in the year and have no summary of it, by the cause of their summary. */
export async function payersWithoutSummary(
  db: Kysely<DB>,
  { from, to }: DateRange,
  { after, limit }: { after: string; limit: number },
): Promise<SummaryPayer[]> {
  const { rows } = await sql<SummaryPayer>`
    with payers as (
      select r.account_id, r.payer_kind, lower(r.payer_name) as payer_name,
          'contribution-summary:' || r.account_id || ':' || ${from}::text || ':' || r.payer_kind || ':' || md5(lower(r.payer_name)) as cause
        from contribution_receipt r
        where r.state = 'issued' and r.gift_date between ${from} and ${to}
        group by r.account_id, r.payer_kind, lower(r.payer_name)
    )
    select p.account_id as "accountId", p.payer_kind as kind, p.payer_name as name, p.cause from payers p
      where p.cause > ${after} and not exists (select from document d where d.cause = p.cause and d.state <> 'storing')
      order by p.cause limit ${limit}`.execute(db)
  return rows
}

/** The valid receipts of a payer for what they gave to the account in the year, the earliest first. */
export async function receiptsOfPayer(
  db: Kysely<DB>,
  { accountId, kind, name }: SummaryPayer,
  { from, to }: DateRange,
): Promise<ReceiptRow[]> {
  return await readReceipts(
    db,
    sql`r.account_id = ${accountId} and r.payer_kind = ${kind} and lower(r.payer_name) = ${name} and r.state = 'issued'
      and r.gift_date between ${from} and ${to} order by r.gift_date, r.year, r.number`,
  )
}
