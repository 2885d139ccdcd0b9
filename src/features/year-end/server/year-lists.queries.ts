import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { IsoDate } from '../../../domain/dates.ts'
import type { AccountingMethod } from '../../../domain/year-end.ts'
import {
  type Key,
  keysetColumn,
  orderOf,
  type Position,
  rowsAfter,
} from '../../../server/db/keyset.queries.ts'
import type { DB } from '../../../server/db/schema.ts'
import type { KeysetPage } from '../../../server/http/keyset-page.ts'
import type { NoncashType } from '../domain/returns.ts'
import { contributionEntries, grantEntries, noncashEntries, type Year } from './year-entries.queries.ts'

export const yearListKeysets = {
  funds: { fundId: [{ sql: 'l.fund_id', type: 'bigint' }] },
  grantees: {
    amount: [
      { sql: 'l.listed_minor', type: 'bigint' },
      { sql: 'l.charity_id', type: 'text' },
    ],
  },
  contributors: {
    amount: [
      { sql: 'l.total_minor', type: 'bigint' },
      { sql: 'l.contributor', type: 'text' },
    ],
  },
  grants: {
    date: [
      { sql: 'l.effective_date', type: 'date' },
      { sql: 'l.entry_id', type: 'uuid' },
    ],
  },
  contributions: {
    date: [
      { sql: 'l.effective_date', type: 'date' },
      { sql: 'l.entry_id', type: 'uuid' },
      { sql: 'l.account_id', type: 'uuid' },
    ],
  },
} as const satisfies Record<string, Readonly<Record<string, readonly Key[]>>>

/** One page of a list, `l`, and how many rows it has. */
export async function readYearPage<Row>(
  db: Kysely<DB>,
  rows: RawBuilder<unknown>,
  { first, keyset, after, countedTotal }: KeysetPage,
): Promise<{ found: (Row & { keyset: Position })[]; total: number }> {
  const total =
    countedTotal ??
    Number(
      (await sql<{ total: bigint }>`select count(*) as total from (${rows}) l`.execute(db)).rows[0]?.total ??
        0n,
    )
  const page = await sql<Row & { keyset: Position }>`
    select ${sql.raw(keysetColumn(keyset))}, l.* from (${rows}) l
      where ${rowsAfter(keyset, after)} order by ${sql.raw(orderOf(keyset))} limit ${first + 1}`.execute(db)
  return { found: page.rows, total }
}

/** The balance of every fund before a day, from the subtotals of whole years, whole months, and days. */
const balancesBefore = (day: IsoDate) => sql`
  select s.account_id, sum(s.amount_minor)::bigint as amount_minor from posting_subtotal s
    where s.section <= 8 and (
      s.period = 'year' and s.starts_on < date_trunc('year', ${day}::timestamp)::date
      or s.period = 'month' and s.starts_on >= date_trunc('year', ${day}::timestamp)::date
        and s.starts_on < date_trunc('month', ${day}::timestamp)::date
      or s.period = 'day' and s.starts_on >= date_trunc('month', ${day}::timestamp)::date and s.starts_on < ${day}::date)
    group by s.account_id`

export type FundRow = {
  fund_id: bigint
  account_name: string
  account_status: string
  is_general: boolean
  is_counted: boolean
  opening_minor: bigint
  contributions_minor: bigint
  gift_aid_minor: bigint
  cash_minor: bigint
  accrual_minor: bigint
  closing_minor: bigint
  /** What was approved and not yet paid at the end of the year. */
  approved_minor: bigint
}

/**
 * Every fund that was open in the year, or had money. One that is counted was open at its end, or had money then; the general fund of
 * the sponsor, which no donor advises, is not counted. `next`: the day after the year.
 */
