import { type Kysely, sql } from 'kysely'
import type { IsoDate } from '../../../domain/dates.ts'
import type { DB } from '../../../server/db/schema.ts'
import type { PostingKind } from '../../posting-requests/domain/posting-kinds.ts'

/** The decision about an item that waits for a second person. */
type RequestedPosting = { kind: PostingKind; requestedByName: string; requestedAt: string }

const waitingDecision = sql`(select jsonb_build_object('kind', r.kind, 'requestedByName', r.requested_by_name, 'requestedAt',
  to_char(r.requested_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  from posting_request r where r.book = i.book and r.subject_id = i.item_id and r.state = 'requested')`

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
      and not exists (select from bank_line p where p.book = l.book and p.part_of = l.bank_line_id))
    group by l.bank_account`.execute(db)
  return rows
}

export type OpenItem = {
  item_id: string
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
  }[]
  total: bigint
  total_minor: bigint
}

/** The most contributions that are suggested for an item. */
const maxSuggestions = 3

/** Open items, oldest first. Suggested are expected contributions of the same amount, or whose number the bank's text has. */
export async function listOpenItems(db: Kysely<DB>, limit: number): Promise<OpenItem[]> {
  const { rows } = await sql<OpenItem>`
    select i.item_id, l.bank_account, l.booked_on, i.amount_minor, l.detail, l.counterparty, l.reference, i.owner_name, i.note,
      ${waitingDecision} as posting_request,
      coalesce(s.suggestions, '[]') as suggestions, i.total, i.total_minor
    from (
      select i.*, l.booked_on, count(*) over () as total, (sum(i.amount_minor) over ())::bigint as total_minor
      from suspense_item i join bank_line l on l.book = i.book and l.bank_line_id = i.bank_line_id
      where i.state = 'open' order by l.booked_on, i.item_id limit ${limit}
    ) i join bank_line l on l.book = i.book and l.bank_line_id = i.bank_line_id
      cross join lateral (
        select jsonb_agg(jsonb_build_object('contributionNumber', c.transaction_id, 'accountName', c.account_name, 'fundId', c.fund_id,
          'amountMinor', c.amount_minor::text, 'isNamed', c.is_named, 'isSameAmount', c.is_same) order by c.is_named desc, c.is_same desc,
          c.transaction_id) as suggestions
        from (
          select c.transaction_id, c.amount_minor, a.account_name, a.fund_id, c.is_same, c.is_named
          from (
            select c.*, c.amount_minor = i.amount_minor as is_same,
              l.detail ~ ('(^|[^0-9])' || c.transaction_id || '([^0-9]|$)') as is_named
            from contribution c where c.state = 'expected' and c.kind <> 'securities'
          ) c join fund_account a on a.book = c.book and a.account_id = c.account_id
          where c.is_same or c.is_named
          order by c.is_named desc, c.is_same desc, c.transaction_id limit ${maxSuggestions}
        ) c
      ) s
    order by l.booked_on, i.item_id`.execute(db)
  return rows
}

type AnnouncedContribution = {
  contribution_id: string
  account_id: string
  kind: string
  entered_on: IsoDate
}

/** A contribution of the book by the number that people see. */
export async function findByNumber(
  db: Kysely<DB>,
  contributionNumber: number,
): Promise<AnnouncedContribution | undefined> {
  const { rows } = await sql<AnnouncedContribution>`
    select c.contribution_id, c.account_id, c.kind, a.entered_on
    from contribution c join fund_account a on a.book = c.book and a.account_id = c.account_id
    where c.transaction_id = ${contributionNumber}::bigint`.execute(db)
  return rows[0]
}

type ItemState = {
  state: 'open' | 'explained' | 'matched' | 'returned' | 'transferred'
  amount_minor: bigint
  detail: string
  booked_on: IsoDate
  posting_request: RequestedPosting | null
}

export async function findItem(db: Kysely<DB>, itemId: string): Promise<ItemState | undefined> {
  const { rows } = await sql<ItemState>`
    select i.state, i.amount_minor, l.detail, l.booked_on,
      ${waitingDecision} as posting_request
    from suspense_item i join bank_line l on l.book = i.book and l.bank_line_id = i.bank_line_id
    where i.item_id = ${itemId}::uuid`.execute(db)
  return rows[0]
}
