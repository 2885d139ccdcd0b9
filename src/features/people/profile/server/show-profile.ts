import type { Kysely } from 'kysely'
import {
  contactFields,
  type Individual,
  nameFields,
  noDetails,
  type PersonDetails,
} from '../../../../contract/individual.ts'
import { Problem } from '../../../../contract/problems.ts'
import type { DB } from '../../../../server/db/schema.ts'
import { findPartyContact, findPerson, type StoredPerson } from './profile.queries.ts'

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
