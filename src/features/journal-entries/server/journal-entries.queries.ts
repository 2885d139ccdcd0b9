import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { IsoDate } from '../../../domain/dates.ts'
import { type Counted, countRows } from '../../../server/db/count-rows.queries.ts'
import {
  type Key,
  keysetColumn,
  orderOf,
  type Position,
  rowsAfter,
} from '../../../server/db/keyset.queries.ts'
import { nameContains } from '../../../server/db/name-search.queries.ts'
import type { DB } from '../../../server/db/schema.ts'
import type { KeysetPage } from '../../../server/http/keyset-page.ts'
import type { CharityRegister } from '../../charities/domain/charity-register.ts'
import { isOfRegister } from '../../charities/server/is-of-register.queries.ts'
import type { EntryKind } from '../../ledger/domain/entry.ts'
import type { OwnerKind } from '../domain/entry-owner.ts'

type Linked = { entryId: string; transactionId: number; effectiveDate: IsoDate }

export type EntryRow = {
  entry_id: string
  transaction_id: bigint
  kind: EntryKind
  transaction_type_name: string
  effective_date: IsoDate
  concerns_date: IsoDate | null
  recorded_at: Date
  comment: string | null
  actor_user_id: string | null
  account_id: string | null
  fund_id: bigint | null
  account_name: string | null
  account_status: string | null
  amount_minor: bigint
  charity_name: string | null
  charity_class: string | null
  reference: string | null
  owner: { kind: OwnerKind; id: string; number: number | null; line: number | null } | null
  reverses: Linked | null
  reversed_by: Linked | null
}

/** What posted an entry. A reversal belongs to what the reversed entry belongs to. */
const owner = sql`case
    when e.grant_id is not null then (
      select jsonb_build_object('kind', 'grant', 'id', g.grant_id, 'number', g.transaction_id, 'line', null)
        from grant_recommendation g where g.book = e.book and g.grant_id = e.grant_id)
    when e.case_id is not null then (
      select jsonb_build_object('kind', 'case', 'id', k.case_id, 'number', k.case_number, 'line', null)
        from estate_case k where k.book = e.book and k.case_id = e.case_id)
    else (
      select jsonb_build_object('kind', 'contribution', 'id', c.contribution_id, 'number', c.transaction_id, 'line', null)
        from contribution c where c.book = e.book and c.entry_id = of.entry_id
      union all
      select jsonb_build_object('kind', 'disposal', 'id', d.disposal_id, 'number', null, 'line', null)
        from holding_disposal d where d.book = e.book and d.release_entry_id = of.entry_id
      union all
      select jsonb_build_object('kind', 'disposal', 'id', d.disposal_id, 'number', null, 'line', null)
        from holding_disposal d where d.book = e.book and d.difference_entry_id = of.entry_id
      union all
      select jsonb_build_object('kind', 'disposal', 'id', d.disposal_id, 'number', null, 'line', null)
        from holding_disposal d where d.book = e.book and d.fee_entry_id = of.entry_id
      union all
      select jsonb_build_object('kind', 'transfer', 'id', t.transfer_id, 'number', t.transfer_number, 'line', null)
        from fund_transfer t where t.book = e.book and t.entry_id = of.entry_id
      union all
      select jsonb_build_object('kind', 'batch', 'id', b.batch_id, 'number', b.batch_number, 'line', l.line)
        from posting_batch_line l join posting_batch b on b.book = l.book and b.batch_id = l.batch_id
        where l.book = e.book and l.entry_id = of.entry_id
      union all
      select jsonb_build_object('kind', 'suspense', 'id', s.item_id, 'number', null, 'line', null)
        from suspense_item s where s.book = e.book and s.entry_id = of.entry_id
      union all
      select jsonb_build_object('kind', 'suspense', 'id', s.item_id, 'number', null, 'line', null)
        from suspense_item s where s.book = e.book and s.ending_entry_id = of.entry_id
      limit 1)
  end`

