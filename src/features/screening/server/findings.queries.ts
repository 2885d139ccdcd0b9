import { type Insertable, type Kysely, type Selectable, sql, type Updateable } from 'kysely'
import type { IsoDate } from '../../../domain/dates.ts'
import { isUuid } from '../../../domain/uuid.ts'
import { type Key, orderOf, type Position, positionOf, rowsAfter } from '../../../server/db/keyset.queries.ts'
import type { DB, ScreeningDecision, ScreeningFinding, ScreeningReport } from '../../../server/db/schema.ts'
import type { KeysetPage } from '../../../server/http/keyset-page.ts'
import type { FindingState } from '../domain/finding.ts'
import type { findingViews } from '../findings.contract.ts'

/** A finding, with when two people confirmed it and the day on which it was reported since then. */
export type FindingRecord = Selectable<ScreeningFinding> & {
  confirmed_at: Date | null
  reported_on: IsoDate | null
}

type View = (typeof findingViews)[number]

const statesOf = {
  'to-decide': ['open', 'waiting', 'lifting'],
  'to-report': ['confirmed', 'lifting'],
  confirmed: ['confirmed', 'lifting'],
  decided: ['confirmed', 'lifting', 'dismissed', 'gone'],
} as const satisfies Record<View, readonly FindingState[]>

/** When the finding `f` was confirmed, also if somebody asked to lift it since: the days for its report count from then. */
const confirmedAt = sql<Date | null>`(select max(d.decided_at) from screening_decision d
  where d.finding_id = f.finding_id and d.from_state = 'waiting' and d.to_state = 'confirmed')`

/** The day of its last report since. */
const reportedOn = sql<IsoDate | null>`(select max(r.reported_on) from screening_report r
  where r.finding_id = f.finding_id and r.recorded_at >= ${confirmedAt})`

const inView = (view: View) =>
  view === 'to-report' ? sql<boolean>`${reportedOn} is null` : sql<boolean>`true`

const microsOf = (instant: string): Key => ({
  sql: `(extract(epoch from ${instant}) * 1000000)::bigint`,
  type: 'micros',
})
const ownId: Key = { sql: 'f.finding_id', type: 'uuid' }

/** `decidedAt`: by the last step about a finding, or when it was found where there is none. */
export const findingKeysets = {
  foundAt: [microsOf('f.found_at'), ownId],
  decidedAt: [microsOf('coalesce(f.decided_at, f.found_at)'), ownId],
} as const satisfies Record<string, readonly Key[]>

/** One page of the findings of a view, and one row more if there are more. */
export async function listFindingRows(
  realmDb: Kysely<DB>,
  view: View,
  { keyset, after, countedTotal, first }: KeysetPage,
): Promise<{ rows: (FindingRecord & { keyset: Position })[]; total: number }> {
  const rows = await realmDb
    .selectFrom('screening_finding as f')
    .selectAll('f')
    .select([confirmedAt.as('confirmed_at'), reportedOn.as('reported_on')])
    .where('f.state', 'in', statesOf[view])
    .where(inView(view))
    .select(sql.raw<Position>(positionOf(keyset)).as('keyset'))
    .where(rowsAfter(keyset, after))
    .orderBy(sql.raw(orderOf(keyset)))
    .limit(first + 1)
    .execute()
  return { rows, total: countedTotal ?? (await countFindings(realmDb, view)) }
}

export async function countFindings(realmDb: Kysely<DB>, view: View): Promise<number> {
  const { total } = await realmDb
    .selectFrom('screening_finding as f')
    .select(({ fn }) => fn.countAll<bigint>().as('total'))
    .where('f.state', 'in', statesOf[view])
    .where(inView(view))
    .executeTakeFirstOrThrow()
  return Number(total)
}

export async function findFinding(
  realmDb: Kysely<DB>,
  findingId: string,
): Promise<FindingRecord | undefined> {
  return await realmDb
    .selectFrom('screening_finding as f')
    .selectAll('f')
    .select([confirmedAt.as('confirmed_at'), reportedOn.as('reported_on')])
    .where('finding_id', '=', findingId)
    .executeTakeFirst()
}

