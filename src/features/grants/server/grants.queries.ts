import { type Insertable, type Kysely, type Selectable, sql, type Updateable } from 'kysely'
import type { IsoDate } from '../../../domain/dates.ts'
import {
  type Key,
  keysetColumn,
  orderOf,
  type Position,
  rowsAfter,
} from '../../../server/db/keyset.queries.ts'
import type { DB, GrantRecommendation } from '../../../server/db/schema.ts'
import { shortRead, statement } from '../../../server/db/statement.ts'
import type { KeysetPage } from '../../../server/http/keyset-page.ts'
import { heldAsImmobile } from '../../screening/server/account-holds.queries.ts'
import { paidStatuses, pendingStatuses, statusesOutOfHistory } from '../domain/grant-status.ts'

export type GrantRecord = Selectable<GrantRecommendation>

type FoundGrant = GrantRecord & {
  fund_id: bigint
  account_name: string
  account_status: string
  donor_name: string
}

const readGrant = shortRead<FoundGrant, [accountId: string, grantId: string]>(`
  select g.*, a.fund_id, a.account_name, a.account_status, a.donor_name
  from grant_recommendation g join fund_account a on a.book = g.book and a.account_id = g.account_id
  where g.account_id = $1 and g.grant_id = $2`)

/** A grant of this fund with the fund's columns; undefined for another fund's grant. */
export async function findGrant(
  db: Kysely<DB>,
  accountId: string,
  grantId: string,
): Promise<FoundGrant | undefined> {
  const [grant] = await readGrant(db, accountId, grantId)
  return grant
}

export type GrantOfStep = GrantRecord & { step_message: string | null }

/**
 * The grants that took a step with this one, by the same act and for the first time: those of the fund by the same recommender, oldest first.
 * One transaction approves several; a run and a bank file record each in a transaction of its own, all at the time of the act.
 */
export const listGrantsOfStep = shortRead<GrantOfStep, [accountId: string, grantId: string, step: number]>(`
  select g.*, h.message as step_message from grant_history_entry s
    join grant_recommendation first on first.book = s.book and first.grant_id = s.grant_id
    join grant_recommendation g on g.book = s.book and g.account_id = $1 and g.recommended_by = first.recommended_by
    join grant_history_entry h on h.book = g.book and h.grant_id = g.grant_id and h.transition = s.transition
      and h.at = s.at and h.actor_user_id = s.actor_user_id
      and (h.recorded_in = s.recorded_in or h.transition in ('pay', 'clear', 'return'))
  where s.grant_id = $2 and s.step = $3
    and not exists (select from grant_history_entry e
      where e.book = h.book and e.grant_id = h.grant_id and e.transition = h.transition and e.step < h.step)
  order by g.grant_id`)

