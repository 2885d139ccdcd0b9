import type { Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { rolesAfter, routeOfRoleChange } from '../domain/relationship-changes.ts'
import type * as contract from '../relationships.contract.ts'
import { pendingRequestOf } from './relationship-requests.queries.ts'
import { findRelationship, type RelationshipRow } from './relationships.queries.ts'
import { showContact } from './show-contact.ts'
import { type Context, isShown, mayChange, mayInvite, toResponse } from './show-relationships.ts'
import { addable, changeSettings, sentenceOf } from './show-requests.ts'

/** One person of the account; an id of another account does not exist here. */
export async function getRelationship(
  { params }: { params: { relationshipId: string } },
  context: Context,
): Promise<Reply<typeof contract.getRelationship>> {
  const row = await findRelationship(context.db, context.account.accountId, params.relationshipId)
  if (!row || !isShown(row, context)) throw new Problem('not-found')
  const pending = await pendingRequestOf(context.db, row.relationship_id)
  return {
    ...toResponse(row, context),
    roles: rolesFor(row, context),
    mayInvite: mayInvite(row, context),
    pendingRequest: pending ? sentenceOf(pending, context.client) : null,
    since: row.since,
    hasLogin: row.user_id !== null,
    isSelf: row.user_id === context.actor.userId,
    ...(await showContact(row, context)),
  }
}

/** The roles that the caller may give the person instead. */
function rolesFor(row: RelationshipRow, context: Pick<Context, 'client' | 'actor' | 'account'>) {
  if (row.ended_at !== null || !mayChange(context)) return []
  const settings = changeSettings(context)
  return rolesAfter(row.account_role_code, settings).map(role =>
    addable(role, routeOfRoleChange(row.account_role_code, role, settings) ?? 'by-request', context.client),
  )
}