/** Locks a finding until the transaction ends. */
export async function lockFinding(
  trx: Kysely<DB>,
  findingId: string,
): Promise<Selectable<ScreeningFinding> | undefined> {
  return await trx
    .selectFrom('screening_finding')
    .selectAll()
    .where('finding_id', '=', findingId)
    .forUpdate()
    .executeTakeFirst()
}

export async function updateFinding(
  trx: Kysely<DB>,
  findingId: string,
  columns: Updateable<ScreeningFinding>,
): Promise<void> {
  await trx.updateTable('screening_finding').set(columns).where('finding_id', '=', findingId).execute()
}

/** The decisions about a finding, the earliest first. */
export async function listDecisions(
  realmDb: Kysely<DB>,
  findingId: string,
): Promise<Selectable<ScreeningDecision>[]> {
  return await realmDb
    .selectFrom('screening_decision')
    .selectAll()
    .select(sql<string>`name_and_access(decided_by, decided_by_name)`.as('decided_by_name'))
    .where('finding_id', '=', findingId)
    .orderBy('step')
    .execute()
}

/** The reports about a finding, the earliest first. */
export async function listReports(
  realmDb: Kysely<DB>,
  findingId: string,
): Promise<Selectable<ScreeningReport>[]> {
  return await realmDb
    .selectFrom('screening_report')
    .selectAll()
    .select(sql<string>`name_and_access(reported_by, reported_by_name)`.as('reported_by_name'))
    .where('finding_id', '=', findingId)
    .orderBy('reported_on')
    .orderBy('recorded_at')
    .execute()
}

/** Stores a report; false where it is known already. */
export async function insertReport(trx: Kysely<DB>, row: Insertable<ScreeningReport>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('screening_report')
    .values(row)
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

type Subject = Pick<FindingRecord, 'subject_kind' | 'subject_id'>

/** The grants of a book that depend on a finding about this charity or person: to it, or from an account of theirs, and not yet paid. */
const dependent = ({ subject_kind, subject_id }: Subject) => sql`
  from grant_recommendation g join fund_account a on a.book = g.book and a.account_id = g.account_id
  where g.transaction_status_code in (1, 2, 3, 4) and ${
    subject_kind === 'charity'
      ? sql`g.charity_id = ${subject_id}`
      : sql`g.account_id in (select p.account_id from person_to_screen p where p.person_id = ${subject_id})`
  }`

export type DependentGrant = { grant_id: string; transaction_id: bigint; account_name: string }

export async function listDependentGrants(
  db: Kysely<DB>,
  subject: Subject,
  limit: number,
): Promise<DependentGrant[]> {
  const { rows } = await sql<DependentGrant>`
    select g.grant_id, g.transaction_id, a.account_name ${dependent(subject)} order by g.transaction_id limit ${limit}`.execute(
    db,
  )
  return rows
}

/** The accounts of a person in a book. */
export async function listAccountsOf(
  db: Kysely<DB>,
  personId: string,
  limit: number,
): Promise<{ fund_id: bigint; account_name: string }[]> {
  const { rows } = await sql<{ fund_id: bigint; account_name: string }>`
    select distinct a.fund_id, a.account_name from person_to_screen p join fund_account a on a.account_id = p.account_id
    where p.person_id = ${personId} order by a.fund_id limit ${limit}`.execute(db)
  return rows
}

/** The application in this book of a person who applies, whose id begins with it (`applicant_to_screen`); null for others. */
export async function findApplicationOf(db: Kysely<DB>, personId: string): Promise<string | null> {
  const [applicationId = '', place] = personId.split(' ')
  if (place === undefined || !isUuid(applicationId)) return null
  const found = await db
    .selectFrom('account_application')
    .select('application_id')
    .where('application_id', '=', applicationId)
    .executeTakeFirst()
  return found?.application_id ?? null
}

/** Whether this person's approval of a grant that depends on the finding still counts. */
export async function hasApprovedDependent(
  db: Kysely<DB>,
  subject: Subject,
  userId: string,
): Promise<boolean> {
  const { rows } = await sql`
    select 1 ${dependent(subject)} and g.transaction_status_code in (3, 4) and ${userId} = (
      select h.actor_user_id from grant_history_entry h where h.book = g.book and h.grant_id = g.grant_id and h.transition = 'approve'
      order by h.step desc limit 1) limit 1`.execute(db)
  return rows.length > 0
}
