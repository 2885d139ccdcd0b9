import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely'
import { donorRoles } from '../../../../domain/account-roles.ts'
import type { IsoDate } from '../../../../domain/dates.ts'
import {
  type Key,
  keysetColumn,
  orderOf,
  type Position,
  rowsAfter,
} from '../../../../server/db/keyset.queries.ts'
import { likeText } from '../../../../server/db/like-text.ts'
import { literals } from '../../../../server/db/literals.ts'
import type { DB, FundAccount } from '../../../../server/db/schema.ts'
import type { KeysetPage } from '../../../../server/http/keyset-page.ts'
import { visibleTo } from '../../../accounts/server/accounts.queries.ts'
import type { WayToGive } from '../../domain/announcement.ts'
import type { AssetLine, ContributionState, DocumentState } from '../../domain/contribution.ts'
import type { PayerKind } from '../../domain/payer.ts'
import type { ReceiptState } from '../../domain/receipt.ts'
import { receiptNumber } from '../../server/receipts.queries.ts'
import type { FundContributionKind } from '../domain/fund-contribution.ts'

type Fund = { accountId: string; timeZone: string }
type Search = Fund & {
  keywords: string
  state: ContributionState | undefined
  kind: FundContributionKind | undefined
  year: number | undefined
}

export type FundContributionRow = {
  id: string
  transaction_id: bigint
  dated_on: IsoDate
  kind: FundContributionKind
  way: WayToGive | null
  amount_minor: bigint | null
  assets: AssetLine[]
  state: ContributionState
  sends_on: IsoDate | null
  sent_from: string | null
  note: string | null
  revision: number
  document: DocumentState | null
  /** The latest. */
  receipt: { number: string; payerKind: PayerKind; state: ReceiptState; documentId: string | null } | null
  /** Whether a command about it waits for a second person. */
  is_filed: boolean
}

const lastKeys: readonly Key[] = [{ sql: 'id', type: 'uuid' }]

/** The orders of the list; securities that have not arrived have no amount. */
export const fundContributionKeysets = {
  date: [{ sql: 'dated_on', type: 'date' }, ...lastKeys],
  amount: [{ sql: 'coalesce(amount_minor, 0)', type: 'bigint' }, ...lastKeys],
} as const satisfies Record<string, readonly Key[]>

/** What came into a fund from outside the book, by entry of the ledger. */
const credited = (accountId: string) => sql`
  select p.book, p.entry_id, sum(p.amount_minor)::bigint as amount_minor
  from posting p where p.account_id = ${accountId} and p.section = 1 group by p.book, p.entry_id`

/** The contributions of a fund, and the entries of the ledger that none of them led to, such as those of an earlier system. */
const all = ({ accountId, timeZone }: Fund): RawBuilder<unknown> => sql`
  with credited as materialized (${credited(accountId)})
  select c.contribution_id as id, c.transaction_id, coalesce(c.gift_date, (c.entered_at at time zone ${timeZone})::date) as dated_on,
    case when c.kind = 'securities' then c.kind when c.payer_kind = 'sponsor' or (c.payer_kind is null and c.way = 'sponsor') then 'sponsor'
      else c.kind end as kind, c.way, coalesce(m.amount_minor, c.amount_minor) as amount_minor, c.state, c.sends_on, c.sent_from, c.note, c.revision,
    c.kind = 'securities' as has_assets
  from contribution c left join credited m on m.book = c.book and m.entry_id = c.entry_id
  where c.account_id = ${accountId}
  union all
  select e.entry_id, e.transaction_id, e.effective_date, replace(e.kind, 'contribution_', ''), null, m.amount_minor,
    case when r.entry_id is null then 'received' else 'reversed' end, null, null, null, 1, false
  from credited m join journal_entry e on e.book = m.book and e.entry_id = m.entry_id
    left join journal_entry r on r.book = e.book and r.reverses_entry_id = e.entry_id
  where (e.kind like 'contribution\_%' or e.kind = 'gift_aid')
    and not exists (select from contribution c where c.book = e.book and c.entry_id = e.entry_id)`

const assetsOf = sql`coalesce((
  select jsonb_agg(jsonb_build_object('ticker', s.ticker, 'description', s.description, 'quantity', s.quantity::text) order by s.line)
    from contribution_asset s where s.book = book() and s.contribution_id = f.id), '[]')`

