import type { Kysely } from 'kysely'
import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { changeAuthor } from '../../../server/changes/record-change.ts'
import type { DB } from '../../../server/db/schema.ts'
import { findOrInvite, mailInvitation } from '../../people/server/find-or-invite.ts'
import type * as contract from '../relationship-requests.contract.ts'
import {
  addToAccount,
  assignRole,
  type ChangeOfPeople,
  changePeople,
  endOnAccount,
} from './apply-people-change.ts'
import { type Context, decide, requireDecidable, requirePending } from './decide-request.ts'
import type { RequestRow } from './relationship-requests.queries.ts'
import { findRelationship } from './relationships.queries.ts'
import { ownRequestSentence, sentenceOf } from './show-requests.ts'

/**
 * Carries a request out and mails the donors. Throws `not-found`, `access-denied` for the requester and for the person concerned,
 * `conflict` if it was decided otherwise or the relationship has ended in the meantime, and what `changePeople` throws. Repeating it changes
 * nothing.
 */
export async function confirmRequest(
  { params }: HandlerInput<typeof contract.confirmRequest>,
  context: Context,
): Promise<Reply<typeof contract.confirmRequest>> {
  const { db, realmDb, actor, client, clock } = context
  const request = await requireDecidable(params.requestId, context)
  const at = clock.now()
  const person = personToAdd(request)
  // The realm first, as in add-relationship.ts.
  const userId =
    person && request.state === 'pending'
      ? await realmDb.transaction().execute(trx => findOrInvite(trx, client, person, at))
      : null
  if (userId === actor.userId) throw new Problem('access-denied', { detail: ownRequestSentence })
  await changePeople(db, request.account_id, actor, async trx => {
    if (!(await requirePending(trx, request, 'confirmed', context))) return
    await carryOut(trx, request, userId, {
      accountId: request.account_id,
      client,
      author: changeAuthor(context),
      requestedBy: request.requested_by_name,
      at,
      today: context.today,
    })
    await decide(trx, request, { state: 'confirmed', message: null }, context)
  })
  if (userId !== null) await mailInvitation(realmDb, userId)
  return { state: 'confirmed', sentence: sentenceOf(request, client) }
}

function personToAdd({ first_name: firstName, last_name: lastName, email }: RequestRow) {
  return firstName === null || lastName === null || email === null ? null : { firstName, lastName, email }
}

async function carryOut(
  trx: Kysely<DB>,
  request: RequestRow,
  userId: string | null,
  change: ChangeOfPeople,
): Promise<void> {
  const { account_role_code: role, relationship_id: relationshipId } = request
  if (relationshipId === null) {
    if (userId === null || role === null) throw new Error('the request to add names no person or no role')
    await addToAccount(trx, { userId, name: request.person, role, contact: 'confirmed' }, change)
    return
  }
  const stored = await findRelationship(trx, request.account_id, relationshipId)
  if (!stored || stored.ended_at !== null)
    throw new Problem('conflict', { detail: 'This relationship has ended. Please decline the request.' })
  if (role === null) await endOnAccount(trx, stored, change)
  else await assignRole(trx, stored, { role, isConfirmed: true }, change)
}
