import { type Kysely, sql } from 'kysely'
import type { IsoDate } from '../../../domain/dates.ts'
import type { DB } from '../../../server/db/schema.ts'
import { maxMatched } from '../../suspense/domain/suspense-item.ts'
import { type RequestedPosting, waitingDecisionOfCredit } from './waiting-decision.queries.ts'

type AccountTotals = {
  bank_account: string
  items: number
  items_minor: bigint
  debits: number
  debits_minor: bigint
}

/** What nobody has matched, by account: money in suspense, and debits of statements. */
export async function sumUnmatched(db: Kysely<DB>): Promise<AccountTotals[]> {
  const { rows } = await sql<AccountTotals>`
    select l.bank_account, (count(*) filter (where l.is_credit))::int as items,
      coalesce(sum(l.amount_minor) filter (where l.is_credit), 0)::bigint as items_minor,
      (count(*) filter (where not l.is_credit))::int as debits,
      coalesce(sum(l.amount_minor) filter (where not l.is_credit), 0)::bigint as debits_minor
    from bank_line l
      left join suspense_item i on i.book = l.book and i.bank_line_id = l.bank_line_id
    where (l.is_credit and i.state = 'open') or (not l.is_credit and l.stated_in is not null
      and num_nonnulls(l.payment_id, l.run_id, l.same_as) = 0
      and not exists (select from bank_line_explanation e where e.book = l.book and e.bank_line_id = l.bank_line_id and e.withdrawn_at is null)
      and not exists (select from bank_line p where p.book = l.book and p.part_of = l.bank_line_id))
    group by l.bank_account`.execute(db)
  return rows
}

export type OpenItem = {
  item_id: string
  bank_line_id: string
  bank_account: string
  booked_on: IsoDate
  amount_minor: bigint
  detail: string
  counterparty: string | null
  reference: string | null
  owner_name: string | null
  note: string | null
  posting_request: RequestedPosting | null
  suggestions: {
    contributionNumber: number
    accountName: string
    fundId: number
    amountMinor: string | null
    isNamed: boolean
    isSameAmount: boolean
    /** Whether all of the payer's items together have its amount. */
    isSum: boolean
  }[]
  /** The payer's other items, where the bank named the payer. */
  other_item_ids: string[]
  total: bigint
  total_minor: bigint
}

/** The most contributions that are suggested for an item. */
const maxSuggestions = 3
/** How long before or after the bank’s day staff record a contribution that its file is expected to have. */
const maxReceivedDays = 60

/**
 * Open items, oldest first. Suggested are expected contributions of the same amount, of the amount of all the payer's items, or whose
 * number the bank's text has, and received ones of the same amount that no credit is yet.
 */
export async function listOpenItems(db: Kysely<DB>, limit: number): Promise<OpenItem[]> {
  const { rows } = await sql<OpenItem>`
    select i.item_id, i.bank_line_id, l.bank_account, l.booked_on, i.amount_minor, l.detail, l.counterparty, l.reference, i.owner_name, i.note,
      ${waitingDecisionOfCredit} as posting_request,
      coalesce(s.suggestions, '[]') as suggestions, i.total, i.total_minor,
      case when i.of_payer between 2 and ${maxMatched}::int then array(select o.item_id from suspense_item o
          join bank_line p on p.book = o.book and p.bank_line_id = o.bank_line_id
        where o.state = 'open' and p.counterparty = l.counterparty and o.item_id <> i.item_id) else '{}' end as other_item_ids
    from (
      select i.*, l.booked_on, count(*) over () as total, (sum(i.amount_minor) over ())::bigint as total_minor,
        count(l.counterparty) over payer as of_payer, sum(i.amount_minor) over payer as payer_minor
      from suspense_item i join bank_line l on l.book = i.book and l.bank_line_id = i.bank_line_id
      where i.state = 'open' window payer as (partition by l.counterparty)
      order by l.booked_on, i.item_id limit ${limit}
    ) i join bank_line l on l.book = i.book and l.bank_line_id = i.bank_line_id
      cross join lateral (
        select jsonb_agg(jsonb_build_object('contributionNumber', c.transaction_id, 'accountName', c.account_name, 'fundId', c.fund_id,
          'amountMinor', c.amount_minor::text, 'isNamed', c.is_named, 'isSameAmount', c.is_same, 'isSum', c.is_sum) order by c.is_named desc, c.is_same desc,
          c.transaction_id) as suggestions
        from (
          select c.transaction_id, c.amount_minor, a.account_name, a.fund_id, c.is_same, c.is_named, c.is_sum
          from (
            select c.*, c.amount_minor = i.amount_minor as is_same,
              i.of_payer between 2 and ${maxMatched}::int and c.amount_minor = i.payer_minor and c.state <> 'received' as is_sum,
              l.detail ~ ('(^|[^0-9])' || c.transaction_id || '([^0-9]|$)') as is_named
            from contribution c where c.kind <> 'securities' and (c.state in ('announced', 'expected') or c.state = 'received'
              and c.amount_minor = i.amount_minor and abs(c.received_at::date - l.booked_on) <= ${maxReceivedDays}::int
              and not exists (select from suspense_match o where o.book = c.book and o.contribution_id = c.contribution_id))
          ) c join fund_account a on a.book = c.book and a.account_id = c.account_id
          where c.is_same or c.is_named or c.is_sum
          order by c.is_named desc, c.is_same desc, c.transaction_id limit ${maxSuggestions}
        ) c
      ) s
    order by l.booked_on, i.item_id`.execute(db)
  return rows
}