/** A page of what was given to a fund, and one row more if there are more; each row carries the number of all matches. */
export async function listFundContributionRows(
  db: Kysely<DB>,
  { keywords, state, kind, year, ...fund }: Search,
  { first, keyset, after }: KeysetPage,
): Promise<(FundContributionRow & { keyset: Position; total: bigint })[]> {
  const text = keywords.trim()
  const part = likeText(text.toUpperCase())
  const { rows } = await sql<FundContributionRow & { keyset: Position; total: bigint }>`
    select f.*, case when f.has_assets then ${assetsOf} else '[]' end as assets,
      (select d.state from contribution_document d where d.book = book() and d.contribution_id = f.id
        order by d.prepared_at desc, d.contribution_document_id desc limit 1) as document,
      (select jsonb_build_object('number', ${receiptNumber('r')}, 'payerKind', r.payer_kind, 'state', r.state, 'documentId', r.document_id)
        from contribution_receipt r where r.book = book() and r.contribution_id = f.id
        order by r.issued_at desc, r.receipt_id desc limit 1) as receipt,
      exists (select from posting_request r where r.book = book() and r.subject_id = f.id and r.state = 'requested') as is_filed
    from (
      select rows.*, ${sql.raw(keysetColumn(keyset))} from (
        select r.*, count(*) over () as total from (${all(fund)}) r
        where (${state ?? null}::text is null or r.state = ${state ?? null})
          and (${kind ?? null}::text is null or r.kind = ${kind ?? null})
          and (${year ?? null}::integer is null or extract(year from r.dated_on) = ${year ?? null})
          and (${text} = '' or r.transaction_id::text = ${text} or upper(r.sent_from) like '%' || ${part} || '%'
            or exists (select from contribution_asset s where s.book = book() and s.contribution_id = r.id
              and upper(coalesce(s.ticker, '') || ' ' || s.description) like '%' || ${part} || '%'))
      ) rows where ${rowsAfter(keyset, after)}
      order by ${sql.raw(orderOf(keyset))} limit ${first + 1}
    ) f order by ${sql.raw(orderOf(keyset))}`.execute(db)
  return rows
}

type YearSum = { calendar: string; year: number; amount_minor: bigint; contributions: number }

/** What a fund was given and still has, without the tax that was reclaimed for it, by the year of the gift: of the calendar, and from April 6 to April 5. */
export async function sumYears(db: Kysely<DB>, fund: Fund): Promise<YearSum[]> {
  const { rows } = await sql<YearSum>`
    with received as materialized (select dated_on, amount_minor from (${all(fund)}) r
      where state = 'received' and kind <> 'gift_aid')
    select 'calendar' as calendar, extract(year from dated_on)::int as year, sum(amount_minor)::bigint as amount_minor,
        count(*)::int as contributions from received group by 2
    union all
    select 'british', extract(year from dated_on - interval '3 months 5 days')::int, sum(amount_minor)::bigint, count(*)::int
      from received group by 2
    order by 1, 2 desc`.execute(db)
  return rows
}

/** The users who are donors of an account. */
export async function listDonorUsers(db: Kysely<DB>, accountId: string): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select distinct p.user_id from account_relationship r
      join party p on p.book = r.book and p.party_id = r.party_id
    where r.account_id = ${accountId} and r.ended_at is null and r.account_role_code in (${literals(donorRoles)})
      and p.user_id is not null`.execute(db)
  return rows.map(({ user_id }) => user_id)
}

type SharedAccount = Pick<
  Selectable<FundAccount>,
  'account_id' | 'fund_id' | 'account_name' | 'account_status'
>

/** The accounts of a book of which one of these users is a donor, and which the caller may see, by name. */
export async function listAccountsOfDonors(
  db: Kysely<DB>,
  donors: readonly string[],
  { userId, seesEveryAccount, limit }: { userId: string; seesEveryAccount: boolean; limit: number },
): Promise<SharedAccount[]> {
  const { rows } = await sql<SharedAccount>`
    select a.account_id, a.fund_id, a.account_name, a.account_status from fund_account a
    where a.account_id in (
        select r.account_id from party p
          join account_relationship r on r.book = p.book and r.party_id = p.party_id
        where p.user_id = any(${donors}::uuid[]) and r.ended_at is null and r.account_role_code in (${literals(donorRoles)}))
      and ${visibleTo(userId, seesEveryAccount)}
    order by a.account_name_key, a.fund_id limit ${limit}`.execute(db)
  return rows
}
