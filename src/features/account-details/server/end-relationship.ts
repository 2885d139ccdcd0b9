import type { Kysely } from 'kysely'
import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { isDonorRole } from '../../../domain/account-roles.ts'
import type { DB } from '../../../server/db/schema.ts'
import { lastDonorSentence, routeOfRole } from '../domain/relationship-changes.ts'
import type * as relationshipsContract from '../relationships.contract.ts'
import { changeBy } from './add-relationship.ts'
import { changePeople, endOnAccount } from './apply-people-change.ts'
import { getRelationship } from './get-relationship.ts'
import { hasOtherDonor, type RelationshipDetailsRow } from './relationships.queries.ts'
import { type Context, requireNoOtherRequest, requireShown } from './remove-person.ts'
import { requestChange } from './request-change.ts'
import { changeSettings } from './show-requests.ts'

/**
 * Ends a person's relationship at once, or asks staff to (§17); the fund's donors are mailed. Throws `access-denied` for a role that
 * the caller may not end, and what `changePeople` throws. Removing someone twice is recorded and mailed once.
 */
export async function endRelationship(
  { params }: HandlerInput<typeof relationshipsContract.endRelationship>,
  context: Context,
): Promise<Reply<typeof relationshipsContract.endRelationship>> {
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
    return await getRelationship({ params }, { ...context, db: trx })
  })
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