export type NumberedContribution = {
  contribution_id: string
  account_id: string
  kind: string
  state: string
  entered_on: IsoDate
  /** What the fund got; null before it was received. */
  received_minor: bigint | null
  /** Whether a credit of the bank is its money. */
  is_matched: boolean
}

/** A contribution of the book by the number that people see. */
export async function findByNumber(
  db: Kysely<DB>,
  contributionNumber: number,
): Promise<NumberedContribution | undefined> {
  const { rows } = await sql<NumberedContribution>`
    select c.contribution_id, c.account_id, c.kind, c.state, a.entered_on,
      (select o.amount_minor from posting o where o.book = c.book and o.entry_id = c.entry_id and o.account_id = c.account_id) as received_minor,
      exists (select from suspense_match m where m.book = c.book and m.contribution_id = c.contribution_id) as is_matched
    from contribution c join fund_account a on a.book = c.book and a.account_id = c.account_id
    where c.transaction_id = ${contributionNumber}::bigint`.execute(db)
  return rows[0]
}

/** The accounts of the contributions with these numbers, for the person who confirms a decision about them. */
export async function accountsOfContributions(
  db: Kysely<DB>,
  numbers: readonly number[],
): Promise<{ contributionNumber: number; accountName: string; fundId: number }[]> {
  const { rows } = await sql<{ transaction_id: bigint; account_name: string; fund_id: bigint }>`
    select c.transaction_id, a.account_name, a.fund_id
    from contribution c join fund_account a on a.book = c.book and a.account_id = c.account_id
    where c.transaction_id = any(${[...numbers]}::bigint[]) order by c.transaction_id`.execute(db)
  return rows.map(row => ({
    contributionNumber: Number(row.transaction_id),
    accountName: row.account_name,
    fundId: Number(row.fund_id),
  }))
}

type ItemState = {
  state: 'open' | 'explained' | 'matched' | 'returned' | 'transferred'
  amount_minor: bigint
  detail: string
  booked_on: IsoDate
  posting_request: RequestedPosting | null
}

/** Whether a transfer between accounts of the book waits for a second person that has the item as its credit. */
export async function waitsAsTransfer(trx: Kysely<DB>, itemId: string): Promise<boolean> {
  const { rows } = await sql`
    select from suspense_item i join posting_request r on r.book = i.book and r.state = 'requested' and r.kind = 'bank-debit'
      and r.input ->> 'creditLineId' = i.bank_line_id::text
    where i.item_id = ${itemId}::uuid`.execute(trx)
  return rows.length > 0
}

export async function findItem(db: Kysely<DB>, itemId: string): Promise<ItemState | undefined> {
  const { rows } = await sql<ItemState>`
    select i.state, i.amount_minor, l.detail, l.booked_on,
      ${waitingDecisionOfCredit} as posting_request
    from suspense_item i join bank_line l on l.book = i.book and l.bank_line_id = i.bank_line_id
    where i.item_id = ${itemId}::uuid`.execute(db)
  return rows[0]
}
