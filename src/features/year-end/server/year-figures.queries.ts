import { type Kysely, sql } from 'kysely'
import type { IsoDate } from '../../../domain/dates.ts'
import type { AccountingMethod } from '../../../domain/year-end.ts'
import type { DB } from '../../../server/db/schema.ts'
import type { NoncashType } from '../domain/returns.ts'
import { contributionEntries, grantEntries, noncashEntries, type Year } from './year-entries.queries.ts'
import { type ContributorRow, contributorsOfYear, fundsOfYear, granteesOfYear } from './year-lists.queries.ts'

export type FundSums = {
  is_general: boolean
  counted: bigint
  opening_minor: bigint
  contributions_minor: bigint
  gift_aid_minor: bigint
  cash_minor: bigint
  accrual_minor: bigint
  closing_minor: bigint
  approved_minor: bigint
}

/** What the list of funds adds up to: the donor-advised funds, and the general fund. */
export async function sumFunds(db: Kysely<DB>, year: Year, next: IsoDate): Promise<FundSums[]> {
  const { rows } = await sql<FundSums>`
    select is_general, count(*) filter (where is_counted) as counted, sum(opening_minor)::bigint as opening_minor,
        sum(contributions_minor)::bigint as contributions_minor, sum(gift_aid_minor)::bigint as gift_aid_minor,
        sum(cash_minor)::bigint as cash_minor, sum(accrual_minor)::bigint as accrual_minor,
        sum(closing_minor)::bigint as closing_minor, sum(approved_minor)::bigint as approved_minor
      from (${fundsOfYear(year, next)}) l group by is_general`.execute(db)
  return rows
}

/** Those who are listed, by what the tax law calls them. */
export async function sumGrantees(
  db: Kysely<DB>,
  year: Year,
  listed: { method: AccountingMethod; fromMinor: bigint },
): Promise<{ subsection: string | null; basis: string | null; grantees: bigint; amount_minor: bigint }[]> {
  const { rows } = await sql<{
    subsection: string | null
    basis: string | null
    grantees: bigint
    amount_minor: bigint
  }>`
    select subsection, basis, count(*) as grantees, sum(listed_minor)::bigint as amount_minor
      from (${granteesOfYear(year, listed)}) l group by subsection, basis`.execute(db)
  return rows
}

export async function sumContributors(
  db: Kysely<DB>,
  year: Year,
  fromMinor: bigint,
): Promise<{ listed: bigint; over_share: bigint; amount_minor: ContributorRow['total_minor'] }> {
  const { rows } = await sql<{ listed: bigint; over_share: bigint; amount_minor: bigint }>`
    select count(*) as listed, count(*) filter (where is_over_share) as over_share,
        coalesce(sum(total_minor), 0)::bigint as amount_minor
      from (${contributorsOfYear(year, fromMinor)}) l`.execute(db)
  return rows[0] ?? { listed: 0n, over_share: 0n, amount_minor: 0n }
}

/** A reversal takes its contribution out of the count. */
export async function sumNoncash(
  db: Kysely<DB>,
  year: Year,
): Promise<{ noncash: NoncashType; contributions: bigint; amount_minor: bigint }[]> {
  const { rows } = await sql<{ noncash: NoncashType; contributions: bigint; amount_minor: bigint }>`
    select noncash, sum(sign(amount_minor))::bigint as contributions, sum(amount_minor)::bigint as amount_minor
      from (${noncashEntries(year)}) l group by noncash`.execute(db)
  return rows
}

type Papers = { contributions: bigint; receipts: bigint; payments: bigint; letters: bigint }

/** How many contributions and payments of the year, less what was reversed, have their receipt and their letter. */
export async function countPapers(db: Kysely<DB>, year: Year): Promise<Papers> {
  const { rows } = await sql<Papers>`
    select c.*, g.* from (
        select coalesce(sum(sign(amount_minor)), 0)::bigint as contributions,
            coalesce(sum(sign(amount_minor)) filter (where has_receipt), 0)::bigint as receipts
          from (${contributionEntries(year)}) x where kind <> 'gift_aid') c,
      (select coalesce(sum(sign(cash_minor)), 0)::bigint as payments,
            coalesce(sum(sign(cash_minor)) filter (where has_letter), 0)::bigint as letters
          from (${grantEntries(year)}) x where kind = 'grant_paid') g`.execute(db)
  return rows[0] ?? { contributions: 0n, receipts: 0n, payments: 0n, letters: 0n }
}
