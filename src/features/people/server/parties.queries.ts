import { type Kysely, sql } from 'kysely'
import type { PersonDetails } from '../../../contract/individual.ts'
import type { DB } from '../../../server/db/schema.ts'

/** A person in a book who has no login. */
type NamedParty = { party_id: string; name: string; email: string | null }

/** Adds people who have no login, with one statement. */
export async function insertParties(trx: Kysely<DB>, people: readonly NamedParty[]): Promise<void> {
  if (people.length === 0) return
  await trx
    .insertInto('party')
    .values(people.map(({ party_id, name, email }) => ({ party_id, name, email })))
    .execute()
}

/** Stores the names and addresses of known people, with one statement. */
export async function updateParties(trx: Kysely<DB>, people: readonly NamedParty[]): Promise<void> {
  if (people.length === 0) return
  await sql`
    update party p set name = named.name, email = named.email
    from unnest(${people.map(({ party_id }) => party_id)}::uuid[], ${people.map(({ name }) => name)}::text[],
      ${people.map(({ email }) => email)}::text[]) named (party_id, name, email)
    where p.party_id = named.party_id`.execute(trx)
}

type Contact = Pick<
  PersonDetails,
  | 'address1'
  | 'address2'
  | 'city'
  | 'state'
  | 'province'
  | 'postalCode'
  | 'country'
  | 'phoneCountryCode'
  | 'phone'
>

/** The donors' addresses and phones, unless a party has some: a person's own profile counts more than an application. */
export async function fillContacts(
  trx: Kysely<DB>,
  donors: readonly { partyId: string; donor: Contact }[],
): Promise<void> {
  const contacts = donors.map(({ partyId, donor }) => ({
    party_id: partyId,
    address_line1: donor.address1,
    address_line2: donor.address2 || null,
    city: donor.city,
    state: donor.state || donor.province || null,
    postal_code: donor.postalCode || null,
    country: donor.country || null,
    phone_country_code: donor.phoneCountryCode,
    phone: donor.phone,
  }))
  await sql`
    update party p set address_line1 = c.address_line1, address_line2 = c.address_line2, city = c.city, state = c.state,
      postal_code = c.postal_code, country = c.country, phone_country_code = c.phone_country_code, phone = c.phone
    from jsonb_to_recordset(${JSON.stringify(contacts)}::jsonb) c (party_id uuid, address_line1 text, address_line2 text,
      city text, state text, postal_code text, country text, phone_country_code text, phone text)
    where p.party_id = c.party_id and p.address_line1 is null and p.city is null`.execute(trx)
}

export async function storePartyDetails(
  trx: Kysely<DB>,
  partyId: string,
  details: PersonDetails,
  revision: number,
): Promise<void> {
  const orNull = (text: string) => (text === '' ? null : text)
  await trx
    .updateTable('party')
    .set({
      name: `${details.firstName} ${details.lastName}`,
      title: details.title,
      first_name: details.firstName,
      middle_name: details.middleName,
      last_name: details.lastName,
      suffix: details.suffix,
      address_line1: orNull(details.address1),
      address_line2: orNull(details.address2),
      city: orNull(details.city),
      state: orNull(details.state || details.province),
      postal_code: orNull(details.postalCode),
      country: orNull(details.country),
      phone_country_code: details.phoneCountryCode,
      phone: details.phone,
      alternate_phone_country_code: details.alternatePhoneCountryCode,
      alternate_phone: details.alternatePhone,
      revision,
    })
    .where('party_id', '=', partyId)
    .execute()
}

/** The same for several people, by user id, with one statement. Users who do not exist are left out. */
export async function partiesOfUsers(
  trx: Kysely<DB>,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ user_id: string; party_id: string }>`
    insert into party (user_id, name, first_name, last_name, email)
      select user_id, first_name || ' ' || last_name, first_name, last_name, email from app_user
      where user_id = any(${userIds}::uuid[]) order by user_id
    on conflict (book, user_id) where user_id is not null do update set user_id = excluded.user_id
    returning user_id, party_id`.execute(trx)
  return new Map(rows.map(({ user_id: userId, party_id: partyId }) => [userId, partyId]))
}

/** Gives a party without contact that of another one, of the same person. */
export async function fillFromParty(
  trx: Kysely<DB>,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await sql`
    update party p set title = o.title, middle_name = o.middle_name, suffix = o.suffix, address_line1 = o.address_line1,
      address_line2 = o.address_line2, city = o.city, state = o.state, postal_code = o.postal_code, country = o.country,
      phone_country_code = o.phone_country_code, phone = o.phone,
      alternate_phone_country_code = o.alternate_phone_country_code, alternate_phone = o.alternate_phone
    from party o where o.party_id = ${from} and p.party_id = ${to} and p.address_line1 is null and p.city is null
      and p.phone = ''`.execute(trx)
}
