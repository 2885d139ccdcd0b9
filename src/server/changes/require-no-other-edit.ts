import type { Kysely } from 'kysely'
import type { OtherEdits } from '../../contract/problem-document.ts'
import { Problem } from '../../contract/problems.ts'
import { type Actor, sideOf } from '../auth/actor.ts'
import type { DB } from '../db/schema.ts'
import { type Changed, changesAfter, type StoredChange } from './changes.queries.ts'

type Edit = Pick<Changed, 'subject' | 'subjectId'> & {
  /** The revision that the caller loaded, and the one that is stored now. The caller holds the lock of the row. */
  editedRevision: number
  storedRevision: number
  /** The fields that the caller saves. Changes of other fields do not concern them. */
  fields: readonly string[]
}

/**
 * Refuses to overwrite a change that someone else saved after the caller loaded the form: throws `conflict` with who changed which field
 * and when. An editor who has seen that sends the revision of the reply, and replaces it knowingly.
 */
export async function requireNoOtherEdit(
  trx: Kysely<DB>,
  { editedRevision, storedRevision, fields, ...row }: Edit,
  reader: Reader,
): Promise<void> {
  const readChanges = () => changesAfter(trx, row, editedRevision)
  await requireUnchanged(readChanges, { editedRevision, storedRevision, fields }, reader)
}

export type Reader = { actor: Pick<Actor, 'accountRoles'>; sponsor: string }

/** The same for changes that are stored elsewhere. `readChanges` returns those after `editedRevision`, oldest first. */
export async function requireUnchanged(
  readChanges: () => Promise<StoredChange[]>,
  { editedRevision, storedRevision, fields }: Omit<Edit, 'subject' | 'subjectId'>,
  reader: Reader,
): Promise<void> {
  // A revision from the future was not loaded from here.
  if (editedRevision > storedRevision) throw changedMeanwhile()
  if (editedRevision === storedRevision) return
  const seesStaff = sideOf(reader.actor) === 'sponsor'
  const changes: OtherEdits['changes'] = (await readChanges()).flatMap(change =>
    fields
      .filter(field => field in change.after_change)
      .map(field => ({
        field,
        before: change.before_change[field] ?? null,
        after: change.after_change[field] ?? null,
        by: change.actor_side === 'fund' || seesStaff ? change.actor_name : reader.sponsor,
        at: change.at.toISOString(),
      })),
  )
  if (changes.length === 0) return
  throw new Problem('conflict', { otherEdits: { revision: storedRevision, changes } })
}

export const changedMeanwhile = (): Problem =>
  new Problem('conflict', { detail: 'This has changed since you opened it. Please reload the page.' })
