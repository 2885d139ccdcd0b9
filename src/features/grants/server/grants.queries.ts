import type { Selectable } from 'kysely'
import { type Kysely, sql } from 'kysely'
import type { IsoDate } from '../../../domain/dates.ts'
import type { DB, GrantRecommendation } from '../../../server/db/schema.ts'

export type GrantRecord = Selectable<GrantRecommendation>

export async function findGrant(
  db: Kysely<DB>,
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
    .where('g.grant_id', '=', grantId)
    .executeTakeFirst()
}

/** The grant, held until the end of the transaction, so that two people cannot decide about it at once. */
export async function lockGrant(db: Kysely<DB>, grantId: string): Promise<GrantRecord | undefined> {
  return await db
    .selectFrom('grant_recommendation')
    .selectAll()
    .where('grant_id', '=', grantId)
    .forUpdate()
    .executeTakeFirst()
}

export async function listSteps(db: Kysely<DB>, grantId: string) {
  return await db
    .selectFrom('grant_step')
    .selectAll()
    .where('grant_id', '=', grantId)
    .orderBy('step')
    .execute()
}

/** A grant of the same amount to the same charity since a day, that was not cancelled or rejected. */
export async function findRepeat(
  db: Kysely<DB>,
  same: { accountId: string; charityId: string; amountMinor: bigint; since: IsoDate; exceptKey: string },
): Promise<{ recommended_on: string } | undefined> {
  return await db
    .selectFrom('grant_recommendation')
    .select('recommended_on')
    .where('account_id', '=', same.accountId)
    .where('charity_id', '=', same.charityId)
    .where('amount_minor', '=', same.amountMinor)
    .where('recommended_on', '>=', same.since)
    .where('transaction_status_code', 'not in', [5, 7])
    .where('idempotency_key', '!=', same.exceptKey)
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
