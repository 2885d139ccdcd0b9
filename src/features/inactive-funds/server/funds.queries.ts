import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { InactiveFundSettings } from '../../../clients/client.ts'
import { addMonths, type IsoDate } from '../../../domain/dates.ts'
import {
  type Key,
  keysetColumn,
  orderOf,
  type Position,
  rowsAfter,
} from '../../../server/db/keyset.queries.ts'
import type { DB } from '../../../server/db/schema.ts'
import type { KeysetPage } from '../../../server/http/keyset-page.ts'
import type { AttentionReason, FundView, StepKind } from '../domain/attention.ts'

/** What an active fund is, as far as its attention goes. */
export type FundRow = {
  account_id: string
  fund_id: bigint
  account_name: string
  account_status: string
  donor_name: string
  opened_on: IsoDate | null
  available_minor: bigint
  last_grant_on: IsoDate | null
  reasons: AttentionReason[]
  last_step_kind: StepKind | null
  last_step_at: Date | null
  last_step_by: string | null
  /** The last letter, and the last day on which the sponsor waits for an answer. */
  letter_id: string | null
  letter_at: Date | null
  term_ends_on: IsoDate | null
  /** What the fund's people did since the letter, as far as the book knows. */
  granted_at: Date | null
  answered_at: Date | null
  is_spent: boolean
  is_proposed: boolean
}

/** The settings of the book, and the day in its time zone. */
export type Rules = { settings: InactiveFundSettings; today: IsoDate; timeZone: string }

const ownId: Key = { sql: 'f.account_id', type: 'uuid' }

export const fundKeysets = {
  account: [{ sql: 'f.account_name_key', type: 'text' }, ownId],
  lastGrant: [{ sql: 'f.active_on', type: 'date' }, ownId],
  available: [{ sql: 'f.available_minor', type: 'bigint' }, ownId],
} as const satisfies Record<string, readonly Key[]>

/** A grant that the sponsor made by default is no act of the fund's people. */
const isOfPeople = sql`not exists (select from default_grant d where d.book = g.book and d.grant_id = g.grant_id)`

/** The last grant that the fund's people recommended. */
const lastGrant = sql`lateral (select g.recommended_on, g.created_at from grant_recommendation g
  where g.account_id = a.account_id and ${isOfPeople} order by g.created_at desc limit 1) g on true`

/** The accounts with a postal address of a donor; what a profile has is copied to the book. */
const withAddress = sql`(
  select distinct r.account_id from account_relationship r join party p on p.book = r.book and p.party_id = r.party_id
  where r.ended_at is null and r.account_role_code in ('donor', 'joint_donor') and p.address_line1 <> '' and p.city <> '')`

const withBouncedMail = sql`(
  select distinct m.account_id from outgoing_mail m where m.sent_at is null and m.attempts > 0 and m.account_id is not null)`

const ofAll = sql`true`

/** Every active fund with its reasons and what the list is sorted by; those without a reason have an empty array. `which`: a condition on `a`. */
function fundsWithReasons({ settings, today }: Rules, which: RawBuilder<unknown>): RawBuilder<unknown> {
  const since = addMonths(today, -settings.afterMonths)
  return sql`(
    select a.account_id, a.account_name_key, coalesce(b.spendable_minor, 0) as available_minor,
      g.recommended_on as last_grant_on, g.created_at as last_grant_at,
      coalesce(g.recommended_on, a.opened_on, a.entered_on) as active_on,
      array_remove(array[
        case when coalesce(g.recommended_on, a.opened_on, a.entered_on) <= ${since}::date then 'no-grant' end,
        case when coalesce(b.spendable_minor + b.excluded_minor + b.pending_minor, 0) < ${settings.smallBalanceMinor}::bigint
          then 'small-balance' end,
        case when a.succession_plan_type_code = 'NONE' then 'no-successors' end,
        case when p.account_id is null then 'no-address' end,
        case when m.account_id is not null then 'bounced-mail' end], null) as reasons
    from fund_account a
      left join account_balance b on b.book = a.book and b.account_id = a.account_id
      left join ${lastGrant}
      left join ${withAddress} p on p.account_id = a.account_id
      left join ${withBouncedMail} m on m.account_id = a.account_id
    where a.account_status = 'Active' and a.account_type <> 'General' and ${which})`
}

