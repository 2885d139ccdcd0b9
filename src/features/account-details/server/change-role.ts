import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import { requireMailTo } from '../../../server/mail/mail-limit.ts'
import { isAssignableRole, routeOfRoleChange } from '../domain/relationship-changes.ts'
import type * as relationshipRequestsContract from '../relationship-requests.contract.ts'
import { changeBy } from './add-relationship.ts'
import { assignRole, changePeople } from './apply-people-change.ts'
import { getRelationship } from './get-relationship.ts'
import { findCurrentRelationship } from './relationships.queries.ts'
import { requireNoOtherRequest, requireShown } from './remove-person.ts'
import { requestChange } from './request-change.ts'
import { changeSettings } from './show-requests.ts'

/**
 * Gives a person another role at once, or asks staff to. Replies with the relationship in the new role once there is one. Throws
 * as `endRelationship` does.
 */
export async function changeRole(
  { params, body }: HandlerInput<typeof relationshipRequestsContract.changeRole>,
  context: ContextOf<typeof relationshipRequestsContract.changeRole>,
): Promise<Reply<typeof relationshipRequestsContract.changeRole>> {
  const { db, realmDb, account, actor, identity, today } = context
  const { accountId } = account
  const { accountRoleCode: role } = body.data.attributes
  return await changePeople(db, accountId, actor, async trx => {
    const inTransaction = { ...context, db: trx }
    const stored = await requireShown(trx, params.relationshipId, context)
    const { party_id: partyId, account_role_code: from } = stored
    if (stored.ended_at !== null) {
      // Repeated: the person has moved already.
      const current = await findCurrentRelationship(trx, { accountId, partyId, role })
      if (current === undefined) throw new Problem('conflict', { detail: 'This relationship has ended.' })
      return await getRelationship({ params: { relationshipId: current } }, inTransaction)
    }
    const route = routeOfRoleChange(from, role, changeSettings(context))
    if (route === null || !isAssignableRole(from)) throw new Problem('access-denied')
    if (route === 'at-once') {
      if (stored.email !== null && stored.user_id !== null)
        await requireMailTo(realmDb, identity.secret, {
          sender: { kind: 'person', userId: actor.userId },
          ...{ to: stored.email, day: today },
        })
      const relationshipId = await assignRole(trx, stored, { role, isConfirmed: false }, changeBy(context))
      return await getRelationship({ params: { relationshipId } }, inTransaction)
    }
    await requireNoOtherRequest(trx, stored.relationship_id, 'change-role', role)
    const asked = {
      kind: 'change-role',
      relationshipId: stored.relationship_id,
      accountRoleCode: role,
    } as const
    await requestChange(trx, asked, context)
    return await getRelationship({ params }, inTransaction)
  })
}