export const fundsOfYear = (year: Year, next: IsoDate): RawBuilder<unknown> => sql`
  select * from (
    select a.fund_id, a.account_name, a.account_status, a.account_type = 'General' as is_general,
        a.account_type <> 'General' and (coalesce(z.amount_minor, 0) <> 0
          or a.opened_on <= ${year.to}::date and (a.closed_on is null or a.closed_on > ${year.to}::date)) as is_counted,
        a.opened_on <= ${year.to}::date and (a.closed_on is null or a.closed_on >= ${year.from}::date) as was_open,
        coalesce(o.amount_minor, 0)::bigint as opening_minor, coalesce(c.contributions_minor, 0)::bigint as contributions_minor,
        coalesce(c.gift_aid_minor, 0)::bigint as gift_aid_minor,
        coalesce(g.cash_minor, 0)::bigint as cash_minor, coalesce(g.accrual_minor, 0)::bigint as accrual_minor,
        coalesce(z.amount_minor, 0)::bigint as closing_minor, coalesce(k.amount_minor, 0)::bigint as approved_minor
      from fund_account a
        left join (${balancesBefore(year.from)}) o on o.account_id = a.account_id
        left join (${balancesBefore(next)}) z on z.account_id = a.account_id
        left join (
          select account_id, sum(amount_minor) filter (where kind <> 'gift_aid') as contributions_minor,
              sum(amount_minor) filter (where kind = 'gift_aid') as gift_aid_minor
            from (${contributionEntries(year)}) x group by account_id) c on c.account_id = a.account_id
        left join (
          select account_id, sum(cash_minor) as cash_minor, sum(accrual_minor) as accrual_minor
            from (${grantEntries(year)}) x group by account_id) g on g.account_id = a.account_id
        left join (
          select n.account_id, sum(p.amount_minor) as amount_minor from posting p
              join journal_entry e on e.book = p.book and e.entry_id = p.entry_id
              left join journal_entry r on r.book = e.book and r.entry_id = e.reverses_entry_id
              join grant_recommendation n on n.book = e.book and n.grant_id = coalesce(e.grant_id, r.grant_id)
            where p.account_id is null and p.ledger = 'commitments' and p.effective_date <= ${year.to}::date
            group by n.account_id) k on k.account_id = a.account_id
  ) f where was_open or is_counted or opening_minor <> 0 or contributions_minor <> 0 or gift_aid_minor <> 0 or cash_minor <> 0
    or accrual_minor <> 0`

export type GranteeRow = {
  charity_id: string
  charity_name: string | null
  street: string | null
  city: string | null
  state: string | null
  postal_code: string | null
  /** The section of the Internal Revenue Code by the register’s subsection, or how the sponsor vetted it. */
  subsection: string | null
  basis: string | null
  grants: bigint
  purposes: readonly string[]
  cash_minor: bigint
  accrual_minor: bigint
  listed_minor: bigint
}

/** Who received at least so much in the year by one method, with the register’s address of today, or the one that the sponsor vetted. */
export const granteesOfYear = (
  year: Year,
  { method, fromMinor }: { method: AccountingMethod; fromMinor: bigint },
): RawBuilder<unknown> => {
  const listed = sql.ref(`${method}_minor`)
  return sql`select l.*, ${listed} as listed_minor from (${allGranteesOfYear(year)}) l where ${listed} >= ${fromMinor}`
}

/** Everybody whom a grant of the year names, and how many payments they have, less those that were reversed. */
export const allGranteesOfYear = (year: Year): RawBuilder<unknown> => sql`
  select g.*, coalesce(c.name, v.name, g.named) as charity_name, coalesce(c.street, v.street) as street,
      coalesce(c.city, v.city) as city, coalesce(c.state, v.us_state) as state, coalesce(c.postal_code, v.postal_code) as postal_code,
      c.subsection, v.basis
    from (
      select charity_id, max(charity_name) as named, count(distinct grant_id) as grants,
          coalesce(array_agg(distinct purpose_code) filter (where purpose_code is not null), '{}') as purposes,
          sum(cash_minor)::bigint as cash_minor, sum(accrual_minor)::bigint as accrual_minor,
          coalesce(sum(sign(cash_minor)) filter (where kind = 'grant_paid'), 0)::bigint as payments,
          coalesce(sum(sign(cash_minor)) filter (where kind = 'grant_paid' and has_letter), 0)::bigint as letters
        from (${grantEntries(year)}) x group by charity_id) g
      left join charity c on c.charity_id = g.charity_id
      left join charity_vetting v on v.charity_id = g.charity_id and v.state = 'vetted' and v.basis <> 'due-diligence'`

