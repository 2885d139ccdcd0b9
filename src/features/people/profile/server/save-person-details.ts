import type { Kysely } from 'kysely'
import type { Individual } from '../../../../contract/individual.ts'
import { Problem } from '../../../../contract/problems.ts'
import { keysOf } from '../../../../domain/keys-of.ts'
import { recordAuditEvent } from '../../../../server/audit/record-audit-event.ts'
import { digestOfChange, readPersonRecords } from '../../../../server/changes/change-digest.queries.ts'
import type { ChangeAuthor } from '../../../../server/changes/record-change.ts'
import { type Reader, requireUnchanged } from '../../../../server/changes/require-no-other-edit.ts'
import type { DB } from '../../../../server/db/schema.ts'
import { addJob } from '../../../../server/jobs/add-job.ts'
import { syncPerson } from '../../server/sync-person.ts'
import {
  findPerson,
  insertPersonChange,
  lockPerson,
  type PersonFields,
  personChangesAfter,
  type StoredPerson,
  storePerson,
} from './profile.queries.ts'

type Edit = {
  userId: string
  /** The fields that the form has; others stay. */
  details: Partial<PersonFields>
  /** The contact of the editor's book, which holds until something is saved in the realm. */
  fromBook: Partial<Individual> | undefined
  /** The revision that the editor loaded. */
  editedRevision: number
  /** Why somebody else changes them; kept with the record. Null for the person, and where a permission of its own allows it (§2.9). */
  reason: string | null
  author: ChangeAuthor
  reader: Reader
  client: string
  at: Date
}

/**
 * Stores a person's name and contact in the realm, with a record of the fields before and after and its digest in the audit log, in
 * the caller's transaction. Throws `conflict` with the other edit if someone else saved one of the fields in the meantime. Returns what is
 * stored; the same details twice are stored once.
 */
export async function savePersonDetails(
  trx: Kysely<DB>,
  { userId, details, fromBook, editedRevision, reason, author, reader, client, at }: Edit,
): Promise<{ person: StoredPerson; isChanged: boolean }> {
  await lockPerson(trx, userId)
  const found = await findPerson(trx, userId)
  if (!found) throw new Problem('not-found')
  const stored = found.revision > 0 ? found : { ...found, ...fromBook }
  const sent = withoutUnusedCountries(details)
  const fields = keysOf(sent)
  const changed = fields.filter(field => sent[field] !== undefined && sent[field] !== stored[field])
  if (changed.length === 0) return { person: stored, isChanged: false }
  await requireUnchanged(
    () => personChangesAfter(trx, userId, editedRevision),
    { editedRevision, storedRevision: stored.revision, fields },
    reader,
  )
  const revision = stored.revision + 1
  const { revision: _replaced, ...before } = stored
  const after: PersonFields = { ...before, ...sent }
  await storePerson(trx, userId, after, revision)
  await addJob(trx, syncPerson, { userId })
  const changeId = await insertPersonChange(trx, {
    userId,
    revision,
    before: pick(before, changed),
    after: { ...pick(after, changed), ...(reason === null ? {} : { reason }) },
    actor: { userId: author.userId, name: author.name, side: author.side },
    at,
  })
  const [record] = await readPersonRecords(trx, [changeId])
  await recordAuditEvent(trx, {
    kind: 'profile-changed',
    userId,
    actorUserId: author.userId === userId ? null : author.userId,
    sessionId: author.sessionId,
    at,
    address: author.address,
    detail: { client, change: changeId, digest: digestOfChange(record?.parts ?? []) },
  })
  return { person: { ...after, revision }, isChanged: true }
}

const pick = (person: PersonFields, fields: readonly (keyof PersonFields)[]): Record<string, string> =>
  Object.fromEntries(fields.map(field => [field, person[field]]))

/** A form proposes countries. They mean nothing without an address or a number, and are not stored then. */
export function withoutUnusedCountries(details: Partial<PersonFields>): Partial<PersonFields> {
  const { address1, phone, alternatePhone } = details
  return {
    ...details,
    ...(address1 === '' ? { country: '' } : {}),
    ...(phone === '' ? { phoneCountryCode: '' } : {}),
    ...(alternatePhone === '' ? { alternatePhoneCountryCode: '' } : {}),
  }
}
