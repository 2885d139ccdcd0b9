import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { changeAuthor, recordChange } from '../../../server/changes/record-change.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import { addJob } from '../../../server/jobs/add-job.ts'
import { requireMailTo } from '../../../server/mail/mail-limit.ts'
import { findOrInvite, mailInvitation } from '../../people/server/find-or-invite.ts'
import type * as contract from '../relationships.contract.ts'
import { changePeople } from './apply-people-change.ts'
import { moveToLogin } from './contact-sharing.queries.ts'
import { getRelationship } from './get-relationship.ts'
import { mailPeopleChange } from './mail-people-change.ts'
import { findRelationship, partyOfUser } from './relationships.queries.ts'
import { isShown, mayInvite } from './show-relationships.ts'

/**
 * Gives a person of the account a login under the name and the address on file, and invites them; the donors are mailed. Throws
 * `access-denied` for people that the caller may not invite, `too-many-requests` as `addRelationship` does, `conflict` where a person with
 * this name and address has the role already. Inviting someone twice changes nothing.
 */
export async function inviteRelationship(
  { params }: HandlerInput<typeof contract.inviteRelationship>,
  context: ContextOf<typeof contract.inviteRelationship>,
): Promise<Reply<typeof contract.inviteRelationship>> {
  const { db, realmDb, account, actor, client, clock, today, identity } = context
  const { relationshipId } = params
  const stored = await findRelationship(db, account.accountId, relationshipId)
  if (!stored || !isShown(stored, context)) throw new Problem('not-found')
  if (stored.user_id !== null && stored.ended_at === null) return await getRelationship({ params }, context)
  const { first_name: firstName, last_name: lastName, email } = stored
  if (!mayInvite(stored, context) || firstName === null || lastName === null || email === null)
    throw new Problem('access-denied')
  const entered = { firstName, lastName, email }
  const userId = await realmDb.transaction().execute(async trx => {
    await requireMailTo(trx, identity.secret, {
      sender: { kind: 'person', userId: actor.userId },
      to: email,
      day: today,
    })
    return await findOrInvite(trx, client, entered, clock.now())
  })
  await changePeople(db, account.accountId, actor, async trx => {
    const current = await findRelationship(trx, account.accountId, relationshipId)
    // Someone else has invited the person in the meantime.
    if (!current || current.user_id === userId) return
    if (current.ended_at !== null || current.user_id !== null)
      throw new Problem('conflict', { detail: 'This person was changed in the meantime. Reload the page.' })
    const revision = current.revision + 1
    // Their relationships with other accounts stay as they are: the people of those invite them there.
    await moveToLogin(trx, current, { partyId: await partyOfUser(trx, userId), entered, revision })
    await recordChange(trx, {
      subject: 'relationship',
      subjectId: relationshipId,
      accountId: account.accountId,
      kind: 'relationship-invited',
      revision,
      before: { name: current.name, userId: null },
      after: { name: current.name, userId },
      author: changeAuthor(context),
      at: clock.now(),
    })
    await addJob(trx, mailPeopleChange, {
      client: client.name,
      change: { event: 'invited', id: relationshipId },
    })
  })
  await mailInvitation(realmDb, userId)
  return await getRelationship({ params }, context)
}
