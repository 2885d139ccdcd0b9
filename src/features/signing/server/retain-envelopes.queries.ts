import { type Kysely, sql } from 'kysely'
import type { DB } from '../../../server/db/schema.ts'

/** `dueApplications`: the ids of the applications whose retention period has ended. */
type Rule = { years: number; today: string; dueApplications: readonly string[] }

/** Files `f` of final envelopes whose retention period has ended: the one after the account closed, or that of the application. */
const isDue = ({ years, today, dueApplications }: Rule) => sql<boolean>`(exists (
  select from envelope e join fund_account a on a.book = e.book and a.account_id = e.account_id
    where e.book = f.book and e.envelope_id = f.envelope_id and e.state not in ('preparing', 'signed')
      and a.closed_on + make_interval(years => ${years}::int) <= ${today}::date)
  or exists (select from envelope e
    where e.book = f.book and e.envelope_id = f.envelope_id and e.account_id is null and e.state not in ('preparing', 'signed')
      and e.application_id = any(${dueApplications}::uuid[])))`

const stored = sql<boolean>`f.state = 'stored'`

/** @returns how many were listed. */
export async function listDueFiles(db: Kysely<DB>, rule: Rule, at: Date): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('envelope_file as f')
    .set({ removal_listed_at: at })
    .where(stored)
    .where('f.removal_listed_at', 'is', null)
    .where(isDue(rule))
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

export async function unlistFiles(db: Kysely<DB>, rule: Rule): Promise<void> {
  await db
    .updateTable('envelope_file as f')
    .set({ removal_listed_at: null })
    .where(stored)
    .where('f.removal_listed_at', 'is not', null)
    .where(where => where.not(isDue(rule)))
    .execute()
}

/** @returns the envelope of each file. Their data keys are erased, so copies of their bytes cannot be read. */
export async function removeListedFiles(
  trx: Kysely<DB>,
  { listedBefore, at }: { listedBefore: Date; at: Date },
): Promise<string[]> {
  const rows = await trx
    .updateTable('envelope_file as f')
    .set({ state: 'removed', removed_at: at, data_key: null })
    .where(stored)
    .where('f.removal_listed_at', '<=', listedBefore)
    .returning('f.envelope_id')
    .execute()
  return rows.map(row => row.envelope_id)
}
