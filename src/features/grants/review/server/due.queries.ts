import { type Kysely, sql } from 'kysely'
import type { IsoDate } from '../../../../domain/dates.ts'
import type { DB } from '../../../../server/db/schema.ts'
import { pendingStatuses, type QueueName, undecidedStatuses } from '../../domain/grant-status.ts'

/** The last days on which staff can have begun to be awaited, for a decision and for a payment. */
type LastStarts = { decision: IsoDate; payment: IsoDate }

export type DueCounts = Record<QueueName, { today: number; late: number }>

/** Of each queue, how many grants staff have to act on today, and on how many before. No one of staff is awaited for an answer or for funds. */
export async function countDue(
  db: Kysely<DB>,
  { timeZone, due, late }: { timeZone: string; due: LastStarts; late: LastStarts },
): Promise<DueCounts> {
  const { rows } = await sql<{ is_undecided: boolean; due: bigint; late: bigint }>`
    with waiting as (
      select g.transaction_status_code = any(${undecidedStatuses}::smallint[]) as is_undecided, g.review_state, g.recommended_on,
        (h.held_at at time zone ${timeZone})::date as held_on,
        (select (max(s.at) at time zone ${timeZone})::date from grant_history_entry s
          where s.grant_id = g.grant_id and s.transition = 'approve') as approved_on
      from grant_recommendation g
        left join grant_hold h on h.book = g.book and h.grant_id = g.grant_id and h.released_at is null
      where g.transaction_status_code = any(${pendingStatuses}::smallint[])
    ), awaited as (
      select is_undecided, is_undecided or held_on is not null as is_decision,
        coalesce(held_on, case when not is_undecided then coalesce(approved_on, recommended_on)
          when review_state is null then recommended_on end) as since
      from waiting
    )
    select is_undecided,
      count(*) filter (where since <= case when is_decision then ${due.decision}::date else ${due.payment}::date end) as due,
      count(*) filter (where since <= case when is_decision then ${late.decision}::date else ${late.payment}::date end) as late
    from awaited group by is_undecided`.execute(db)
  const countsOf = (isUndecided: boolean) => {
    const { due = 0n, late = 0n } = rows.find(row => row.is_undecided === isUndecided) ?? {}
    return { today: Number(due - late), late: Number(late) }
  }
  return { 'to-approve': countsOf(true), 'to-pay': countsOf(false) }
}
