import { isIP } from 'node:net'
import type { Kysely } from 'kysely'
import { type Actor, personOf, type Side, sideOf } from '../auth/actor.ts'
import type { DB } from '../db/schema.ts'
import { type Changed, type ChangeKind, insertChanges } from './changes.queries.ts'
import type { Fields } from './fields.ts'

/** Who changed something, under their name at that time, and from where. */
export type ChangeAuthor = {
  userId: string
  name: string
  side: Side
  onBehalfOf: string | null
  /** Null for changes by a job on behalf of a person. */
  sessionId: string | null
  address: string
}

export function changeAuthor({ actor, request }: { actor: Actor; request: { ip: string } }): ChangeAuthor {
  return {
    ...personOf(actor),
    side: sideOf(actor),
    onBehalfOf: null,
    sessionId: actor.sessionId,
    address: request.ip,
  }
}

type Change = Changed & {
  kind: ChangeKind
  /** The revision of the row after the change. */
  revision: number
  /** The fields that changed. */
  before: Fields
  after: Fields
  author: ChangeAuthor
  at: Date
}

/**
 * Records a change in the transaction that makes it. The database adds the record's digest to the audit log at commit
 * (docs/decisions/0027-change-records.md).
 */
export async function recordChange(trx: Kysely<DB>, change: Change): Promise<void> {
  await recordChanges(trx, [change])
}

/** The same for a list, with one statement. An empty list asks nothing. */
export async function recordChanges(trx: Kysely<DB>, changes: readonly Change[]): Promise<void> {
  if (changes.length > 0) await insertChanges(trx, changes.map(rowOf))
}

const rowOf = ({ subject, subjectId, accountId, kind, revision, before, after, author, at }: Change) => ({
  account_id: accountId,
  subject,
  subject_id: subjectId,
  revision,
  kind,
  before,
  after,
  actor_user_id: author.userId,
  actor_name: author.name,
  actor_side: author.side,
  on_behalf_of: author.onBehalfOf,
  session_id: author.sessionId,
  address: isIP(author.address) ? author.address : null,
  at,
})
