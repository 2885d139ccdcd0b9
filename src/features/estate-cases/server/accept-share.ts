import type { Kysely } from 'kysely'
import type { HandlerInput } from '../../../contract/endpoint.ts'
import { recordChange } from '../../../server/changes/record-change.ts'
import type { DB } from '../../../server/db/schema.ts'
import type { BaseContext } from '../../../server/http/request-context.ts'
import { insertRelationship, partyOfUser } from '../../account-details/server/relationships.queries.ts'
import { insertAccountRow } from '../../accounts/server/account-row.queries.ts'
import { nameDonors } from '../../accounts/server/donor-names.queries.ts'
import { findOrInvite, mailInvitation } from '../../people/server/find-or-invite.ts'
import type * as contract from '../successor-share.contract.ts'
import type { SuccessorShare } from '../successor-share.contract.ts'
import { ended, requireWaiting, responseOf, withLink } from './answer-share.ts'
import { type CaseRow, insertEvent, updateShare } from './cases.queries.ts'
import { readShares } from './read-shares.ts'

/**
 * Accepts a share. The successor's login is found or created in the realm first; then one transaction opens their fund, unless they take the
 * whole fund, and marks the share. Repeating it returns the accepted share. Throws `not-found`, `conflict` where it was declined or given to others.
 */
export async function acceptShare(
  { body }: HandlerInput<typeof contract.acceptShare>,
  context: BaseContext,
): Promise<SuccessorShare> {
  const { token, firstName, lastName, accountName } = body
  const { realmDb, client, clock } = context
  const before = await withLink(token, context, async linked => linked)
  if (before.share.state === 'ready' && before.share.user_id !== null) return responseOf(before)
  requireWaiting(before)
  const { email } = before.share
  if (email === null) throw ended()
  const person = { firstName, lastName, email }
  const userId = await realmDb.transaction().execute(trx => findOrInvite(trx, client, person, clock.now()))
  const { isOwnFund, response } = await withLink(token, context, async linked => {
    const isAccepted = linked.share.state === 'ready' && linked.share.user_id !== null
    if (isAccepted) return { isOwnFund: false, response: responseOf(linked) }
    requireWaiting(linked)
    const isWhole = linked.shares.length === 1
    const toAccountId = isWhole
      ? null
      : await openFund(
          linked.db,
          { row: linked.row, userId, name: `${firstName} ${lastName}`, accountName },
          context,
        )
    await updateShare(linked.db, linked.share.share_id, {
      state: 'ready',
      user_id: userId,
      to_account_id: toAccountId,
      decided_at: clock.now(),
    })
    await insertEvent(linked.db, {
      case_id: linked.row.case_id,
      kind: 'accepted',
      by_name: linked.share.name,
      text: `As ${firstName} ${lastName}, by the link of ${email}`,
      at: clock.now(),
    })
    const [after, row] = [await readShares(linked.db, linked.row.case_id, clock.now()), linked.row]
    const share = after.find(each => each.share_id === linked.share.share_id) ?? linked.share
    return { isOwnFund: !isWhole, response: responseOf({ db: linked.db, row, share, shares: after }) }
  })
  if (isOwnFund) await mailInvitation(realmDb, userId)
  return response
}

type NewFund = { row: CaseRow; userId: string; name: string; accountName: string }

/** Opens the successor's own fund: active at once, because its first money comes from the case. */
async function openFund(
  trx: Kysely<DB>,
  { row, userId, name, accountName }: NewFund,
  { client, clock, today, request }: BaseContext,
): Promise<string> {
  const { accountId } = await insertAccountRow(trx, {
    account_name: accountName,
    account_status: 'Active',
    account_type: 'Individual',
    donor_name: name,
    entered_on: today,
    opened_on: today,
  })
  const author = {
    userId,
    name,
    side: 'fund',
    onBehalfOf: null,
    sessionId: null,
    address: request.ip,
  } as const
  await recordChange(trx, {
    subject: 'account',
    subjectId: accountId,
    accountId,
    kind: 'account-opened',
    revision: 1,
    before: { accountName: null, application: null },
    after: { accountName, application: `Case ${row.case_number} of ${client.displayName}` },
    author,
    at: clock.now(),
  })
  const partyId = await partyOfUser(trx, userId)
  await insertRelationship(trx, {
    ...{ accountId, partyId, role: 'donor' },
    since: today,
    // The successor opens it themselves.
    contact: { sharing: 'accepted', at: clock.now() },
  })
  await nameDonors(trx, accountId)
  return accountId
}
