import { type Kysely, sql } from 'kysely'
import type { PersonDetails } from '../../../contract/individual.ts'
import type { DB } from '../../../server/db/schema.ts'

type PartyDetails = PersonDetails & { revision: number; hasUser: boolean }

/** Name and contact of a person as the book has them, by the names of the form's fields. */
export async function findPartyDetails(
  db: Kysely<DB>,
  partyId: string,
  { isLocked = false } = {},
): Promise<PartyDetails | undefined> {
  const { rows } = await sql<PartyDetails>`
    select revision, user_id is not null as "hasUser", title, coalesce(first_name, '') as "firstName", middle_name as "middleName",
      coalesce(last_name, name) as "lastName", suffix, coalesce(address_line1, '') as address1,
      coalesce(address_line2, '') as address2, coalesce(city, '') as city,
      case when country = 'US' then coalesce(state, '') else '' end as state,
      case when country = 'US' then '' else coalesce(state, '') end as province,
      coalesce(postal_code, '') as "postalCode", coalesce(country, '') as country,
      phone_country_code as "phoneCountryCode", phone, alternate_phone_country_code as "alternatePhoneCountryCode",
      alternate_phone as "alternatePhone"
    from party where party_id = ${partyId} ${isLocked ? sql`for no key update` : sql``}`.execute(db)
  return rows[0]
}

/** Whether the party has a role on an account of which the user is not a donor. */
export async function hasOtherAccounts(db: Kysely<DB>, partyId: string, userId: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from account_relationship r where r.party_id = ${partyId} and r.ended_at is null and r.account_id not in (
        select o.account_id from account_relationship o join party p on p.book = o.book and p.party_id = o.party_id
          where p.user_id = ${userId} and o.account_role_code = 'donor' and o.ended_at is null)
    ) as found`.execute(db)
  return rows[0]?.found ?? true
}
