import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { IsoDate } from '../../../../domain/dates.ts'
import { type Counted, countRows } from '../../../../server/db/count-rows.queries.ts'
import {
  type Key,
  keysetColumn,
  orderOf,
  type Position,
  rowsAfter,
} from '../../../../server/db/keyset.queries.ts'
import { nameContains } from '../../../../server/db/name-search.queries.ts'
import type { DB } from '../../../../server/db/schema.ts'
import type { KeysetPage } from '../../../../server/http/keyset-page.ts'
import type { CharityRegister } from '../../../charities/domain/charity-register.ts'
import { isOfRegister } from '../../../charities/server/is-of-register.queries.ts'
import type { GrantRecord } from '../../server/grants.queries.ts'

/** By number, which the database gives in the order of the recommendations. */
export const allGrantsKeysets = {
  transactionId: [{ sql: 'g.transaction_id', type: 'bigint' }],
} as const satisfies Record<string, readonly Key[]>

export type AllGrantsSearch = {
  keywords: string
  status: number | undefined
  /** The first characters of an NTEE code. */
  charityClass: string | undefined
  register: CharityRegister | undefined
  purpose: string | undefined
  method: string | undefined
  day: 'recommended' | 'paid'
  from: IsoDate | undefined
  to: IsoDate | undefined
  fromMinor: bigint | undefined
  toMinor: bigint | undefined
  run: number | undefined
}

export type BookGrantRow = GrantRecord & {
  fund_id: bigint
  account_name: string
  account_status: string
  donor_name: string
  ntee: string | null
  cheque_number: bigint | null
  run_number: number | null
}

const columns = sql`g.*, a.fund_id, a.account_name, a.account_status, a.donor_name, c.ntee, p.cheque_number, r.run_number`

/** A grant has one payment at most that was neither removed nor rejected (index one_payment_of_grant). */
const from = sql`grant_recommendation g
  join fund_account a on a.book = g.book and a.account_id = g.account_id
  left join charity c on c.charity_id = g.charity_id
  left join payment p on p.book = g.book and p.grant_id = g.grant_id and p.removed_at is null and p.rejected_at is null
  left join payment_run r on r.book = p.book and r.run_id = p.run_id`

/** The grants with this number, also of a payment that failed, or of what has this name. */
function isAbout(text: string): RawBuilder<unknown> {
  const number = /^(?:GRANT-)?(\d{1,12})$/i.exec(text)?.[1] ?? null
  const isNamed = nameContains(sql`concat_ws(' ', g.charity_name, a.account_name, a.donor_name)`, text)
  const registered = text.replaceAll('-', '').toUpperCase()
  const ids = ['US-EIN-', 'GB-CHC-', 'GB-SC-', 'GB-NIC-'].map(register => `${register}${registered}`)
  const charityIds = sql`${[...ids, text]}::text[]`
  if (number === null)
    return sql`(${isNamed} or g.payment_reference = ${text} or g.charity_id = any(${charityIds}))`
  // Each part has an index, since the palette asks for every number that somebody types.
  return sql`g.grant_id in (
    select n.grant_id from grant_recommendation n where n.transaction_id = ${number}::bigint
    union all select n.grant_id from grant_recommendation n where n.charity_id = any(${charityIds})
    union all select n.grant_id from payment n where n.cheque_number = ${number}::bigint
    union all select n.grant_id from payment n where n.reference = ${text}
    union all select n.grant_id from fund_account f join grant_recommendation n on n.book = f.book and n.account_id = f.account_id
      where f.fund_id = ${number}::bigint)`
}

function isFound(search: AllGrantsSearch): RawBuilder<unknown> {
  const conditions: RawBuilder<unknown>[] = [sql`true`]
  const { status, charityClass, register, purpose, method } = search
  const { day, from: first, to, fromMinor, toMinor, run } = search
  const text = search.keywords.trim()
  const on = sql.raw(day === 'paid' ? 'g.paid_on' : 'g.recommended_on')
  if (text !== '') conditions.push(isAbout(text))
  if (status !== undefined) conditions.push(sql`g.transaction_status_code = ${status}`)
  if (charityClass !== undefined) conditions.push(sql`starts_with(c.ntee, ${charityClass})`)
  if (register !== undefined) conditions.push(isOfRegister(sql`g.charity_id`, register))
  if (purpose !== undefined) conditions.push(sql`g.purpose_code = ${purpose}`)
  if (method !== undefined) conditions.push(sql`g.payment_method = ${method}`)
  if (first !== undefined) conditions.push(sql`${on} >= ${first}`)
  if (to !== undefined) conditions.push(sql`${on} <= ${to}`)
  if (fromMinor !== undefined) conditions.push(sql`g.amount_minor >= ${fromMinor}`)
  if (toMinor !== undefined) conditions.push(sql`g.amount_minor <= ${toMinor}`)
  if (run !== undefined) conditions.push(sql`r.run_number = ${run}`)
  return sql.join(conditions, sql` and `)
}

/** A page of the grants of the book, with one row more if there are more. They are counted for the first page. */
export async function listBookGrants(
  db: Kysely<DB>,
  search: AllGrantsSearch,
  page: KeysetPage,
): Promise<Counted & { rows: (BookGrantRow & { keyset: Position })[] }> {
  const { first, keyset, after } = page
  const { rows } = await sql<BookGrantRow & { keyset: Position }>`
    select ${columns}, ${sql.raw(keysetColumn(keyset))}
    from ${from} where ${isFound(search)} and ${rowsAfter(keyset, after)}
    order by ${sql.raw(orderOf(keyset))} limit ${first + 1}`.execute(db)
  return { rows, ...(await countRows(db, sql`${from} where ${isFound(search)}`, page)) }
}
