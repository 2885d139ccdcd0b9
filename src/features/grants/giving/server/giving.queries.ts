import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { IsoDate } from '../../../../domain/dates.ts'
import type { Side } from '../../../../server/auth/actor.ts'
import {
  type Key,
  keysetColumn,
  orderOf,
  type Position,
  rowsAfter,
} from '../../../../server/db/keyset.queries.ts'
import { likeText } from '../../../../server/db/like-text.ts'
import type { DB } from '../../../../server/db/schema.ts'
import type { KeysetPage } from '../../../../server/http/keyset-page.ts'
import {
  approvedStatuses,
  endedStatuses,
  type GrantStatus,
  paidInFullStatuses,
  paidStatuses,
  undecidedStatuses,
} from '../../domain/grant-status.ts'
import type { Frequency, ScheduleState } from '../../schedules/domain/schedule.ts'
import type { GrantRecord } from '../../server/grants.queries.ts'
import type { GivingState } from '../giving.contract.ts'

const lastKeys: readonly Key[] = [
  { sql: '(extract(epoch from created_at) * 1000000)::bigint', type: 'micros' },
  { sql: 'id', type: 'uuid' },
]

/** The orders of the list; ids make every position unique. */
export const givingKeysets = {
  createdDate: [{ sql: 'created_on', type: 'date' }, ...lastKeys],
  amount: [{ sql: 'amount_minor', type: 'bigint' }, ...lastKeys],
  charityName: [{ sql: 'left(charity_name, 200)', type: 'text' }, ...lastKeys],
} as const satisfies Record<string, readonly Key[]>

type GivingSearch = {
  accountId: string
  timeZone: string
  /** In upper case; each is a part of the charity's name, or the number of the transaction. */
  words: readonly string[]
  state: GivingState | undefined
  year: number | undefined
  cause: string | undefined
  recommendedBy: string | undefined
}

export type GivingRecord = {
  kind: 'grant' | 'schedule'
  id: string
  transaction_id: bigint | null
  created_on: IsoDate
  charity_id: string
  charity_name: string
  ntee: string | null
  logo_name: string | null
  purpose_code: GrantRecord['purpose_code']
  purpose_text: string | null
  naming_code: GrantRecord['naming_code']
  amount_minor: bigint
  returned_minor: bigint
  status_code: GrantRecord['transaction_status_code'] | null
  review_state: GrantRecord['review_state']
  outcome: GrantRecord['outcome']
  frequency: Frequency | null
  schedule_state: ScheduleState | null
  next_on: IsoDate | null
  /** When it was approved. */
  approved_at: Date | null
  waiting: number
  actor_name: string
  actor_side: Side
  keyset: Position
  total: bigint
}

const statusesOf: Record<Exclude<GivingState, 'schedules'>, readonly GrantStatus[]> = {
  waiting: undecidedStatuses,
  approved: approvedStatuses,
  paid: paidInFullStatuses,
  ended: endedStatuses,
}

const grantsOf = ({ accountId, state }: GivingSearch): RawBuilder<unknown> => sql`
  select 'grant' as kind, g.grant_id as id, g.transaction_id, g.recommended_on as created_on, g.charity_id, g.charity_name,
    g.purpose_code, g.purpose_text, g.naming_code, g.amount_minor, g.returned_minor, g.transaction_status_code as status_code, g.review_state,
    g.outcome, s.frequency, null::text as schedule_state, null::date as next_on,
    (select max(a.at) from grant_history_entry a where a.grant_id = g.grant_id and a.transition = 'approve') as approved_at,
    0 as waiting, h.actor_name, h.actor_side, g.recommended_by as created_by, g.created_at
  from grant_recommendation g
    join grant_history_entry h on h.book = g.book and h.grant_id = g.grant_id and h.step = 1
    left join grant_schedule s on s.book = g.book and s.schedule_id = g.schedule_id
  where g.account_id = ${accountId} and ${
    state === undefined || state === 'schedules'
      ? sql`${state !== 'schedules'}`
      : sql`g.transaction_status_code = any(${statusesOf[state]}::smallint[])`
  }`

const schedulesOf = ({ accountId, timeZone, state }: GivingSearch): RawBuilder<unknown> => sql`
  select 'schedule', s.schedule_id, null, (s.created_at at time zone ${timeZone})::date, s.charity_id, s.charity_name, s.purpose_code,
    s.purpose_text, s.naming_code, s.amount_minor, 0, null, null, null, s.frequency, s.state, s.next_on, null,
    (select count(*)::int from grant_occurrence o where o.schedule_id = s.schedule_id and o.state = 'waiting'), s.created_by_name,
    s.created_by_side, s.created_by, s.created_at
  from grant_schedule s
  where s.account_id = ${accountId} and ${state === undefined || state === 'schedules'}`