/** By which the bank knows the money of an entry: that of the payment, or of the line of the bank's file. */
const reference = sql`case when coalesce(of.kind, e.kind) in ('grant_paid', 'grant_returned') then g.payment_reference else (
    select coalesce(l.part_reference, l.reference) from suspense_item s
        join bank_line l on l.book = s.book and l.bank_line_id = s.bank_line_id
      where s.book = e.book and s.item_id in (
        select i.item_id from suspense_item i where i.book = e.book and i.entry_id = of.entry_id
        union all select i.item_id from suspense_item i where i.book = e.book and i.ending_entry_id = of.entry_id
        union all select m.item_id from contribution c join suspense_match m on m.book = c.book and m.contribution_id = c.contribution_id
          where c.book = e.book and c.entry_id = of.entry_id)
      order by s.item_id limit 1)
  end`

/** The entry `o` that an entry is linked with. */
const linked = (isLinked: string) => sql`(
  select jsonb_build_object('entryId', o.entry_id, 'transactionId', o.transaction_id, 'effectiveDate', o.effective_date)
    from journal_entry o where o.book = e.book and ${sql.raw(isLinked)})`

const columns = sql`e.entry_id, e.transaction_id, e.kind, n.transaction_type_name, e.effective_date, e.concerns_date, e.recorded_at,
  e.comment, e.actor_user_id, p.account_id, a.fund_id, a.account_name, a.account_status, p.amount_minor,
  g.charity_name, h.ntee as charity_class, ${reference} as reference, ${owner} as owner,
  ${linked('o.entry_id = e.reverses_entry_id')} as reverses, ${linked('o.reverses_entry_id = e.entry_id')} as reversed_by`

const from = sql`journal_entry e
  join entry_kind n on n.kind = e.kind
  join posting p on p.book = e.book and p.entry_id = e.entry_id and p.line = 1
  left join fund_account a on a.book = p.book and a.account_id = p.account_id
  left join grant_recommendation g on g.book = e.book and g.grant_id = e.grant_id
  left join charity h on h.charity_id = g.charity_id
  left join journal_entry r on r.book = e.book and r.entry_id = e.reverses_entry_id
  cross join lateral (select coalesce(r.entry_id, e.entry_id) as entry_id, r.kind) of`

export type EntrySearch = {
  keywords: string
  kind: EntryKind | null
  /** The first characters of an NTEE code. */
  charityClass: string | null
  register: CharityRegister | null
  amountMinor: bigint | null
  /** Effective dates. */
  from: IsoDate | null
  to: IsoDate | null
  /** When they were posted; `before` is not included. */
  posted: { from: Date | null; before: Date | null }
  batchNumber: number | null
}

export const entryKeysets = {
  transactionId: [{ sql: 'e.transaction_id', type: 'bigint' }],
} as const satisfies Record<string, readonly Key[]>

/** So many accounts whose name contains what was typed. */
const maxAccounts = 200

/** The entries of what has this number or reference, or of accounts with this name. */
function isAbout(text: string): RawBuilder<unknown> {
  const number = /^\d{1,12}$/.test(text) ? text : null
  const accounts =
    number === null
      ? sql`select a.account_id from fund_account a where ${nameContains(sql`a.account_name`, text)} limit ${sql.lit(maxAccounts)}`
      : sql`select a.account_id from fund_account a where a.fund_id = ${number}::bigint`
  const ofAccounts = sql`select p.entry_id from posting p where p.account_id in (${accounts})`
  const ofReference = sql`select j.entry_id from payment y join journal_entry j on j.book = y.book and j.grant_id = y.grant_id
      where y.reference = ${text}
    union all select unnest(array[s.entry_id, s.ending_entry_id]) from bank_line l
      join suspense_item s on s.book = l.book and s.bank_line_id = l.bank_line_id where l.reference = ${text}`
  if (number === null) return sql`e.entry_id in (${ofAccounts} union all ${ofReference})`
  return sql`e.entry_id in (
    select j.entry_id from journal_entry j where j.transaction_id = ${number}::bigint
    union all select j.entry_id from grant_recommendation g join journal_entry j on j.book = g.book and j.grant_id = g.grant_id
      where g.transaction_id = ${number}::bigint
    union all select j.entry_id from payment y join journal_entry j on j.book = y.book and j.grant_id = y.grant_id
      where y.cheque_number = ${number}::bigint
    union all select unnest(array[c.entry_id, c.reversal_entry_id]) from contribution c where c.transaction_id = ${number}::bigint
    union all select unnest(array[t.entry_id, t.reversal_entry_id]) from fund_transfer t where t.transfer_number = ${number}::bigint
    union all ${ofAccounts} union all ${ofReference})`
}

