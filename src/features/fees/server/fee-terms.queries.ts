import { type Insertable, type Kysely, type Selectable, sql, type Updateable } from 'kysely'
import type { IsoDate } from '../../../domain/dates.ts'
import type { DB, FeeTermsChange } from '../../../server/db/schema.ts'
import { shortRead } from '../../../server/db/statement.ts'
import type { SetTerms } from '../domain/terms-in-force.ts'
import { termsOf } from './stored-terms.ts'

export type TermsChangeRow = Selectable<FeeTermsChange>

type MadeRow = Pick<TermsChangeRow, 'change_id' | 'schedule' | 'revision' | 'terms'>

const readMadeTerms = shortRead<MadeRow, []>(
  `select change_id, schedule, revision, terms from fee_terms_change where state = 'made' order by schedule, revision`,
)

/** The terms that two people have set for the book's schedules, in the order in which they did. */
export async function listSetTerms(db: Kysely<DB>): Promise<SetTerms[]> {
  return (await readMadeTerms(db)).map(setTermsOf)
}

export const setTermsOf = (row: MadeRow): SetTerms => ({
  ...{ changeId: row.change_id, schedule: row.schedule, revision: row.revision ?? 0 },
  terms: termsOf(row),
})

/** The changes of a schedule's terms, the latest first: 100, and however many came since, those that were made and what waits. */
export async function listTermsChanges(db: Kysely<DB>, schedule: string): Promise<TermsChangeRow[]> {
  return await db
    .selectFrom('fee_terms_change')
    .selectAll()
    .where('schedule', '=', schedule)
    .where(
      sql<boolean>`(state in ('waiting', 'made') or change_id in (
        select c.change_id from fee_terms_change c where c.schedule = ${schedule} order by c.requested_at desc, c.change_id desc limit 100))`,
    )
    .orderBy('requested_at', 'desc')
    .orderBy('change_id', 'desc')
    .execute()
}

export async function findTermsChange(
  trx: Kysely<DB>,
  changeId: string,
): Promise<TermsChangeRow | undefined> {
  return await trx
    .selectFrom('fee_terms_change')
    .selectAll()
    .where('change_id', '=', changeId)
    .executeTakeFirst()
}

/** What waits for a second person, and what two people have set, of all schedules of the book. */
export async function listOpenAndMade(db: Kysely<DB>): Promise<TermsChangeRow[]> {
  return await db
    .selectFrom('fee_terms_change')
    .selectAll()
    .where('state', 'in', ['waiting', 'made'])
    .execute()
}

export async function listWaitingTerms(db: Kysely<DB>): Promise<TermsChangeRow[]> {
  return await db.selectFrom('fee_terms_change').selectAll().where('state', '=', 'waiting').execute()
}

export async function insertTermsChange(trx: Kysely<DB>, change: Insertable<FeeTermsChange>): Promise<void> {
  await trx.insertInto('fee_terms_change').values(change).execute()
}

export async function updateTermsChange(
  trx: Kysely<DB>,
  changeId: string,
  columns: Updateable<FeeTermsChange>,
): Promise<void> {
  await trx.updateTable('fee_terms_change').set(columns).where('change_id', '=', changeId).execute()
}

/** The last day that a run of the schedule has charged, or would charge once a second person confirms it. */
export async function findChargedTo(db: Kysely<DB>, schedule: string): Promise<IsoDate | null> {
  const { rows } = await sql<{ charged_to: IsoDate | null }>`
    select max(r.period_to) as charged_to from fee_run r join posting_batch b on b.book = r.book and b.batch_id = r.batch_id
    where r.schedule = ${schedule} and (b.state in ('applying', 'applied', 'reversing')
      or b.state = 'entered' and exists (
        select from posting_request q where q.book = b.book and q.batch_id = b.batch_id and q.state = 'requested'))`.execute(
    db,
  )
  return rows[0]?.charged_to ?? null
}
