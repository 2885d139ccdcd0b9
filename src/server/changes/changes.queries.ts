import type { Insertable, Kysely } from 'kysely'
import type { Side } from '../auth/actor.ts'
import type { ChangeRecord, DB } from '../db/schema.ts'
import type { Fields } from './fields.ts'

export type ChangeKind = ChangeRecord['kind']
type ChangeSubject = ChangeRecord['subject']

/** A row whose changes are recorded, and the fund account that it belongs to. */
export type Changed = { subject: ChangeSubject; subjectId: string; accountId: string }

type NewChange = Omit<Insertable<ChangeRecord>, 'before_change' | 'after_change'> & {
  before: Fields
  after: Fields
}

/** Inserts at least one record, with one statement. */
export async function insertChanges(trx: Kysely<DB>, changes: readonly NewChange[]): Promise<void> {
  await trx
    .insertInto('change_record')
    .values(
      changes.map(({ before, after, ...columns }) => ({
        ...columns,
        before_change: JSON.stringify(before),
        after_change: JSON.stringify(after),
      })),
    )
    .execute()
}

export type StoredChange = {
  before_change: Fields
  after_change: Fields
  actor_name: string
  actor_side: Side
  at: Date
}

/** How many changes one reply lists. An editor who missed more sees the latest. */
const maxChanges = 20

/** The changes of a row after a revision, oldest first. */
export async function changesAfter(
  db: Kysely<DB>,
  { subject, subjectId }: Pick<Changed, 'subject' | 'subjectId'>,
  revision: number,
): Promise<StoredChange[]> {
  const rows = await db
    .selectFrom('change_record')
    .select(['before_change', 'after_change', 'actor_name', 'actor_side', 'at'])
    .where('subject', '=', subject)
    .where('subject_id', '=', subjectId)
    .where('revision', '>', revision)
    .orderBy('revision', 'desc')
    .limit(maxChanges)
    .execute()
  return rows.reverse()
}
