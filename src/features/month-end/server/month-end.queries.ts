import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { IsoDate } from '../../../domain/dates.ts'
import {
  type Key,
  keysetColumn,
  orderOf,
  type Position,
  rowsAfter,
} from '../../../server/db/keyset.queries.ts'
import type { DB } from '../../../server/db/schema.ts'
import type { KeysetPage } from '../../../server/http/keyset-page.ts'
import type { EntryKind } from '../../ledger/domain/entry.ts'

/** The first days of the first and the last month that are read, and the last day of the latter. */
export type MonthRange = { from: IsoDate; to: IsoDate; lastDay: IsoDate }

export type LedgerSum = {
  ledger: string
  of_fund: boolean
  /** Null for all months before the first. */
  month: IsoDate | null
  amount_minor: bigint
  postings: bigint
}

/** What the postings of each ledger account add up to, by month, and before the first. Funds are read from their subtotals. */
export async function sumLedgers(db: Kysely<DB>, { from, lastDay }: MonthRange): Promise<LedgerSum[]> {
  const result = await sql<LedgerSum>`
    with counted as (
      select ledger, case when starts_on >= ${from}::date then starts_on end as month, amount_minor, postings
        from posting_subtotal where period = 'month' and starts_on >= date_trunc('year', ${from}::timestamp)::date
          and starts_on <= ${lastDay}::date
      union all
      select ledger, null, amount_minor, postings
        from posting_subtotal where period = 'year' and starts_on < date_trunc('year', ${from}::timestamp)::date
      union all
      select ledger, case when effective_date >= ${from}::date then date_trunc('month', effective_date::timestamp)::date end,
          amount_minor, 1
        from posting where account_id is null and effective_date <= ${lastDay}::date
    )
    select k.ledger, k.of_fund, c.month, coalesce(sum(c.amount_minor), 0)::bigint as amount_minor,
        coalesce(sum(c.postings), 0)::bigint as postings
      from ledger_kind k left join counted c on c.ledger = k.ledger group by k.ledger, k.of_fund, c.month`.execute(
    db,
  )
  return result.rows
}

/** The day of the first posting of the book; null for a book without any. */
export async function firstPostingDay(db: Kysely<DB>): Promise<IsoDate | null> {
  const result = await sql<{ day: IsoDate | null }>`
    select effective_date as day from journal_entry where book = book() order by effective_date limit 1`.execute(
    db,
  )
  return result.rows[0]?.day ?? null
}

export const rollForwardKeysets = {
  fundId: [{ sql: 'a.fund_id', type: 'bigint' }],
} as const satisfies Record<string, readonly Key[]>

export type RollForward = {
  keyset: Position
  fund_id: bigint
  account_name: string
  account_status: string
  /** By the subtotals; what the postings of the months add up to is compared with their difference. */
  opening_minor: bigint
  closing_minor: bigint
  changes: readonly { kind: Exclude<EntryKind, 'reversal'>; section: number; amount: string }[]
}

/** The balance of a fund before a day that begins a month. Sections 9 and 11 move money within it. */
const balanceBefore = (day: RawBuilder<unknown>) => sql`(
  select coalesce(sum(s.amount_minor), 0)::bigint from posting_subtotal s
    where s.account_id = a.account_id and s.section <= 8 and (
      s.period = 'year' and s.starts_on < date_trunc('year', ${day}::timestamp)::date
      or s.period = 'month' and s.starts_on >= date_trunc('year', ${day}::timestamp)::date and s.starts_on < ${day}))`

/** One page of the funds, each as one statement sees it, so that it adds up while others post. */
export async function listRollForward(
  db: Kysely<DB>,
  { from, lastDay }: MonthRange,
  { first, keyset, after, countedTotal }: KeysetPage,
): Promise<{ found: RollForward[]; total: number }> {
  const total =
    countedTotal ??
    (
      await db
        .selectFrom('fund_account')
        .select(({ fn }) => fn.countAll<bigint>().as('total'))
        .executeTakeFirstOrThrow()
    ).total
  const result = await sql<RollForward>`
    select ${sql.raw(keysetColumn(keyset))}, a.fund_id, a.account_name, a.account_status,
        ${balanceBefore(sql`${from}::date`)} as opening_minor,
        ${balanceBefore(sql`(${lastDay}::date + 1)`)} as closing_minor,
        coalesce((
          select jsonb_agg(jsonb_build_object('kind', c.kind, 'section', c.section, 'amount', c.amount::text)) from (
            select coalesce(r.kind, e.kind) as kind, p.section, sum(p.amount_minor) as amount
              from posting p join journal_entry e on e.book = p.book and e.entry_id = p.entry_id
                left join journal_entry r on r.book = e.book and r.entry_id = e.reverses_entry_id
              where p.account_id = a.account_id and p.section in (1, 2, 3, 4, 5, 6, 7, 8)
                and p.effective_date between ${from}::date and ${lastDay}::date
              group by 1, 2) c), '[]') as changes
      from fund_account a where ${rowsAfter(keyset, after)} order by ${sql.raw(orderOf(keyset))} limit ${first + 1}`.execute(
    db,
  )
  return { found: result.rows, total: Number(total) }
}
