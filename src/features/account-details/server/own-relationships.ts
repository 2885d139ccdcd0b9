import type { Kysely } from 'kysely'
import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import type { Currency } from '../../../domain/money.ts'
import type { Actor } from '../../../server/auth/actor.ts'
import { changeAuthor, recordChange } from '../../../server/changes/record-change.ts'
import type { DB } from '../../../server/db/schema.ts'
import { violates } from '../../../server/db/violates.ts'
import type { BaseContext } from '../../../server/http/request-context.ts'
import { displayName } from '../../accounts/domain/account-name.ts'
import { lockAccountRow } from '../../accounts/server/account-row.queries.ts'
import { roleName } from '../../people/domain/relationship-labels.ts'
import { nameDonors } from '../../people/server/people.queries.ts'
import type { ContactSharing } from '../domain/contact-sharing.ts'
import { lastDonorSentence, mayLeave } from '../domain/relationship-changes.ts'
import type {
  decideContactSharing,
  leaveAccount,
  listOwnRelationships,
  OwnRelationship,
} from '../own-relationships.contract.ts'
import { endOnAccount } from './apply-people-change.ts'
import {
  type OwnRelationshipRow,
  ownRelationship,
  ownRelationships,
  setSharing,
} from './contact-sharing.queries.ts'

type Context = BaseContext & { actor: Actor }
type BookDb = { db: Kysely<DB>; currency: Currency }

const maxShown = 100

/** The caller's own rows are in the book of the request and in the client's other one, in which they may have roles too. */
const booksOf = ({ db, book, otherBook }: Context): BookDb[] => [
  { db, currency: book.currency },
  ...(otherBook ? [{ db: otherBook.db, currency: otherBook.currency }] : []),
]

export async function showOwnRelationships(
  _input: unknown,
  context: Context,
): Promise<Reply<typeof listOwnRelationships>> {
  const data: OwnRelationship[] = []
  for (const { db, currency } of booksOf(context))
    for (const row of await ownRelationships(db, context.actor.userId, maxShown))
      data.push(toResponse(row, currency, context))
  const isWaiting = ({ contact }: OwnRelationship) => (contact === 'waiting' ? 0 : 1)
  return { data: data.sort((one, other) => isWaiting(one) - isWaiting(other)) }
}

const contactOf: Record<ContactSharing, OwnRelationship['contact']> = {
  'not-asked': 'not-shared',
  waiting: 'waiting',
  accepted: 'shared',
  declined: 'not-shared',
}

const toResponse = (
  row: OwnRelationshipRow,
  currency: Currency,
  { client }: Pick<Context, 'client'>,
): OwnRelationship => ({
  relationshipId: row.relationship_id,
  fundId: Number(row.fund_id),
  currency,
  accountName: displayName(row.account_name, row.account_status, client.showsClosedStatus),
  accountRoleName: roleName(row.account_role_code, client.locale),
  since: row.since,
  addedBy: row.added_by_side === null ? null : (row.added_by ?? client.displayName),
  contact: contactOf[row.contact_sharing],
  mayLeave: mayLeave(row.account_role_code, row.contact_sharing),
})

/**
 * Stores whether the caller shares their contact with the people of an account, with a record. Throws `not-found` for a relationship
 * that is not theirs or has ended, and `conflict` to take back what was shared. Deciding the same twice changes nothing.
 */
export async function decideSharing(
  { params, body }: HandlerInput<typeof decideContactSharing>,
  context: Context,
): Promise<Reply<typeof decideContactSharing>> {
  const sharing = body.data.attributes.shares ? ('accepted' as const) : ('declined' as const)
  const at = context.clock.now()
  await changeOwn(params.relationshipId, context, async (trx, row) => {
    if (row.contact_sharing === sharing) return
    if (row.contact_sharing === 'accepted')
      throw new Problem('conflict', {
        detail: `You share your contact details with this account. To end that, please call us at ${context.client.support.phone}.`,
      })
    const revision = row.revision + 1
    await setSharing(trx, row.relationship_id, { sharing, at, revision })
    await recordChange(trx, {
      subject: 'relationship',
      subjectId: row.relationship_id,
      accountId: row.account_id,
      kind: 'contact-sharing-set',
      revision,
      before: { contactSharing: row.contact_sharing },
      after: { contactSharing: sharing },
      author: changeAuthor(context),
      at,
    })
    // The account is listed under its donors, by the names that their logins have once they share them.
    if (sharing === 'accepted') await nameDonors(trx, row.account_id)
  })
  return await showOwnRelationships(undefined, context)
}

/**
 * Ends the caller's own relationship; the donors are mailed. Throws `access-denied` for a relationship that only staff end, and
 * `conflict` to the last donor. Leaving twice changes nothing.
 */
export async function leave(
  { params }: HandlerInput<typeof leaveAccount>,
  context: Context,
): Promise<Reply<typeof leaveAccount>> {
  try {
    await changeOwn(
      params.relationshipId,
      context,
      async (trx, row) => {
        if (!mayLeave(row.account_role_code, row.contact_sharing))
          throw new Problem('access-denied', {
            detail: `Please call us at ${context.client.support.phone} to leave this account.`,
          })
        const change = {
          accountId: row.account_id,
          client: context.client,
          author: changeAuthor(context),
          requestedBy: null,
          at: context.clock.now(),
          today: context.today,
        }
        await endOnAccount(trx, row, change, 'left')
      },
      { ignoresEnded: true },
    )
  } catch (error) {
    if (violates(error, 'last_donor')) throw new Problem('conflict', { detail: lastDonorSentence })
    throw error
  }
  return await showOwnRelationships(undefined, context)
}

/** Runs a change of one of the caller's own relationships under the lock of its account, in the book that has it. */
async function changeOwn(
  relationshipId: string,
  context: Context,
  change: (trx: Kysely<DB>, row: OwnRelationshipRow) => Promise<void>,
  { ignoresEnded = false } = {},
): Promise<void> {
  const { userId } = context.actor
  for (const { db } of booksOf(context)) {
    const found = await ownRelationship(db, userId, relationshipId)
    if (!found) continue
    if (found.ended_at !== null && ignoresEnded) return
    await db.transaction().execute(async trx => {
      await lockAccountRow(trx, found.account_id)
      const row = await ownRelationship(trx, userId, relationshipId)
      if (row && row.ended_at !== null && ignoresEnded) return
      if (!row || row.ended_at !== null) throw new Problem('not-found')
      await change(trx, row)
    })
    return
  }
  throw new Problem('not-found')
}
