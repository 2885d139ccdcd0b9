import type { Selectable } from 'kysely'
import { type Kysely, sql } from 'kysely'
import type { IsoDate } from '../../../domain/dates.ts'
import type { DB, GrantRecommendation } from '../../../server/db/schema.ts'
import { statement } from '../../../server/db/statement.ts'

export type GrantRecord = Selectable<GrantRecommendation>

/** A grant of the fund; another fund's is unknown. */
export async function findGrant(
  db: Kysely<DB>,
  accountId: string,
  grantId: string,
): Promise<
  | (GrantRecord & { fund_id: bigint; account_name: string; account_status: string; donor_name: string })
  | undefined
> {
  return await db
    .selectFrom('grant_recommendation as g')
    .innerJoin('fund_account as a', join =>
      join.onRef('a.book', '=', 'g.book').onRef('a.account_id', '=', 'g.account_id'),
    )
    .selectAll('g')
    .select(['a.fund_id', 'a.account_name', 'a.account_status', 'a.donor_name'])
    .where('g.account_id', '=', accountId)
    .where('g.grant_id', '=', grantId)
    .executeTakeFirst()
}

/** The fund of a grant of the book: what staff, who see every fund, ask before they act on it. */
export async function findFundOfGrant(
  db: Kysely<DB>,
  grantId: string,
): Promise<{ account_id: string } | undefined> {
  return await db
    .selectFrom('grant_recommendation')
    .select('account_id')
    .where('grant_id', '=', grantId)
    .executeTakeFirst()
}

const lockFundRow = statement<{ account_status: string }, [accountId: string]>(`
  select account_status from fund_account where account_id = $1 for no key update`)

/**
 * Locks a fund until the end of the transaction: what is decided about its grants happens one after the other, and its status
 * stays what was read. Fund before grant before balance, so that nobody waits in a circle.
 */
export async function lockFund(
  trx: Kysely<DB>,
  accountId: string,
): Promise<{ account_status: string } | undefined> {
  const [fund] = await lockFundRow(trx, accountId)
  return fund
}

/** A grant of the fund, locked until the end of the transaction, so that two people cannot decide about it at once. */
export async function lockGrant(
  trx: Kysely<DB>,
  accountId: string,
  grantId: string,
): Promise<GrantRecord | undefined> {
  return await trx
    .selectFrom('grant_recommendation')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('grant_id', '=', grantId)
    .forUpdate()
    .executeTakeFirst()
}

export async function listSteps(db: Kysely<DB>, grantId: string) {
  return await db
    .selectFrom('grant_history_entry')
    .selectAll()
    .where('grant_id', '=', grantId)
    .orderBy('step')
    .execute()
}

/** A grant of the same amount to the same charity since a day, that was not cancelled or rejected. */
export async function findRepeat(
  db: Kysely<DB>,
  same: { accountId: string; charityId: string; amountMinor: bigint; since: IsoDate },
): Promise<{ recommended_on: string } | undefined> {
  return await db
    .selectFrom('grant_recommendation')
    .select('recommended_on')
    .where('account_id', '=', same.accountId)
    .where('charity_id', '=', same.charityId)
    .where('amount_minor', '=', same.amountMinor)
    .where('recommended_on', '>=', same.since)
    .where('transaction_status_code', 'not in', [5, 7])
    .orderBy('recommended_on', 'desc')
    .executeTakeFirst()
}

const orders = {
  createdDate: sql`g.recommended_on`,
  amount: sql`g.amount_minor`,
  grantPurpose: sql`coalesce(g.purpose_text, '')`,
}
export type GrantOrder = keyof typeof orders
export const grantOrders = Object.keys(orders) as GrantOrder[]

export type GrantSearch = {
  accountId: string
  charityId: string | undefined
  from: IsoDate | undefined
  to: IsoDate | undefined
  order: GrantOrder
  descending: boolean
  first: number
  offset: number
}

/** A page of a fund's grants and, over all that match, what was paid (net of returns) and what is pending. */
export async function listAccountGrants(db: Kysely<DB>, search: GrantSearch) {
  const direction = search.descending ? sql`desc` : sql`asc`
  const found = await sql<GrantRecord & { total: bigint; paid_minor: bigint; pending_minor: bigint }>`
    select g.*, count(*) over () as total,
      (sum(case when g.transaction_status_code in (6, 8, 9) then g.amount_minor - g.returned_minor else 0 end) over ())::bigint
        as paid_minor,
      (sum(case when g.transaction_status_code in (1, 2, 3, 4)
        and g.review_state is distinct from 'waiting_for_funds' then g.amount_minor else 0 end) over ())::bigint
        as pending_minor
    from grant_recommendation g
    where g.account_id = ${search.accountId}
      and (${search.charityId ?? null}::text is null
        or (g.charity_id = ${search.charityId ?? null} and g.transaction_status_code not in (5, 7)))
      and g.recommended_on between coalesce(${search.from ?? null}::date, '-infinity')
        and coalesce(${search.to ?? null}::date, 'infinity')
    order by ${orders[search.order]} ${direction}, g.created_at desc, g.grant_id desc
    limit ${search.first} offset ${search.offset}`.execute(db)
  return found.rows
}

const queues = { 'to-approve': [1, 2], 'to-pay': [3, 4] } as const
export type GrantQueue = keyof typeof queues

/** Grants that wait for the staff, oldest first. */
export async function listQueue(db: Kysely<DB>, queue: GrantQueue, page: { first: number; offset: number }) {
  return await db
    .selectFrom('grant_recommendation as g')
    .innerJoin('fund_account as a', join =>
      join.onRef('a.book', '=', 'g.book').onRef('a.account_id', '=', 'g.account_id'),
    )
    .selectAll('g')
    .select(['a.fund_id', 'a.account_name', 'a.account_status', 'a.donor_name'])
    .select(sql<bigint>`count(*) over ()`.as('total'))
    .where('g.transaction_status_code', 'in', [...queues[queue]])
    .orderBy('g.created_at')
    .orderBy('g.grant_id')
    .limit(page.first)
    .offset(page.offset)
    .execute()
}
