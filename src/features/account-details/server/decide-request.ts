import type { Kysely } from 'kysely'
import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { commandSource, recordCommand } from '../../../server/audit/record-command.ts'
import { personOf } from '../../../server/auth/actor.ts'
import { changeAuthor } from '../../../server/changes/record-change.ts'
import type { DB } from '../../../server/db/schema.ts'
import { violates } from '../../../server/db/violates.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import { addJob } from '../../../server/jobs/add-job.ts'
import { findOrInvite, mailInvitation } from '../../people/server/find-or-invite.ts'
import type { confirmRequest, declineRequest } from '../relationship-requests.contract.ts'
import {
  addToAccount,
  assignRole,
  type ChangeOfPeople,
  changePeople,
  endOnAccount,
} from './apply-people-change.ts'
import { mailPeopleChange } from './mail-people-change.ts'
import { findRequest, lockRequest, type RequestRow, setDecided } from './relationship-requests.queries.ts'
import { findRelationship } from './relationships.queries.ts'
import { ownRequestSentence, sentenceOf, violationFor } from './show-requests.ts'

type Context = ContextOf<typeof confirmRequest>

/**
 * Carries a request out and mails the donors. Throws `not-found`, `access-denied` for the requester and for the person concerned,
 * `conflict` if it was decided otherwise or the relationship has ended in the meantime, and what `changePeople` throws. Repeating it changes
 * nothing.
 */
export async function confirmPeopleRequest(
  { params }: HandlerInput<typeof confirmRequest>,
  context: Context,
): Promise<Reply<typeof confirmRequest>> {
  const { db, realmDb, actor, client, clock } = context
  const request = await requireDecidable(params.requestId, context)
  const at = clock.now()
  const person = personToAdd(request)
  // The realm first, as in add-person.ts.
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

/** Declines a request; the donors read the message. Throws as `confirmPeopleRequest` does. */
export async function declinePeopleRequest(
  { params, body }: HandlerInput<typeof declineRequest>,
  context: ContextOf<typeof declineRequest>,
): Promise<Reply<typeof declineRequest>> {
  const { db, client } = context
  const request = await requireDecidable(params.requestId, context)
  await db.transaction().execute(async trx => {
    if (!(await requirePending(trx, request, 'declined', context))) return
    await decide(trx, request, { state: 'declined', message: body.data.attributes.message }, context)
    await addJob(trx, mailPeopleChange, {
      client: client.name,
      change: { event: 'declined', id: request.request_id },
    })
  })
  return { state: 'declined', sentence: sentenceOf(request, client) }
}

async function requireDecidable(requestId: string, { db, actor }: Context): Promise<RequestRow> {
  const request = await findRequest(db, requestId)
  if (!request) throw new Problem('not-found')
  const violation = violationFor(request, actor)
  if (violation !== null) throw new Problem('access-denied', { detail: violation })
  return request
}

/** Locks the request. False if the caller has made this decision already; throws `conflict` if it was decided otherwise. */
async function requirePending(
  trx: Kysely<DB>,
  { request_id }: RequestRow,
  decision: 'confirmed' | 'declined',
  { actor }: Context,
): Promise<boolean> {
  const stored = await lockRequest(trx, request_id)
  if (stored?.state === 'pending') return true
  if (stored?.state === decision && stored.decided_by === actor.userId) return false
  throw new Problem('conflict', {
    detail:
      stored?.state === 'withdrawn'
        ? 'The person who made this request has withdrawn it.'
        : 'A colleague has decided this request.',
  })
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

async function decide(
  trx: Kysely<DB>,
  { request_id }: RequestRow,
  decision: { state: 'confirmed' | 'declined'; message: string | null },
  context: Context,
): Promise<void> {
  const { actor, clock } = context
  try {
    await setDecided(trx, request_id, {
      ...decision,
      by: personOf(actor),
      at: clock.now(),
    })
    const kind =
      decision.state === 'confirmed' ? 'relationship-request-confirmed' : 'relationship-request-declined'
    await recordCommand(trx, kind, commandSource(context), { request: request_id })
  } catch (error) {
    if (violates(error, 'not_own_request')) throw new Problem('access-denied')
    throw error
  }
}