export type ContributorRow = {
  contributor: string
  payer_name: string
  payer_address: string
  payer_kind: string | null
  gifts: bigint
  cash_minor: bigint
  noncash_minor: bigint
  total_minor: bigint
  is_over_share: boolean
}

/** Who gave at least so much in the year. `is_over_share`: also at least 2% of all that was given. */
export const contributorsOfYear = (year: Year, fromMinor: bigint): RawBuilder<unknown> => sql`
  select * from (
    select contributor, max(payer_name) as payer_name, max(payer_address) as payer_address, max(payer_kind) as payer_kind,
        sum(sign(amount_minor))::bigint as gifts,
        coalesce(sum(amount_minor) filter (where kind not in ('contribution_securities', 'contribution_illiquid')), 0)::bigint as cash_minor,
        coalesce(sum(amount_minor) filter (where kind in ('contribution_securities', 'contribution_illiquid')), 0)::bigint as noncash_minor,
        sum(amount_minor)::bigint as total_minor,
        sum(amount_minor) * 50 >= sum(sum(amount_minor)) over () as is_over_share
      from (${contributionEntries(year)}) x where kind <> 'gift_aid' group by contributor) g
    where total_minor >= ${fromMinor}`

export type GrantEntryRow = {
  entry_id: string
  transaction_id: bigint
  effective_date: IsoDate
  kind: string
  is_reversal: boolean
  fund_id: bigint | null
  account_name: string | null
  account_status: string | null
  grant_id: string | null
  grant_number: bigint | null
  charity_id: string
  charity_name: string | null
  cash_minor: bigint
  accrual_minor: bigint
  has_letter: boolean
}

export const grantsOfYear = (year: Year, charityId: string | undefined): RawBuilder<unknown> =>
  sql`select * from (${grantEntries(year)}) x where ${charityId === undefined ? sql`true` : sql`charity_id = ${charityId}`}`

export type ContributionEntryRow = {
  entry_id: string
  transaction_id: bigint
  effective_date: IsoDate
  kind: string
  is_reversal: boolean
  fund_id: bigint
  account_name: string
  account_status: string
  payer_name: string
  amount_minor: bigint
  has_receipt: boolean
}

type ContributionFilter = {
  contributor?: string | undefined
  noncash?: NoncashType | undefined
  giftAid?: boolean | undefined
}

/** What was given, or the Gift Aid. With a type of property: only what was given of it, by its part of each entry. */
export const contributionsOfYear = (
  year: Year,
  { contributor, noncash, giftAid = false }: ContributionFilter,
): RawBuilder<unknown> => {
  const given = sql`(c.kind = 'gift_aid') = ${giftAid} and ${contributor === undefined ? sql`true` : sql`c.contributor = ${contributor}`}`
  return noncash === undefined
    ? sql`select c.* from (${contributionEntries(year)}) c where ${given}`
    : sql`
      select c.entry_id, c.transaction_id, c.effective_date, c.kind, c.is_reversal, c.account_id, c.fund_id, c.account_name,
          c.account_status, c.payer_name, c.has_receipt, n.amount_minor
        from (${contributionEntries(year)}) c
          join (${noncashEntries(year)}) n on n.entry_id = c.entry_id and n.noncash = ${noncash} where ${given}`
}
