import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { changeAuthor } from '../../../server/changes/record-change.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import { requireMailTo } from '../../../server/mail/mail-limit.ts'
import { findOrInvite, mailInvitation } from '../../people/server/find-or-invite.ts'
import { routeOfRole } from '../domain/relationship-changes.ts'
import type * as contract from '../relationship-requests.contract.ts'
import { addToAccount, type ChangeOfPeople, changePeople, requireCapacity } from './apply-people-change.ts'
import { requestChange } from './request-change.ts'
import { changeSettings } from './show-requests.ts'

/** Who makes a change of the people of the request's account. */
export const changeBy = (context: ContextOf<typeof contract.addRelationship>): ChangeOfPeople => ({
  accountId: context.account.accountId,
  client: context.client,
  author: changeAuthor(context),
  requestedBy: null,
  at: context.clock.now(),
  today: context.today,
})

/**
 * Adds a person to the account, or asks staff to (§17). Throws `access-denied` for a role that the caller may not give,
 * `too-many-requests` where the caller has had this address mailed too often today, and what `changePeople` throws. Adding someone
 * twice changes nothing.
 */
export async function addRelationship(
  { body }: HandlerInput<typeof contract.addRelationship>,
  context: ContextOf<typeof contract.addRelationship>,
): Promise<Reply<typeof contract.addRelationship>> {
  const { accountRoleCode: role, ...person } = body.data.attributes
  const { db, realmDb, account, actor, client, clock, today, identity } = context
  const route = routeOfRole(role, changeSettings(context))
  if (route === null) throw new Problem('access-denied')
  if (route === 'by-request') {
    await changePeople(db, account.accountId, actor, async trx => {
      await requireCapacity(trx, account.accountId)
      await requestChange(trx, { kind: 'add', accountRoleCode: role, ...person }, context)
    })
    return { outcome: 'requested' }
  }
  // The realm first: a crash after this leaves a person without an account, who is found again when the call is repeated.
  const userId = await realmDb.transaction().execute(async trx => {
    const sender = { kind: 'person' as const, userId: actor.userId }
    await requireMailTo(trx, identity.secret, { sender, to: person.email, day: today })
    return await findOrInvite(trx, client, person, clock.now())
  })
  const name = `${person.firstName} ${person.lastName}`
  await changePeople(db, account.accountId, actor, trx =>
    addToAccount(trx, { userId, name, role, contact: person }, changeBy(context)),
  )
  await mailInvitation(realmDb, userId)
  return { outcome: 'added' }
}