/** A page of a fund's grants and schedules, and one row more if there are more; each row carries the number of all matches. */
export async function listGivingRows(
  db: Kysely<DB>,
  search: GivingSearch,
  { first, keyset, after }: KeysetPage,
): Promise<GivingRecord[]> {
  const { words, year, cause, recommendedBy } = search
  const found = await sql<GivingRecord>`
    select rows.*, ${sql.raw(keysetColumn(keyset))} from (
      select r.*, c.ntee, count(*) over () as total,
        case when p.party_status is distinct from 'Deleted' then p.logo_name end as logo_name
      from (${grantsOf(search)} union all ${schedulesOf(search)}) r
        left join charity c on c.charity_id = r.charity_id
        left join charity_profile p on p.charity_id = r.charity_id
      where (select coalesce(bool_and(upper(r.charity_name) like '%' || word || '%' or r.transaction_id::text = word), true)
          from unnest(${words.map(likeText)}::text[]) word)
        and (${year ?? null}::integer is null or extract(year from r.created_on) = ${year ?? null})
        and (${cause ?? null}::text is null or left(c.ntee, 1) = ${cause ?? null})
        and case ${recommendedBy ?? null}::text when 'sponsor' then r.actor_side = 'sponsor'
          else coalesce(r.created_by = nullif(${recommendedBy ?? null}, 'sponsor')::uuid, true) end
    ) rows where ${rowsAfter(keyset, after)}
    order by ${sql.raw(orderOf(keyset))} limit ${first + 1}`.execute(db)
  return found.rows
}

/** What a fund's grants can be filtered by. */
export async function findGivingFilters(db: Kysely<DB>, accountId: string) {
  const found = await sql<{
    years: number[] | null
    causes: string[] | null
    people: { userId: string; name: string; side: string }[] | null
  }>`
    with given as (
      select g.charity_id, extract(year from g.recommended_on)::int as year, g.recommended_by, h.actor_name, h.actor_side
      from grant_recommendation g
        join grant_history_entry h on h.book = g.book and h.grant_id = g.grant_id and h.step = 1
      where g.account_id = ${accountId}
      union all
      select charity_id, extract(year from created_at)::int, created_by, created_by_name, created_by_side
      from grant_schedule where account_id = ${accountId}
    )
    select
      (select array_agg(distinct year order by year desc) from given) as years,
      (select array_agg(distinct left(c.ntee, 1)) from (select distinct charity_id from given) d
        join charity c on c.charity_id = d.charity_id where c.ntee is not null) as causes,
      (select jsonb_agg(p) from (
        select distinct on (recommended_by) recommended_by as "userId", actor_name as name, actor_side as side
        from given order by recommended_by, actor_name) p) as people`.execute(db)
  return found.rows[0] ?? { years: null, causes: null, people: null }
}

type Sum = { amount_minor: bigint; grants: number }

/** The paid grants of a range by the day of their payment, net of returned grants. */
const paid = (accountId: string, from: IsoDate | undefined, to: IsoDate | undefined) => sql`
  select g.charity_id, g.charity_name, g.paid_on, g.created_at, g.amount_minor - g.returned_minor as net_minor
  from grant_recommendation g
  where g.account_id = ${accountId} and g.transaction_status_code = any(${paidStatuses})
    and g.paid_on between coalesce(${from ?? null}::date, '-infinity') and coalesce(${to ?? null}::date, 'infinity')`

const sums = sql`sum(net_minor)::bigint as amount_minor, count(*)::int as grants`

export async function sumPaid(
  db: Kysely<DB>,
  accountId: string,
  { from, to }: { from: IsoDate | undefined; to: IsoDate | undefined },
) {
  const rows = paid(accountId, from, to)
  const [byYear, byCause, byCharity] = await Promise.all([
    sql<Sum & { year: number }>`
      select extract(year from paid_on)::int as year, ${sums} from (${rows}) p group by 1 order by 1`.execute(
      db,
    ),
    sql<Sum & { cause: string | null }>`
      select left(c.ntee, 1) as cause, ${sums} from (${rows}) p left join charity c on c.charity_id = p.charity_id
      group by 1 order by 2 desc, 1`.execute(db),
    sql<Sum & { charity_id: string; charity_name: string }>`
      select charity_id, (array_agg(charity_name order by created_at desc))[1] as charity_name, ${sums} from (${rows}) p
      group by 1 order by amount_minor desc, 1`.execute(db),
  ])
  return { byYear: byYear.rows, byCause: byCause.rows, byCharity: byCharity.rows }
}
