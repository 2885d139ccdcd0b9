import type { Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { sideOf } from '../../../server/auth/actor.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import { detailsOf, loadPerson } from '../../people/profile/server/show-profile.ts'
import { maskedEmail, seesContact } from '../domain/contact-sharing.ts'
import { mayEditContact } from '../domain/relationship-changes.ts'
import type { getRelationship } from '../relationships.contract.ts'
import { findPartyDetails, hasOtherAccounts } from './person-contact.queries.ts'
import type { RelationshipDetailsRow, RelationshipRow } from './relationships.queries.ts'

type Context = Pick<ContextOf<typeof getRelationship>, 'db' | 'realmDb' | 'client' | 'account' | 'actor'>
type Shown = Pick<Reply<typeof getRelationship>, 'email' | 'contact'>

/** Whether the reader sees the contact of a relationship's person. */
export const seesContactOf = (
  row: Pick<RelationshipRow, 'user_id' | 'contact_sharing' | 'ended_at'>,
  { actor }: Pick<Context, 'actor'>,
): boolean =>
  seesContact({ userId: row.user_id, sharing: row.contact_sharing, hasEnded: row.ended_at !== null }, actor)

/** What the reader sees of a person's names: their own, or those that were entered. */
export function namesSeen(row: RelationshipRow, context: Pick<Context, 'actor'>) {
  return seesContactOf(row, context)
    ? { name: row.own_name, firstName: row.own_first_name, lastName: row.own_last_name }
    : { name: row.name, firstName: row.first_name, lastName: row.last_name }
}

/** Name and contact of a person: from the realm, or from the book for a person without a login; masked unless they share them. */
export async function showContact(row: RelationshipDetailsRow, context: Context): Promise<Shown> {
  if (!seesContactOf(row, context)) return masked(row)
  const mayEdit = await mayEditContactOf(row, context)
  const { db, realmDb, client } = context
  const { email } = row
  if (row.user_id !== null) {
    const phoneCountry = client.defaultPhoneCountry
    const { revision, ...person } = await loadPerson({ db, realmDb, phoneCountry }, row.user_id)
    return { email, contact: { details: detailsOf(person), revision, mayEdit, isShared: true } }
  }
  const stored = await findPartyDetails(db, row.party_id)
  if (!stored) throw new Problem('not-found')
  const { revision, hasUser: _none, ...details } = stored
  const proposed = (country: string) => country || client.defaultPhoneCountry
  return {
    email,
    contact: {
      details: {
        ...details,
        country: proposed(details.country),
        phoneCountryCode: proposed(details.phoneCountryCode),
        alternatePhoneCountryCode: proposed(details.alternatePhoneCountryCode),
      },
      revision,
      mayEdit,
      isShared: true,
    },
  }
}

function masked(row: RelationshipDetailsRow): Shown {
  const email = row.entered_email ?? row.email
  const details = { firstName: row.first_name ?? '', lastName: row.last_name ?? row.name }
  return {
    email: email === null ? null : maskedEmail(email),
    contact: { details, revision: 0, mayEdit: false, isShared: false },
  }
}

export async function mayEditContactOf(row: RelationshipRow, context: Context): Promise<boolean> {
  const { db, actor, account } = context
  if (row.ended_at !== null || !actor.actions.has('ACCOUNT_RELATIONSHIP_UPDATE') || !account.writeAccess)
    return false
  const isStaff = sideOf(actor) === 'sponsor'
  return mayEditContact(row.account_role_code, {
    isStaff,
    managesUsers: actor.actions.has('USER_MANAGE'),
    isSelf: row.user_id === actor.userId,
    hasLogin: row.user_id !== null,
    hasOtherAccounts:
      !isStaff && row.user_id === null && (await hasOtherAccounts(db, row.party_id, actor.userId)),
  })
}
