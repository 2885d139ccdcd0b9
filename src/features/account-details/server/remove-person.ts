import type { Kysely } from 'kysely'
import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { isDonorRole } from '../../../domain/account-roles.ts'
import type { DB } from '../../../server/db/schema.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import { requireMailTo } from '../../../server/mail/mail-limit.ts'
import {
  isAssignableRole,
  lastDonorSentence,
  routeOfRole,
  routeOfRoleChange,
} from '../domain/relationship-changes.ts'
import type { changeRole } from '../relationship-requests.contract.ts'
import type { endRelationship } from '../relationships.contract.ts'
import { changeBy } from './add-person.ts'
import { assignRole, changePeople, endOnAccount } from './apply-people-change.ts'
import { pendingRequestOf } from './relationship-requests.queries.ts'
import {
  findCurrentRelationship,
  findRelationship,
  hasOtherDonor,
  type RelationshipDetailsRow,
} from './relationships.queries.ts'
import { requestChange } from './request-change.ts'
import { isShown, showRelationship } from './show-relationships.ts'
import { changeSettings } from './show-requests.ts'

type Context = ContextOf<typeof endRelationship>

/**
 * Ends a person's relationship at once, or asks staff to (§17); the fund's donors are mailed. Throws `access-denied` for a role that
 * the caller may not end, and what `changePeople` throws. Removing someone twice is recorded and mailed once.
 */
export async function removePerson(
  { params }: HandlerInput<typeof endRelationship>,
  context: Context,
): Promise<Reply<typeof endRelationship>> {
  const { db, account, actor } = context
  return await changePeople(db, account.accountId, actor, async trx => {
    const stored = await requireShown(trx, params.relationshipId, context)
    const route = routeOfRole(stored.account_role_code, changeSettings(context))
    if (route === null) throw new Problem('access-denied')
    if (stored.ended_at === null) {
      if (route === 'at-once') await endOnAccount(trx, stored, changeBy(context))
      else {
        await requireOtherDonor(trx, account.accountId, stored)
        await requireNoOtherRequest(trx, stored.relationship_id, 'end')
        await requestChange(trx, { kind: 'end', relationshipId: stored.relationship_id }, context)
      }
    }
    return await showRelationship({ params }, { ...context, db: trx })
  })
}

/**
 * Gives a person another role at once, or asks staff to. Replies with the relationship in the new role once there is one. Throws
 * as `removePerson` does.
 */
export async function changePersonsRole(
  { params, body }: HandlerInput<typeof changeRole>,
  context: ContextOf<typeof changeRole>,
): Promise<Reply<typeof changeRole>> {
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
      return await showRelationship({ params: { relationshipId: current } }, inTransaction)
    }
    const route = routeOfRoleChange(from, role, changeSettings(context))
    if (route === null || !isAssignableRole(from)) throw new Problem('access-denied')
    if (route === 'at-once') {
      if (stored.email !== null && stored.user_id !== null)
        await requireMailTo(realmDb, identity.secret, {
          sender: { userId: actor.userId },
          ...{ to: stored.email, day: today },
        })
      const relationshipId = await assignRole(trx, stored, { role, isConfirmed: false }, changeBy(context))
      return await showRelationship({ params: { relationshipId } }, inTransaction)
    }
    await requireNoOtherRequest(trx, stored.relationship_id, 'change-role', role)
    const asked = {
      kind: 'change-role',
      relationshipId: stored.relationship_id,
      accountRoleCode: role,
    } as const
    await requestChange(trx, asked, context)
    return await showRelationship({ params }, inTransaction)
  })
}

/** The relationship, if the caller may see it. */
async function requireShown(
  trx: Kysely<DB>,
  relationshipId: string,
  context: Context,
): Promise<RelationshipDetailsRow> {
  const stored = await findRelationship(trx, context.account.accountId, relationshipId)
  if (!stored || !isShown(stored, context)) throw new Problem('not-found')
  return stored
}

/** Says at once what the database would refuse when staff confirm. */
async function requireOtherDonor(
  trx: Kysely<DB>,
  accountId: string,
  { account_role_code: role, relationship_id: relationshipId }: RelationshipDetailsRow,
): Promise<void> {
  if (isDonorRole(role) && !(await hasOtherDonor(trx, accountId, relationshipId)))
    throw new Problem('conflict', { detail: lastDonorSentence })
}

/** There is one request about a person at a time: repeating it changes nothing, another one is a conflict. */
async function requireNoOtherRequest(
  trx: Kysely<DB>,
  relationshipId: string,
  kind: 'end' | 'change-role',
  role: string | null = null,
): Promise<void> {
  const pending = await pendingRequestOf(trx, relationshipId)
  if (pending && (pending.kind !== kind || pending.account_role_code !== role))
    throw new Problem('conflict', { detail: 'Another change of this person is waiting for confirmation.' })
}
