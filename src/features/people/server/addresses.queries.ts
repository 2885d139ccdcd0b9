import { type Kysely, sql } from 'kysely'
import type { PersonDetails } from '../../../contract/individual.ts'
import type { DB } from '../../../server/db/schema.ts'

type StoredAddress = Pick<
  PersonDetails,
  'address1' | 'address2' | 'city' | 'state' | 'province' | 'postalCode' | 'country'
> & {
  user_id: string
  /** 0: the address is that of the book, because nothing was saved in the realm yet. */
  revision: number
}

/** The postal addresses of people who log in: the realm's, or else the one of the book of `db`. People without any are left out. */
export async function addressesOf(
  { realmDb, db }: { realmDb: Kysely<DB>; db: Kysely<DB> },
  userIds: readonly string[],
): Promise<ReadonlyMap<string, StoredAddress>> {
  const { rows: ofRealm } = await sql<StoredAddress>`
    select user_id, revision, address1, address2, city, state, province, postal_code as "postalCode", country
    from person_profile where user_id = any(${userIds}::uuid[]) and revision > 0`.execute(realmDb)
  const { rows: ofBook } = await sql<StoredAddress>`
    select user_id, 0 as revision, coalesce(address_line1, '') as address1, coalesce(address_line2, '') as address2,
      coalesce(city, '') as city, case when country = 'US' then coalesce(state, '') else '' end as state,
      case when country = 'US' then '' else coalesce(state, '') end as province, coalesce(postal_code, '') as "postalCode",
      coalesce(country, '') as country
    from party where user_id = any(${userIds}::uuid[]) and (address_line1 is not null or city is not null)`.execute(
    db,
  )
  return new Map([...ofBook, ...ofRealm].map(row => [row.user_id, row]))
}
