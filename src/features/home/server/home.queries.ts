import { type Kysely, sql } from 'kysely'
import type { IsoDate } from '../../../domain/dates.ts'
import { literals } from '../../../server/db/literals.ts'
import type { DB } from '../../../server/db/schema.ts'
import {
  approvedStatuses,
  type GrantStatus,
  type Outcome,
  paidStatuses,
  pendingStatuses,
  statusCodes,
} from '../../grants/domain/grant-status.ts'
import type { ReviewState } from '../../grants/domain/review-states.ts'

type WaitingRow = {
  grant_id: string
  charity_name: string
  amount_minor: bigint
  review_state: ReviewState
  message: string | null
  at: Date
  total: bigint
}

/** Grants of a fund that wait for funds or for an answer, with the history entry that started the wait; longest first. */
export async function listWaitingGrants(
  db: Kysely<DB>,
  accountId: string,
  limit: number,
): Promise<WaitingRow[]> {
  const result = await sql<WaitingRow>`
    select g.grant_id, g.charity_name, g.amount_minor, g.review_state, s.message, s.at, count(*) over () as total
    from grant_recommendation g cross join lateral (
      select message, at from grant_history_entry where grant_id = g.grant_id order by step desc limit 1) s
    where g.account_id = ${accountId} and g.transaction_status_code = ${sql.lit(statusCodes.underReview)} and g.review_state is not null
    order by s.at, g.grant_id limit ${limit}`.execute(db)
  return result.rows
}

/** How many drafts, baskets and files of grants of a fund were not submitted; an empty basket is none. */
export async function countOpenDrafts(db: Kysely<DB>, accountId: string): Promise<number> {
  const { rows } = await sql<{ total: bigint }>`
    select count(distinct coalesce(d.basket_id, d.draft_id)) as total
    from grant_draft d left join grant_basket b on b.book = d.book and b.basket_id = d.basket_id
    where d.account_id = ${accountId} and (d.basket_id is null or b.state = 'open')`.execute(db)
  return Number(rows[0]?.total ?? 0n)
}

export type QueueRow = { is_approved: boolean; total: bigint; oldest_on: IsoDate }

/** Counts the grants of the book that wait for a decision and those that wait for payment, in one index scan. */
export async function countQueues(db: Kysely<DB>): Promise<QueueRow[]> {
  const result = await sql<QueueRow>`
    select transaction_status_code in (${literals(approvedStatuses)}) as is_approved, count(*) as total, min(recommended_on) as oldest_on
    from grant_recommendation where transaction_status_code in (${literals(pendingStatuses)}) group by 1`.execute(
    db,
  )
  return result.rows
}

export type ActivityRow = {
  date: IsoDate
  section: number
  title: string
  grant_id: string | null
  status_code: GrantStatus | null
  review_state: ReviewState | null
  outcome: Outcome | null
  amount_minor: bigint
}

/**
 * The newest postings of a fund in these sections and, with `withGrants`, its newest grants. A grant appears once, on the
 * day of its payment or, until then, of its recommendation.
 */
export async function listActivity(
  db: Kysely<DB>,
  accountId: string,
  { sections, withGrants, limit }: { sections: readonly number[]; withGrants: boolean; limit: number },
): Promise<ActivityRow[]> {
  const result = await sql<ActivityRow>`
    select date, section, title, grant_id, status_code, review_state, outcome, amount_minor from (
      (select p.effective_date as date, e.recorded_at as at, p.section, k.transaction_type_name as title,
          null::uuid as grant_id, null::smallint as status_code, null as review_state, null as outcome, p.amount_minor
        from unnest(${sections}::smallint[]) shown (section)
          cross join lateral (
            select * from posting where account_id = ${accountId} and section = shown.section
            order by effective_date desc, entry_id desc, line desc limit ${limit}) p
          join journal_entry e on e.book = p.book and e.entry_id = p.entry_id
          join entry_kind k on k.kind = e.kind)
      union all
      (select coalesce(paid_on, recommended_on), created_at, 2, charity_name, grant_id, transaction_status_code,
          review_state, outcome, amount_minor
        from grant_recommendation where account_id = ${accountId} and ${withGrants}::boolean
        order by coalesce(paid_on, recommended_on) desc, created_at desc limit ${limit})
    ) merged order by date desc, at desc, title limit ${limit}`.execute(db)
  return result.rows
}

type CharityListRow = { charity_id: string; granted_minor: bigint; total: bigint }

/** The fund's charity list with the amount paid to each, less returns; most recently granted first. */
export async function listCharityList(
  db: Kysely<DB>,
  accountId: string,
  limit: number,
): Promise<CharityListRow[]> {
  const result = await sql<CharityListRow>`
    select e.charity_id, coalesce(g.granted_minor, 0)::bigint as granted_minor, count(*) over () as total
    from charity_list_entry e left join lateral (
      select sum(amount_minor - returned_minor) filter (where transaction_status_code in (${literals(paidStatuses)})) as granted_minor,
        max(created_at) as last_at
      from grant_recommendation where account_id = e.account_id and charity_id = e.charity_id) g on true
    where e.account_id = ${accountId}
    order by g.last_at desc nulls last, e.added_at desc, e.charity_id limit ${limit}`.execute(db)
  return result.rows
}
