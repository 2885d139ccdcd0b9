import { type Insertable, type Kysely, type Selectable, sql, type Updateable } from 'kysely'
import type { AccountRole } from '../../../../domain/account-roles.ts'
import type { IsoDate } from '../../../../domain/dates.ts'
import type { DB, GrantOccurrence, GrantSchedule } from '../../../../server/db/schema.ts'
import { statement } from '../../../../server/db/statement.ts'

export type ScheduleRecord = Selectable<GrantSchedule>
export type OccurrenceRecord = Selectable<GrantOccurrence>

/** The most schedules of one fund; the list is not paged. */
export const maxSchedules = 500

export async function listSchedulesOf(db: Kysely<DB>, accountId: string): Promise<ScheduleRecord[]> {
  return await db
    .selectFrom('grant_schedule')
    .selectAll()
    .where('account_id', '=', accountId)
    // Those that still run first, by their next date.
    .orderBy(sql`next_on is null`)
    .orderBy('next_on')
    .orderBy('created_at', 'desc')
    .limit(maxSchedules)
    .execute()
}

export async function countSchedules(db: Kysely<DB>, accountId: string): Promise<number> {
  const { count } = await db
    .selectFrom('grant_schedule')
    .select(db.fn.countAll<bigint>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** A schedule of this fund; undefined for another fund's. */
export async function findSchedule(
  db: Kysely<DB>,
  accountId: string,
  scheduleId: string,
): Promise<ScheduleRecord | undefined> {
  return await db
    .selectFrom('grant_schedule')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('schedule_id', '=', scheduleId)
    .executeTakeFirst()
}

/** The same, locked until the end of the transaction. The fund is locked before it. */
export async function lockSchedule(
  trx: Kysely<DB>,
  accountId: string,
  scheduleId: string,
): Promise<ScheduleRecord | undefined> {
  return await trx
    .selectFrom('grant_schedule')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('schedule_id', '=', scheduleId)
    .forUpdate()
    .executeTakeFirst()
}

/** The schedule that was made with this idempotency key. */
export async function findScheduleByKey(
  trx: Kysely<DB>,
  accountId: string,
  idempotencyKey: string,
): Promise<ScheduleRecord | undefined> {
  return await trx
    .selectFrom('grant_schedule')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('idempotency_key', '=', idempotencyKey)
    .executeTakeFirst()
}

export async function insertSchedule(trx: Kysely<DB>, schedule: Insertable<GrantSchedule>): Promise<void> {
  await trx.insertInto('grant_schedule').values(schedule).execute()
}

export async function updateSchedule(
  trx: Kysely<DB>,
  scheduleId: string,
  columns: Updateable<GrantSchedule>,
): Promise<void> {
  await trx.updateTable('grant_schedule').set(columns).where('schedule_id', '=', scheduleId).execute()
}

export type DueSchedule = { schedule_id: string; account_id: string; next_on: IsoDate }

const dueSchedules = statement<
  DueSchedule,
  [day: IsoDate, afterDay: string, afterId: string, limit: number]
>(`
  select schedule_id, account_id, next_on from grant_schedule
  where next_on <= $1 and (next_on, schedule_id) > ($2::date, $3::uuid) order by next_on, schedule_id limit $4`)

const beforeAll = { next_on: '-infinity', schedule_id: '00000000-0000-0000-0000-000000000000' } as const

/** A batch of the schedules that are due on or before a day, after this one, in the order of an index. */
export const findDueSchedules = (
  db: Kysely<DB>,
  day: IsoDate,
  after: DueSchedule | null,
  limit: number,
): Promise<DueSchedule[]> => {
  const { next_on: afterDay, schedule_id: afterId } = after ?? beforeAll
  return dueSchedules(db, day, afterDay, afterId, limit)
}

/** Schedules with a date to come whose certification ends on this day of the client's clock, in the order of their ids. */
export async function findCertificationsThatEnd(
  db: Kysely<DB>,
  { endsOn, months, timeZone }: { endsOn: IsoDate; months: number; timeZone: string },
): Promise<{ schedule_id: string; certified_at: Date }[]> {
  const { rows } = await sql<{ schedule_id: string; certified_at: Date }>`
    select schedule_id, certified_at from grant_schedule
    where next_on is not null and state = 'active'
      and ((certified_at at time zone ${timeZone})::date + make_interval(months => ${months}))::date = ${endsOn}
    order by schedule_id`.execute(db)
  return rows
}

export async function findOccurrence(
  db: Kysely<DB>,
  scheduleId: string,
  number: number,
): Promise<OccurrenceRecord | undefined> {
  return await db
    .selectFrom('grant_occurrence')
    .selectAll()
    .where('schedule_id', '=', scheduleId)
    .where('number', '=', number)
    .executeTakeFirst()
}

export async function insertOccurrence(
  trx: Kysely<DB>,
  occurrence: Insertable<GrantOccurrence>,
): Promise<void> {
  await trx.insertInto('grant_occurrence').values(occurrence).execute()
}

/** Changes an occurrence that waits. */
export async function updateOccurrence(
  trx: Kysely<DB>,
  { scheduleId, number }: { scheduleId: string; number: number },
  columns: Updateable<GrantOccurrence>,
): Promise<void> {
  await trx
    .updateTable('grant_occurrence')
    .set(columns)
    .where('schedule_id', '=', scheduleId)
    .where('number', '=', number)
    .execute()
}

/** Whether a schedule already decided about this calendar date. */
export async function hasOccurrenceOn(
  db: Kysely<DB>,
  scheduleId: string,
  nominalOn: IsoDate,
): Promise<boolean> {
  const found = await db
    .selectFrom('grant_occurrence')
    .select('number')
    .where('schedule_id', '=', scheduleId)
    .where('nominal_on', '=', nominalOn)
    .executeTakeFirst()
  return found !== undefined
}

/** How many earlier dates a schedule's page shows; the lists of grants have all that were recommended. */
const shownOccurrences = 60

export async function listOccurrences(db: Kysely<DB>, scheduleId: string) {
  return await db
    .selectFrom('grant_occurrence as o')
    .leftJoin('grant_recommendation as g', join =>
      join.onRef('g.book', '=', 'o.book').onRef('g.grant_id', '=', 'o.grant_id'),
    )
    .select(['o.number', 'o.nominal_on', 'o.due_on', 'o.state', 'o.reason', 'o.field', 'o.grant_id'])
    .select(['g.transaction_status_code', 'g.review_state', 'g.outcome'])
    .where('o.schedule_id', '=', scheduleId)
    .orderBy('o.number', 'desc')
    .limit(shownOccurrences)
    .execute()
}

/** The dates of a fund's schedules that wait, and those to come that a person has skipped. */
export async function listOpenOccurrences(
  db: Kysely<DB>,
  accountId: string,
): Promise<{ schedule_id: string; number: number; state: OccurrenceRecord['state'] }[]> {
  return await db
    .selectFrom('grant_occurrence as o')
    .innerJoin('grant_schedule as s', join =>
      join.onRef('s.book', '=', 'o.book').onRef('s.schedule_id', '=', 'o.schedule_id'),
    )
    .select(['o.schedule_id', 'o.number', 'o.state'])
    .where('s.account_id', '=', accountId)
    .where(({ or, eb, and, ref }) =>
      or([
        eb('o.state', '=', 'waiting'),
        and([eb('o.state', '=', 'skipped'), eb('o.number', '>=', ref('s.next_number'))]),
      ]),
    )
    .execute()
}

/** The dates of one schedule that wait for its certification, the oldest first. */
export async function listUncertified(db: Kysely<DB>, scheduleId: string): Promise<OccurrenceRecord[]> {
  return await db
    .selectFrom('grant_occurrence')
    .selectAll()
    .where('schedule_id', '=', scheduleId)
    .where('state', '=', 'waiting')
    .where('field', '=', 'certified')
    .orderBy('number')
    .execute()
}

/** A schedule by its id alone, for a job of the book. */
export async function findScheduleOfBook(
  db: Kysely<DB>,
  scheduleId: string,
): Promise<ScheduleRecord | undefined> {
  return await db
    .selectFrom('grant_schedule')
    .selectAll()
    .where('schedule_id', '=', scheduleId)
    .executeTakeFirst()
}

export async function findFundName(db: Kysely<DB>, accountId: string): Promise<string> {
  const found = await db
    .selectFrom('fund_account')
    .select('account_name')
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return found.account_name
}

/** What the schedules of a fund hold that is needed for their sums: those that still run. */
export async function listRunningSchedules(db: Kysely<DB>, accountId: string): Promise<ScheduleRecord[]> {
  return await db
    .selectFrom('grant_schedule')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('next_on', 'is not', null)
    .execute()
}

/** Stops the schedules. The donors' list shows them as stopped. */
export async function stopSchedules(trx: Kysely<DB>, accountId: string, at: Date): Promise<void> {
  await sql`
    update grant_schedule set state = 'stopped', next_on = null, revision = revision + 1, changed_at = ${at}
    where account_id = ${accountId} and state in ('active', 'paused')`.execute(trx)
}

/** The roles on an account that people with access have now. */
export async function rolesOnAccount(
  trx: Kysely<DB>,
  accountId: string,
  userIds: readonly string[],
): Promise<{ role: AccountRole; advisorMayGrant: boolean }[]> {
  const { rows } = await sql<{ role: AccountRole; may_grant: boolean }>`
    select r.account_role_code as role, a.advisor_may_grant as may_grant
    from party p join account_relationship r on r.book = p.book and r.party_id = p.party_id
      join fund_account a on a.book = r.book and a.account_id = r.account_id
      join app_user u on u.user_id = p.user_id
    where r.account_id = ${accountId} and r.ended_at is null and u.has_access
      and p.user_id = any(${userIds}::uuid[])`.execute(trx)
  return rows.map(row => ({ role: row.role, advisorMayGrant: row.may_grant }))
}

/** What staff decided about the latest change of a charity by an import that makes schedules wait; undefined where there is none. */
export async function findLatestStop(
  trx: Kysely<DB>,
  charityId: string,
): Promise<'open' | 'continued' | 'stopped' | undefined> {
  const row = await trx
    .selectFrom('register_change_review')
    .select('state')
    .where('charity_id', '=', charityId)
    .where('stops', '=', true)
    .orderBy('import_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.state
}
