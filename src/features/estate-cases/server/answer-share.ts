import type { Kysely } from 'kysely'
import type { HandlerInput } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { recordChange } from '../../../server/changes/record-change.ts'
import type { DB } from '../../../server/db/schema.ts'
import type { BaseContext } from '../../../server/http/request-context.ts'
import { insertRelationship, partyOfUser } from '../../account-details/server/relationships.queries.ts'
import { insertAccountRow } from '../../account-opening/server/new-account.queries.ts'
import { findOrInvite, mailInvitation } from '../../people/server/find-or-invite.ts'
import { nameDonors } from '../../people/server/people.queries.ts'
import { remainingForSuccessor } from '../domain/remaining.ts'
import type {
  acceptShare,
  declineShare,
  openSuccessorLink,
  SuccessorShare,
} from '../successor-share.contract.ts'
import { type CaseRow, findShareByLink, insertEvent, lockCase, updateShare } from './cases.queries.ts'
import { linkHash } from './mail-successor.ts'
import { readShares, type Share } from './read-shares.ts'
import { remainingOf } from './show-cases.ts'

type Linked = { db: Kysely<DB>; row: CaseRow; share: Share; shares: Share[] }

const ended = () =>
  new Problem('not-found', {
    detail: 'This link has expired. Please call us, and we will send you a new one.',
  })

/** Runs the work on the share of a mailed link, locked together with its case. Unknown, replaced and expired links get the same answer. */
async function withLink<T>(
  token: string,
  { db, clock }: BaseContext,
  work: (linked: Linked) => Promise<T>,
): Promise<T> {
  return await db.transaction().execute(async trx => {
    const found = await findShareByLink(trx, linkHash(token), clock.now())
    const row = found && (await lockCase(trx, found.case_id))
    const shares = row ? await readShares(trx, row.case_id, clock.now()) : []
    const share = shares.find(each => each.share_id === found?.share_id)
    if (!row || !share?.link_hash?.equals(linkHash(token)) || row.state === 'cancelled') throw ended()
    return await work({ db: trx, row, share, shares })
  })
}

/** The response for a successor, without the names of others. */
function responseOf({ row, share, shares }: Linked): SuccessorShare {
  return {
    name: share.name,
    accountName: row.account_name,
    shareHundredths: share.share_hundredths,
    state: share.state,
    isWholeFund: shares.length === 1,
    remaining:
      share.state === 'declined'
        ? []
        : remainingForSuccessor(remainingOf(row, shares, 0), share.state === 'ready'),
  }
}

export const openLink = (
  { body: { token } }: HandlerInput<typeof openSuccessorLink>,
  context: BaseContext,
): Promise<SuccessorShare> => withLink(token, context, async linked => responseOf(linked))

/**
 * Accepts a share. The successor's login is found or created in the realm first; then one transaction opens their fund, unless they take the
 * whole fund, and marks the share. Repeating it returns the accepted share. Throws `not-found`, `conflict` where it was declined or given to others.
 */
export async function accept(
  { body }: HandlerInput<typeof acceptShare>,
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

function requireWaiting({ row, share }: Linked): void {
  if (row.state !== 'distributing' || share.state === 'ready') throw ended()
  if (share.state === 'declined')
    throw new Problem('conflict', {
      detail: 'You have declined this share. Please call us if that was a mistake.',
    })
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

/** Declines a share; staff decide where it goes. Repeating it changes nothing. Throws `not-found`, `conflict` once it is accepted. */
export async function decline(
  { body: { token, reason } }: HandlerInput<typeof declineShare>,
  context: BaseContext,
): Promise<SuccessorShare> {
  return await withLink(token, context, async linked => {
    const { db, row, share } = linked
    if (share.state === 'declined') return responseOf(linked)
    if (share.state === 'ready')
      throw new Problem('conflict', {
        detail: 'You have accepted this share. Please call us if that was a mistake.',
      })
    requireWaiting(linked)
    await updateShare(db, share.share_id, {
      state: 'declined',
      declined_reason: reason === '' ? null : reason,
      decided_at: context.clock.now(),
    })
    await insertEvent(db, {
      case_id: row.case_id,
      kind: 'declined',
      by_name: share.name,
      text: reason === '' ? null : reason,
      at: context.clock.now(),
    })
    return responseOf({ ...linked, share: { ...share, state: 'declined' } })
  })
}
