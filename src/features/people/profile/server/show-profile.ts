import type { Kysely } from 'kysely'
import type { Reply } from '../../../../contract/endpoint.ts'
import {
  contactFields,
  type Individual,
  nameFields,
  noDetails,
  type PersonDetails,
} from '../../../../contract/individual.ts'
import { noticeKinds, optionalNotices } from '../../../../contract/notice-kinds.ts'
import { Problem } from '../../../../contract/problems.ts'
import type { DB } from '../../../../server/db/schema.ts'
import type { ContextOf } from '../../../../server/http/request-context.ts'
import type { getProfile } from '../profile.contract.ts'
import { findPartyContact, findPerson, findPreferences, type StoredPerson } from './profile.queries.ts'

type Context = ContextOf<typeof getProfile>

/** The caller's name, contact details and preferences. */
export async function showProfile(
  _input: unknown,
  { actor, client, book, db, realmDb }: Context,
): Promise<Reply<typeof getProfile>> {
  const { revision, ...person } = await loadPerson(
    { db, realmDb, phoneCountry: client.defaultPhoneCountry },
    actor.userId,
  )
  const { grantNaming, switchedOff, defaultFundId } = await findPreferences(realmDb, actor.userId, book.name)
  return {
    details: detailsOf(person),
    revision,
    grantNaming,
    notices: optionalNotices.map(kind => ({
      kind,
      label: noticeKinds[kind].label,
      isOn: !switchedOff.has(kind),
    })),
    defaultFundId,
  }
}

/** The person as the form shows them: what the realm has or, before anything was saved there, what the book has. */
export async function loadPerson(
  from: { db: Kysely<DB>; realmDb: Kysely<DB>; phoneCountry: string },
  userId: string,
): Promise<StoredPerson> {
  const person = await findPerson(from.realmDb, userId)
  if (!person) throw new Problem('not-found')
  const empty = noDetails(from.phoneCountry)
  const known = person.revision > 0 ? {} : ((await findPartyContact(from.db, userId)) ?? {})
  const filled = { ...person, ...known }
  return {
    ...filled,
    country: filled.country || empty.country,
    phoneCountryCode: filled.phoneCountryCode || empty.phoneCountryCode,
    alternatePhoneCountryCode: filled.alternatePhoneCountryCode || empty.alternatePhoneCountryCode,
  }
}

/** The fields of the profile's form. */
export function detailsOf(person: Individual): PersonDetails {
  const fields = [...nameFields, ...contactFields]
  // nameFields and contactFields are the keys of PersonDetails.
  return Object.fromEntries(fields.map(field => [field, person[field]])) as PersonDetails
}
