import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { IsoDate } from '../../../domain/dates.ts'
import type { DB } from '../../../server/db/schema.ts'
import { declinedRetentionYears, draftRetentionDays } from '../domain/application.ts'

/** Whether the retention period of an application is over: a draft without changes, or one that did not become an account (§17). */
const isApplicationDue = (table: string, today: string): RawBuilder<boolean> => {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  return sql<boolean>`(
    ${column('state')} = 'draft' and ${column('changed_at')} < ${today}::date - ${draftRetentionDays}::int
    or ${column('state')} in ('declined', 'withdrawn')
      and ${column('changed_at')} < ${today}::date - make_interval(years => ${declinedRetentionYears}::int))`
}

/** Due applications that are not yet erased: their documents go first. */
export async function dueApplications(db: Kysely<DB>, today: string): Promise<string[]> {
  const { rows } = await sql<{ application_id: string }>`
    select p.application_id from account_application p where p.erased_at is null and ${isApplicationDue('p', today)}`.execute(
    db,
  )
  return rows.map(row => row.application_id)
}

/** Due applications whose documents are already deleted. */
export async function findDue(db: Kysely<DB>, today: IsoDate, limit: number): Promise<string[]> {
  const { rows } = await sql<{ application_id: string }>`
    select p.application_id from account_application p
    where p.erased_at is null and ${isApplicationDue('p', today)}
      and not exists (select from document d where d.book = p.book and d.application_id = p.application_id and d.state = 'stored')
      and not exists (select from envelope e join envelope_file f on f.book = e.book and f.envelope_id = e.envelope_id
        where e.book = p.book and e.application_id = p.application_id and f.state = 'stored')
    limit ${limit}`.execute(db)
  return rows.map(row => row.application_id)
}

/**
 * Erases what was filled in, the signers and the history of an application.
 *
 * @returns whether it was still due.
 */
export async function eraseContent(
  trx: Kysely<DB>,
  applicationId: string,
  { today, at }: { today: IsoDate; at: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update account_application p set draft = '{}', document = null, duplicates = null, message =
        case when p.state = 'declined' then 'Erased' end, erased_at = ${at}
      where p.application_id = ${applicationId} and p.erased_at is null and ${isApplicationDue('p', today)}
      returning p.application_id`.execute(trx)
  if (rows.length === 0) return false
  for (const table of ['application_signer', 'application_event'] as const)
    await trx.deleteFrom(table).where('application_id', '=', applicationId).execute()
  return true
}
