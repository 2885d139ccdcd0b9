import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { IsoDate } from '../../../../domain/dates.ts'
import { idsOfStaffWith } from '../../../../server/auth/staff-with.queries.ts'
import { keysetColumn, orderOf, rowsAfter } from '../../../../server/db/keyset.queries.ts'
import { likeText } from '../../../../server/db/like-text.ts'
import { nameContainsWord } from '../../../../server/db/name-search.queries.ts'
import type { DB } from '../../../../server/db/schema.ts'
import type { KeysetPage } from '../../../../server/http/keyset-page.ts'
import { type QueueName, queueStatuses } from '../../domain/grant-status.ts'
import { createdKeys, type GrantRecord, type Listed } from '../../server/grants.queries.ts'

export const queueKeysets = { createdDate: createdKeys } as const

type QueueSearch = {
  queue: QueueName
  words: readonly string[]
  waitsFor: 'staff' | 'answer' | 'funds' | 'release' | 'compliance' | undefined
  /** Recommended on this day or before. */
  until: IsoDate | undefined
  fromMinor: bigint | undefined
  toMinor: bigint | undefined
  eligibility: 'yes' | 'person' | undefined
  owner: string | undefined
}

export type QueueRecord = GrantRecord &
  Listed & {
    fund_id: bigint
    account_name: string
    account_status: string
    donor_name: string
    recommended_at: Date
    approved_at: Date | null
    held_at: Date | null
    logo_name: string | null
    /** Null: it never had one. */
    seen_owner: { owner_id: string; owner_name: string; decides: boolean } | null
    /** The register's answer at the time of the recommendation. */
    outcome_then: string | null
    /** The register's address then; null where the recommendation did not record it. */
    register_address_then: string | null
  }

const waits: Record<NonNullable<QueueSearch['waitsFor']>, RawBuilder<boolean>> = {
  staff: sql`(g.review_state is null and h.held_at is null)`,
  answer: sql`(g.review_state = 'information_needed')`,
  funds: sql`(g.review_state = 'waiting_for_funds')`,
  release: sql`(h.held_at is not null)`,
  compliance: sql`exists (select from related_party_case k where k.book = g.book and k.grant_id = g.grant_id and k.decided_at is null)`,
}

/** How many grants wait in a queue. */
export async function countQueue(db: Kysely<DB>, queue: QueueName): Promise<number> {
  const { rows } = await sql<{ total: bigint }>`
    select count(*) as total from grant_recommendation
    where transaction_status_code = any(${queueStatuses[queue]}::smallint[])`.execute(db)
  return Number(rows[0]?.total ?? 0n)
}

/** A page of the grants that staff have to approve or pay, and one row more if there are more. */
export async function listQueue(
  db: Kysely<DB>,
  { queue, words, waitsFor, until, fromMinor, toMinor, eligibility, owner }: QueueSearch,
  { first, keyset, after }: KeysetPage,
): Promise<QueueRecord[]> {
  const found = await sql<QueueRecord>`
    select rows.*, ${sql.raw(keysetColumn(keyset))} from (
      select g.*, a.fund_id, a.account_name, a.account_status, a.donor_name, h.held_at,
        case when o.owner_id is not null then json_build_object('owner_id', o.owner_id, 'owner_name', o.owner_name, 'decides', d.user_id is not null) end as seen_owner,
        case when p.party_status is distinct from 'Deleted' then p.logo_name end as logo_name,
        coalesce(e.at, g.recommended_on) as recommended_at, e.evidence ->> 'outcome' as outcome_then,
        e.evidence ->> 'registerAddress' as register_address_then, count(*) over () as total,
        (select max(s.at) from grant_history_entry s where s.grant_id = g.grant_id and s.transition = 'approve') as approved_at
      from grant_recommendation g
        join fund_account a on a.book = g.book and a.account_id = g.account_id
        left join grant_history_entry e on e.book = g.book and e.grant_id = g.grant_id and e.step = 1
        left join grant_hold h on h.book = g.book and h.grant_id = g.grant_id and h.released_at is null
        left join charity_profile p on p.charity_id = g.charity_id
        left join grant_owner o on o.book = g.book and o.grant_id = g.grant_id
        left join ${idsOfStaffWith('GRANT_APPROVE')} d on d.user_id = o.owner_id
      where g.transaction_status_code = any(${queueStatuses[queue]}::smallint[])
        and ${waitsFor === undefined ? sql`true` : waits[waitsFor]}
        and (select coalesce(bool_and(upper(g.charity_name) like '%' || pattern || '%' or upper(a.account_name) like '%' || pattern || '%'
            or ${nameContainsWord(sql`concat_ws(' ', a.account_name, a.donor_name)`, sql`word`)}
            or a.fund_id::text = word or g.transaction_id::text = word), true)
          from unnest(${words}::text[], ${words.map(likeText)}::text[]) typed (word, pattern))
        and (${until ?? null}::date is null or g.recommended_on <= ${until ?? null})
        and (${fromMinor ?? null}::bigint is null or g.amount_minor >= ${fromMinor ?? null})
        and (${toMinor ?? null}::bigint is null or g.amount_minor <= ${toMinor ?? null})
        and (${eligibility ?? null}::text is null or e.evidence ->> 'outcome' = ${eligibility ?? null})
        and (${owner ?? null}::text is null
          or case ${owner ?? null}::text when 'nobody' then d.user_id is null else o.owner_id::text = ${owner ?? null} end)
    ) rows where ${rowsAfter(keyset, after)}
    order by ${sql.raw(orderOf(keyset))} limit ${first + 1}`.execute(db)
  return found.rows
}