/** Funds with all that is known about them. `found`: funds with their reasons. */
function funds(found: RawBuilder<unknown>, { settings, timeZone }: Rules): RawBuilder<unknown> {
  const termMonths = settings.defaultGrant?.termMonths ?? null
  return sql`(
    select w.*, a.fund_id, a.account_name, a.account_status, a.donor_name, a.opened_on,
      s.kind as last_step_kind, s.at as last_step_at, s.by_name as last_step_by,
      l.step_id as letter_id, l.at as letter_at,
      ((l.at at time zone ${timeZone})::date + make_interval(months => ${termMonths}::integer))::date as term_ends_on,
      case when w.last_grant_at > l.at then w.last_grant_at end as granted_at,
      (select min(n.at) from inactive_fund_step n where n.account_id = a.account_id and n.kind = 'answer' and n.at >= l.at) as answered_at,
      exists (select from default_grant d where d.letter_id = l.step_id and d.state = 'confirmed') as is_spent,
      exists (select from default_grant d where d.account_id = a.account_id and d.state = 'proposed') as is_proposed
    from ${found} w
      join fund_account a on a.account_id = w.account_id
      left join lateral (select s.kind, s.at, s.by_name from inactive_fund_step s
        where s.account_id = a.account_id order by s.at desc, s.step_id desc limit 1) s on true
      left join lateral (select s.step_id, s.at from inactive_fund_step s
        where s.account_id = a.account_id and s.kind = 'letter' order by s.at desc, s.step_id desc limit 1) l on true)`
}

export type FundSearch = { view: FundView; reason: AttentionReason | undefined }

/** The accounts that a view can have, as conditions that PostgreSQL tests before it looks at a fund. */
const accountsOfView = {
  all: ofAll,
  untouched: sql`not exists (select from inactive_fund_step s where s.account_id = a.account_id)`,
  'term-over': sql`exists (select from inactive_fund_step s where s.account_id = a.account_id and s.kind = 'letter')`,
  'to-confirm': sql`exists (select from default_grant d where d.account_id = a.account_id and d.state = 'proposed')`,
} as const satisfies Record<FundView, RawBuilder<unknown>>

/** The funds with a reason. A proposal is decided about although the fund needs no attention any more. */
function hasReason({ view, reason }: FundSearch): RawBuilder<unknown> {
  if (reason !== undefined) return sql`${reason} = any(f.reasons)`
  return view === 'to-confirm' ? sql`true` : sql`cardinality(f.reasons) > 0`
}

/** A login is asked of the realm, where a fund is opened. */
const isTermOver = (today: IsoDate) =>
  sql`f.term_ends_on < ${today}::date and f.granted_at is null and f.answered_at is null and not f.is_spent`

/** A page of the funds that need attention, with one row more if there are more. They are counted for the first page. */
export async function listFundRows(
  db: Kysely<DB>,
  rules: Rules,
  search: FundSearch,
  { keyset, after, countedTotal, first }: KeysetPage,
): Promise<{ rows: (FundRow & { keyset: Position })[]; total: number }> {
  const withReasons = fundsWithReasons(rules, accountsOfView[search.view])
  // Few funds have had a letter, so that all of them are looked at.
  const ofView =
    search.view === 'term-over'
      ? sql`select f.* from ${funds(withReasons, rules)} f where ${hasReason(search)} and ${isTermOver(rules.today)}`
      : sql`select f.* from ${withReasons} f where ${hasReason(search)}`
  // Materialized, so that the reasons of all funds are found once, for the page and for the count; the rest is found for the page alone.
  const { rows } = await sql<FundRow & { keyset: Position; total: bigint }>`
    with found as materialized (${ofView}),
      page as materialized (
        select f.account_id, f.account_name_key, f.available_minor, f.last_grant_on, f.last_grant_at, f.active_on, f.reasons,
          ${sql.raw(keysetColumn(keyset))}, (select count(*) from found) as total
        from found f where ${rowsAfter(keyset, after)} order by ${sql.raw(orderOf(keyset))} limit ${first + 1})
    select f.* from ${funds(sql`page`, rules)} f order by ${sql.raw(orderOf(keyset))}`.execute(db)
  return { rows, total: countedTotal ?? Number(rows[0]?.total ?? 0n) }
}

/** An active fund, whether it needs attention or not. */
export async function findFundRow(
  db: Kysely<DB>,
  rules: Rules,
  accountId: string,
): Promise<FundRow | undefined> {
  const withReasons = fundsWithReasons(rules, sql`a.account_id = ${accountId}`)
  const { rows } = await sql<FundRow>`select f.* from ${funds(withReasons, rules)} f`.execute(db)
  return rows[0]
}
