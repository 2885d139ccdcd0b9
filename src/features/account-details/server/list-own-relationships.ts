import type { Reply } from '../../../contract/endpoint.ts'
import type { Currency } from '../../../domain/money.ts'
import { displayName } from '../../accounts/domain/account-name.ts'
import { roleName } from '../../people/domain/relationship-labels.ts'
import type { ContactSharing } from '../domain/contact-sharing.ts'
import { mayLeave } from '../domain/relationship-changes.ts'
import type * as contract from '../own-relationships.contract.ts'
import type { OwnRelationship } from '../own-relationships.contract.ts'
import { type OwnRelationshipRow, ownRelationships } from './contact-sharing.queries.ts'
import { booksOf, type Context } from './own-relationships.ts'

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

const maxShown = 100

export async function listOwnRelationships(
  _input: unknown,
  context: Context,
): Promise<Reply<typeof contract.listOwnRelationships>> {
  const data: OwnRelationship[] = []
  for (const { db, currency } of booksOf(context))
    for (const row of await ownRelationships(db, context.actor.userId, maxShown))
      data.push(toResponse(row, currency, context))
  const isWaiting = ({ contact }: OwnRelationship) => (contact === 'waiting' ? 0 : 1)
  return { data: data.sort((one, other) => isWaiting(one) - isWaiting(other)) }
}
