import type { Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { sideOf } from '../../../server/auth/actor.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import { detailsOf, loadPerson } from '../../identity/server/profile/show-profile.ts'
import { mayEditContact } from '../domain/relationship-changes.ts'
import type { getRelationship } from '../relationships.contract.ts'
import { findPartyDetails, hasOtherAccounts } from './person-contact.queries.ts'
import type { RelationshipRow } from './relationships.queries.ts'

type Context = Pick<ContextOf<typeof getRelationship>, 'db' | 'realmDb' | 'client' | 'account' | 'actor'>

/** Name and contact of a person: from the realm, or from the book for a person without a login. */
export async function showContact(
  row: RelationshipRow,
  context: Context,
): Promise<Reply<typeof getRelationship>['contact']> {
  const mayEdit = await mayEditContactOf(row, context)
  const { db, realmDb, client } = context
  if (row.user_id !== null) {
    const phoneCountry = client.defaultPhoneCountry
    const { revision, ...person } = await loadPerson({ db, realmDb, phoneCountry }, row.user_id)
    return { details: detailsOf(person), revision, mayEdit }
  }
  const stored = await findPartyDetails(db, row.party_id)
  if (!stored) throw new Problem('not-found')
  const { revision, hasUser: _none, ...details } = stored
  const proposed = (country: string) => country || client.defaultPhoneCountry
  return {
    details: {
      ...details,
      country: proposed(details.country),
      phoneCountryCode: proposed(details.phoneCountryCode),
      alternatePhoneCountryCode: proposed(details.alternatePhoneCountryCode),
    },
    revision,
    mayEdit,
  }
}

export async function mayEditContactOf(row: RelationshipRow, context: Context): Promise<boolean> {
  const { db, actor, account } = context
  if (row.ended_at !== null || !actor.actions.has('ACCOUNT_RELATIONSHIP_UPDATE') || !account.writeAccess)
    return false
  const isStaff = sideOf(actor) === 'sponsor'
  return mayEditContact(row.account_role_code, {
    isStaff,
    isSelf: row.user_id === actor.userId,
    hasLogin: row.user_id !== null,
    hasOtherAccounts:
      !isStaff && row.user_id === null && (await hasOtherAccounts(db, row.party_id, actor.userId)),
  })
}