function isFound(search: EntrySearch): RawBuilder<unknown> {
  const conditions: RawBuilder<unknown>[] = [sql`true`]
  const { keywords, kind, charityClass, register, amountMinor } = search
  const { from: first, to, posted, batchNumber } = search
  const text = keywords.trim()
  if (text !== '') conditions.push(isAbout(text))
  if (kind !== null) conditions.push(sql`e.kind = ${kind}`)
  if (charityClass !== null)
    conditions.push(sql`exists (
      select from grant_recommendation n join charity k on k.charity_id = n.charity_id
        where n.book = e.book and n.grant_id = e.grant_id and starts_with(k.ntee, ${charityClass}))`)
  if (register !== null)
    conditions.push(sql`exists (
      select from grant_recommendation n
        where n.book = e.book and n.grant_id = e.grant_id and ${isOfRegister(sql`n.charity_id`, register)})`)
  if (amountMinor !== null)
    conditions.push(
      sql`e.entry_id in (select p.entry_id from posting p where abs(p.amount_minor) = ${amountMinor})`,
    )
  if (first !== null) conditions.push(sql`e.effective_date >= ${first}`)
  if (to !== null) conditions.push(sql`e.effective_date <= ${to}`)
  if (posted.from !== null) conditions.push(sql`e.recorded_at >= ${posted.from}`)
  if (posted.before !== null) conditions.push(sql`e.recorded_at < ${posted.before}`)
  if (batchNumber !== null)
    conditions.push(sql`e.entry_id in (
      select unnest(array[l.entry_id, l.reversal_entry_id]) from posting_batch b
        join posting_batch_line l on l.book = b.book and l.batch_id = b.batch_id where b.batch_number = ${batchNumber})`)
  return sql.join(conditions, sql` and `)
}

/** One page of the entries, and one row more if there are more. */
export async function listEntryRows(
  db: Kysely<DB>,
  search: EntrySearch,
  page: KeysetPage,
): Promise<Counted & { rows: (EntryRow & { keyset: Position })[] }> {
  const { keyset, after, first } = page
  const { rows } = await sql<EntryRow & { keyset: Position }>`
    select ${columns}, ${sql.raw(keysetColumn(keyset))}
    from ${from} where ${isFound(search)} and ${rowsAfter(keyset, after)}
    order by ${sql.raw(orderOf(keyset))} limit ${first + 1}`.execute(db)
  return { rows, ...(await countRows(db, sql`journal_entry e where ${isFound(search)}`, page)) }
}

export type EntryDetailsRow = EntryRow & {
  posted_by_name: string | null
  corrects: Linked | null
  corrected_by: Linked | null
  /** Who entered and who confirmed the batch that it belongs to. */
  batch_people: string[] | null
}

export async function findEntry(db: Kysely<DB>, entryId: string): Promise<EntryDetailsRow | undefined> {
  const { rows } = await sql<EntryDetailsRow>`
    select ${columns}, ${linked('o.entry_id = e.corrects_entry_id')} as corrects,
      ${linked('o.corrects_entry_id = e.entry_id')} as corrected_by,
      (select name_and_access(u.user_id, u.first_name || ' ' || u.last_name) from app_user u where u.user_id = e.actor_user_id)
        as posted_by_name,
      (select array[b.entered_by, b.confirmed_by] from posting_batch_line l
        join posting_batch b on b.book = l.book and b.batch_id = l.batch_id
        where l.book = e.book and l.entry_id = e.entry_id) as batch_people
    from ${from} where e.entry_id = ${entryId}`.execute(db)
  return rows[0]
}

export type PostingRow = {
  ledger: string
  account_id: string | null
  fund_id: bigint | null
  account_name: string | null
  account_status: string | null
  section: number | null
  amount_minor: bigint
}

export async function listPostings(db: Kysely<DB>, entryId: string): Promise<PostingRow[]> {
  const { rows } = await sql<PostingRow>`
    select p.ledger, p.account_id, a.fund_id, a.account_name, a.account_status, p.section, p.amount_minor
    from posting p left join fund_account a on a.book = p.book and a.account_id = p.account_id
    where p.entry_id = ${entryId} order by p.line`.execute(db)
  return rows
}

export async function findAccountId(db: Kysely<DB>, fundId: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('fund_account')
    .select('account_id')
    .where('fund_id', '=', BigInt(fundId))
    .executeTakeFirst()
  return row?.account_id
}