/** The account of a grant, for staff, who see every fund of the book. */
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
  select ${heldAsImmobile('a')} as account_status from fund_account a where a.account_id = $1 for no key update`)

/**
 * Locks a fund until the end of the transaction, so that decisions about its grants are serialized and its status cannot
 * change in the meantime. Locks are taken in the order fund, grant, balance, which rules out deadlocks.
 */
export async function lockFund(
  trx: Kysely<DB>,
  accountId: string,
): Promise<{ account_status: string } | undefined> {
  const [fund] = await lockFundRow(trx, accountId)
  return fund
}

/** A grant of this fund, locked until the end of the transaction, so that two people cannot decide about it at once. */
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

/** The account that got the money of a step's entry, if it is not the grant's. */
export async function findOtherCredited(
  db: Kysely<DB>,
  entryId: string,
  accountId: string,
): Promise<{ account_name: string; account_type: string } | undefined> {
  return await db
    .selectFrom('posting as p')
    .innerJoin('fund_account as a', join =>
      join.onRef('a.book', '=', 'p.book').onRef('a.account_id', '=', 'p.account_id'),
    )
    .select(['a.account_name', 'a.account_type'])
    .where('p.entry_id', '=', entryId)
    .where('p.account_id', '!=', accountId)
    .executeTakeFirst()
}

/** The purposes with a text of a fund's grants to a charity, each once, the latest first. */
export async function findPurposes(db: Kysely<DB>, accountId: string, charityId: string) {
  const { rows } = await sql<{ purpose_code: GrantRecord['purpose_code']; purpose_text: string }>`
    select purpose_code, purpose_text from grant_recommendation
    where account_id = ${accountId} and charity_id = ${charityId} and purpose_text is not null
    group by purpose_code, purpose_text order by max(created_at) desc limit 10`.execute(db)
  return rows
}

export const createdKeys: readonly Key[] = [
  { sql: '(extract(epoch from created_at) * 1000000)::bigint', type: 'micros' },
  { sql: 'grant_id', type: 'uuid' },
]

/** The orders of a fund's grants; grant ids make every position unique. */
export const grantKeysets = {
  createdDate: [{ sql: 'recommended_on', type: 'date' }, ...createdKeys],
  amount: [{ sql: 'amount_minor', type: 'bigint' }, ...createdKeys],
  // A position is part of an address, and the first words of a purpose decide its place.
  grantPurpose: [{ sql: "left(coalesce(purpose_text, ''), 200)", type: 'text' }, ...createdKeys],
} as const satisfies Record<string, readonly Key[]>

type GrantSearch = {
  accountId: string
  charityId: string | undefined
  from: IsoDate | undefined
  to: IsoDate | undefined
}

export type Listed = { keyset: Position; total: bigint }

/**
 * A page of a fund's grants, and one row more if there are more. Each row carries the totals of all matches: their number, and what
 * was paid (net of returns) and is pending.
 */
export async function listAccountGrants(
  db: Kysely<DB>,
  search: GrantSearch,
  { first, keyset, after }: KeysetPage,
) {
  const found = await sql<GrantRecord & Listed & { paid_minor: bigint; pending_minor: bigint }>`
    select rows.*, ${sql.raw(keysetColumn(keyset))} from (
      select g.*, count(*) over () as total,
        (sum(case when g.transaction_status_code = any(${paidStatuses}) then g.amount_minor - g.returned_minor else 0 end) over ())::bigint
          as paid_minor,
        (sum(case when g.transaction_status_code = any(${pendingStatuses})
          and g.review_state is distinct from 'waiting_for_funds' then g.amount_minor else 0 end) over ())::bigint
          as pending_minor
      from grant_recommendation g
      where g.account_id = ${search.accountId}
        and (${search.charityId ?? null}::text is null
          or (g.charity_id = ${search.charityId ?? null} and g.transaction_status_code <> all(${statusesOutOfHistory})))
        and g.recommended_on between coalesce(${search.from ?? null}::date, '-infinity')
          and coalesce(${search.to ?? null}::date, 'infinity')
    ) rows where ${rowsAfter(keyset, after)}
    order by ${sql.raw(orderOf(keyset))} limit ${first + 1}`.execute(db)
  return found.rows
}

/**
 * Stores new grants. A draft has the idempotency key of its grant as its id, and ends with it.
 */
export async function insertGrants(
  trx: Kysely<DB>,
  grants: readonly Insertable<GrantRecommendation>[],
): Promise<void> {
  await trx
    .with('draft', query =>
      query.deleteFrom('grant_draft').where(({ eb, refTuple, tuple }) =>
        eb(
          refTuple('account_id', 'draft_id'),
          'in',
          grants.map(grant => tuple(grant.account_id, grant.idempotency_key)),
        ),
      ),
    )
    .insertInto('grant_recommendation')
    .values(grants)
    .execute()
}

export async function updateGrant(
  trx: Kysely<DB>,
  grantId: string,
  columns: Updateable<GrantRecommendation>,
): Promise<void> {
  await trx.updateTable('grant_recommendation').set(columns).where('grant_id', '=', grantId).execute()
}

/** The same columns for each of these grants. */
export async function updateGrants(
  trx: Kysely<DB>,
  grantIds: readonly string[],
  columns: Updateable<GrantRecommendation>,
): Promise<void> {
  await trx
    .updateTable('grant_recommendation')
    .set(columns)
    .where(sql<boolean>`grant_id = any(${grantIds}::uuid[])`)
    .execute()
}

/**
 * The sum in minor units of what these people recommended since then, in their own name and on behalf of others. A schedule counts by
 * its greatest sum of twelve months since it was made or changed, or by the grants that it recommended since then if they are more.
 */
const recommendedSum = `
  (with theirs as (
    select grant_id, schedule_id, amount_minor from grant_recommendation
      where created_at > $2 and (recommended_by = any($1::uuid[]) or on_behalf_of = any($1::uuid[]))
    union
    select g.grant_id, g.schedule_id, g.amount_minor from grant_schedule s
        join grant_recommendation g on g.book = s.book and g.schedule_id = s.schedule_id
      where g.created_at > $2 and (s.certified_by = any($1::uuid[]) or s.on_behalf_of = any($1::uuid[]))
  ), recommended as (
    select schedule_id, sum(amount_minor) as sum_minor from theirs group by schedule_id
  ), certified as (
    select schedule_id, coalesce(step_up_minor, year_sum_minor) as sum_minor from grant_schedule
      where certified_at > $2 and (certified_by = any($1::uuid[]) or on_behalf_of = any($1::uuid[]))
  )
  select least(coalesce(sum(greatest(r.sum_minor, c.sum_minor)), 0), 9223372036854775807)::bigint
    from recommended r full join certified c using (schedule_id)) as sum_minor`

const readRecommendedSum = statement<{ sum_minor: bigint }, [userIds: readonly string[], since: Date]>(
  `select ${recommendedSum}`,
)

export async function sumRecommendedSince(
  db: Kysely<DB>,
  userIds: readonly string[],
  since: Date,
): Promise<bigint> {
  const [found] = await readRecommendedSum(db, userIds, since)
  return found?.sum_minor ?? 0n
}

/**
 * What a recommendation is compared with, in one round trip once the fund is locked: what these people recommended since then, the
 * latest grant of the same amount to the same charity since a day that was not cancelled or rejected, and the grant that was made
 * with the idempotency key.
 */
export const findRecommended = statement<
  { sum_minor: bigint; repeats_on: IsoDate | null } & (GrantRecord | { grant_id: null }),
  [
    userIds: readonly string[],
    since: Date,
    accountId: string,
    idempotencyKey: string,
    charityId: string,
    amountMinor: bigint,
    repeatSince: IsoDate,
  ]
>(`
  select ${recommendedSum},
    (select max(recommended_on) from grant_recommendation where account_id = $3 and charity_id = $5 and amount_minor = $6
      and recommended_on >= $7 and transaction_status_code not in (${statusesOutOfHistory.join(', ')})) as repeats_on, g.*
  from (select 1) once left join grant_recommendation g on g.account_id = $3 and g.idempotency_key = $4`)

const lockPeople = `
  select pg_advisory_xact_lock(hashtextextended('recommends:' || user_id, 0)) from unnest($1::text[]) as p (user_id)`

/** Serializes the recommendations of these people, whose ids are in order, until the end of the transaction. */
export const lockRecommenders = statement<unknown, [userIds: readonly string[]]>(lockPeople)

/**
 * The same, and then the lock of the fund as lockFund takes it, in one round trip. A fund that changed while the lock of a person was
 * awaited is read anew, because its row is locked.
 */
export const lockRecommendersAndFund = statement<
  { account_status: string },
  [userIds: readonly string[], accountId: string]
>(`
  with people as materialized (${lockPeople})
  select ${heldAsImmobile('a')} as account_status from (select count(*) from people) locked, fund_account a
  where a.account_id = $2 for no key update of a`)

/** What a schedule has recommended since then. */
export async function sumOfScheduleSince(db: Kysely<DB>, scheduleId: string, since: Date): Promise<bigint> {
  const found = await sql<{ sum_minor: bigint }>`
    select least(coalesce(sum(amount_minor), 0), 9223372036854775807)::bigint as sum_minor from grant_recommendation
      where schedule_id = ${scheduleId} and created_at > ${since}`.execute(db)
  return found.rows[0]?.sum_minor ?? 0n
}
