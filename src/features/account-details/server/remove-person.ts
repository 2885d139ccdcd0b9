import type { Kysely } from 'kysely'
import { Problem } from '../../../contract/problems.ts'
import type { DB } from '../../../server/db/schema.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import type * as relationshipsContract from '../relationships.contract.ts'
import { pendingRequestOf } from './relationship-requests.queries.ts'
import { findRelationship, type RelationshipDetailsRow } from './relationships.queries.ts'
import { isShown } from './show-relationships.ts'

export type Context = ContextOf<typeof relationshipsContract.endRelationship>

/** The relationship, if the caller may see it. */
export async function requireShown(
  trx: Kysely<DB>,
  relationshipId: string,
  context: Context,
): Promise<RelationshipDetailsRow> {
  const stored = await findRelationship(trx, context.account.accountId, relationshipId)
  if (!stored || !isShown(stored, context)) throw new Problem('not-found')
  return stored
}

/** There is one request about a person at a time: repeating it changes nothing, another one is a conflict. */
export async function requireNoOtherRequest(
  trx: Kysely<DB>,
  relationshipId: string,
  kind: 'end' | 'change-role',
  role: string | null = null,
): Promise<void> {
  const pending = await pendingRequestOf(trx, relationshipId)
  if (pending && (pending.kind !== kind || pending.account_role_code !== role))
    throw new Problem('conflict', { detail: 'Another change of this person is waiting for confirmation.' })
}
