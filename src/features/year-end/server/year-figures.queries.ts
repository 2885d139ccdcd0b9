import { type Kysely, sql } from 'kysely'
import type { IsoDate } from '../../../domain/dates.ts'
import type { AccountingMethod } from '../../../domain/year-end.ts'
import type { DB } from '../../../server/db/schema.ts'
import type { NoncashType } from '../domain/returns.ts'
import { contributionEntries, noncashEntries, type Year } from './year-entries.queries.ts'
import {
  allGranteesOfYear,
  type ContributorRow,
  contributorsOfYear,
  fundsOfYear,
} from './year-lists.queries.ts'

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

type GranteeSums = {
  subsection: string | null
  basis: string | null
  payments: bigint
  letters: bigint
} & Record<`${AccountingMethod}_grantees` | `${AccountingMethod}_listed_minor`, bigint>

/** Those who are listed by each method, and the payments and letters of all, by what the tax law calls the grantees. */
export async function sumGrantees(db: Kysely<DB>, year: Year, fromMinor: bigint): Promise<GranteeSums[]> {
  const { rows } = await sql<GranteeSums>`
    select subsection, basis, sum(payments)::bigint as payments, sum(letters)::bigint as letters,
        count(*) filter (where cash_minor >= ${fromMinor}) as cash_grantees,
        coalesce(sum(cash_minor) filter (where cash_minor >= ${fromMinor}), 0)::bigint as cash_listed_minor,
        count(*) filter (where accrual_minor >= ${fromMinor}) as accrual_grantees,
        coalesce(sum(accrual_minor) filter (where accrual_minor >= ${fromMinor}), 0)::bigint as accrual_listed_minor
      from (${allGranteesOfYear(year)}) l group by subsection, basis`.execute(db)
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

/** How many contributions of the year, less those that were reversed, have their receipt. */
export async function countReceipts(
  db: Kysely<DB>,
  year: Year,
): Promise<{ contributions: bigint; receipts: bigint }> {
  const { rows } = await sql<{ contributions: bigint; receipts: bigint }>`
    select coalesce(sum(sign(amount_minor)), 0)::bigint as contributions,
        coalesce(sum(sign(amount_minor)) filter (where has_receipt), 0)::bigint as receipts
      from (${contributionEntries(year)}) x where kind <> 'gift_aid'`.execute(db)
  return rows[0] ?? { contributions: 0n, receipts: 0n }
}
