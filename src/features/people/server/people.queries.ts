import { type Kysely, sql } from 'kysely'
import type { DB } from '../../../server/db/schema.ts'

export type PersonName = { firstName: string; lastName: string }
export type NamedPerson = PersonName & { email: string }

/** Serializes transactions that look for or add a person with this address; `changeEmail` takes the same lock. */
export async function lockEmail(trx: Kysely<DB>, email: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('email ' || realm() || ' ' || lower(${email}), 0))`.execute(
    trx,
  )
}

const isNamed = ({
  email,
  firstName,
  lastName,
}: NamedPerson) => sql`lower(email) = lower(${email}) and has_access
  and name_key(first_name) = name_key(${firstName}) and name_key(last_name) = name_key(${lastName})`

/** The person with access who has this address and this name, without regard to case and accents. */
export async function findPerson(realmDb: Kysely<DB>, person: NamedPerson): Promise<string | undefined> {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from app_user where ${isNamed(person)} order by user_id limit 1`.execute(realmDb)
  return rows[0]?.user_id
}

/**
 * The same; a person who is not found is added without a password, with an invitation. One statement for both, so that the time tells
 * nothing. The caller holds the address's lock. `suffix` distinguishes the user ID from that of others with this address.
 */
export async function findOrAddPerson(
  trx: Kysely<DB>,
  person: NamedPerson & { ssoId: string; suffix: number },
  invitation: { client: string; at: Date },
): Promise<string> {
  const { rows } = await sql<{ user_id: string }>`
    with found as (
      select user_id from app_user where ${isNamed(person)} order by user_id limit 1
    ), added as (
      insert into app_user (sso_id, email, first_name, last_name, has_access)
        select case when exists (select from app_user where sso_id = ${person.ssoId})
            then ${person.ssoId} || '.' || ${person.suffix}::text else ${person.ssoId} end,
          ${person.email}, ${person.firstName}, ${person.lastName}, true
        where not exists (select from found)
        returning user_id
    ), invited as (
      insert into invitation (user_id, client, invited_at) select user_id, ${invitation.client}, ${invitation.at} from added
    )
    select user_id from found union all select user_id from added`.execute(trx)
  const [row] = rows
  if (!row) throw new Error('a person was neither found nor added')
  return row.user_id
}

/** findPerson for several: the person of each, in their order; null for those who are unknown. */
export async function findPeople(
  realmDb: Kysely<DB>,
  people: readonly (PersonName & { email: string })[],
): Promise<(string | null)[]> {
  const wanted = people.map(({ email, firstName, lastName }) => ({ email, firstName, lastName }))
  const { rows } = await sql<{ user_id: string | null }>`
    select (
      select u.user_id from app_user u
      where lower(u.email) = lower(w.value ->> 'email') and u.has_access
        and name_key(u.first_name) = name_key(w.value ->> 'firstName') and name_key(u.last_name) = name_key(w.value ->> 'lastName')
      order by u.user_id limit 1
    ) as user_id
    from jsonb_array_elements(${JSON.stringify(wanted)}::jsonb) with ordinality as w (value, position)
    order by w.position`.execute(realmDb)
  return rows.map(({ user_id: userId }) => userId)
}

/** For each person the place of the first who is the same to `findPerson`. */
export async function firstOfSame(realmDb: Kysely<DB>, people: readonly NamedPerson[]): Promise<number[]> {
  const { rows } = await sql<{ first: bigint }>`
    select min(place) over (partition by lower(email), name_key(first_name), name_key(last_name)) - 1 as first
    from unnest(${people.map(({ email }) => email)}::text[], ${people.map(({ firstName }) => firstName)}::text[],
      ${people.map(({ lastName }) => lastName)}::text[]) with ordinality p (email, first_name, last_name, place)
    order by place`.execute(realmDb)
  return rows.map(({ first }) => Number(first))
}

/** Invitations without a mail, oldest first: of one person, or of the realm. */
export async function invitationsToMail(realmDb: Kysely<DB>, userId: string | null, limit: number) {
  return await realmDb
    .selectFrom('invitation as i')
    .innerJoin('app_user as u', join =>
      join.onRef('u.realm', '=', 'i.realm').onRef('u.user_id', '=', 'i.user_id'),
    )
    .select(['i.user_id', 'i.client', 'u.first_name', 'u.last_name', 'u.email', 'u.sso_id'])
    .where('i.mailed_at', 'is', null)
    .$if(userId !== null, query => query.where('i.user_id', '=', userId))
    .orderBy('i.invited_at')
    .limit(limit)
    .execute()
}

/** Marks the invitation as mailed; false if another job did so first. */
export async function setMailed(trx: Kysely<DB>, userId: string, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('invitation')
    .set({ mailed_at: at })
    .where('user_id', '=', userId)
    .where('mailed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Marks an invitation that was not mailed yet, which would have a link to set a password, so that it never is. */
export async function cancelInvitation(trx: Kysely<DB>, userId: string, now: Date): Promise<void> {
  await sql`update invitation set mailed_at = greatest(invited_at, ${now})
    where user_id = ${userId} and mailed_at is null`.execute(trx)
}

/** The accounts of a book that the person may see, at most five. */
export async function accountsOf(db: Kysely<DB>, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('party as p')
    .innerJoin('account_relationship as r', join =>
      join.onRef('r.book', '=', 'p.book').onRef('r.party_id', '=', 'p.party_id'),
    )
    .innerJoin('fund_account as a', join =>
      join.onRef('a.book', '=', 'r.book').onRef('a.account_id', '=', 'r.account_id'),
    )
    .select('a.account_name')
    .where('p.user_id', '=', userId)
    .where('r.ended_at', 'is', null)
    .orderBy('a.account_name')
    .limit(5)
    .execute()
  return rows.map(row => row.account_name)
}

/** A party whose name, e-mail or postal address differs from the realm's. */
type StaleParty = {
  party_id: string
  user_id: string
  name: string
  first_name: string
  last_name: string
  email: string
  /** The name by the realm. */
  new_name: string
  address_line1: string | null
  address_line2: string | null
  city: string | null
  state: string | null
  postal_code: string | null
  country: string | null
}

/** The realm's postal address; the book's own until something was saved in the realm. */
const postal = sql`lateral (
    select nullif(f.address1, '') as address_line1, nullif(f.address2, '') as address_line2, nullif(f.city, '') as city,
      nullif(coalesce(nullif(f.state, ''), f.province), '') as state, nullif(f.postal_code, '') as postal_code,
      nullif(f.country, '') as country
    from person_profile f where f.user_id = u.user_id and f.revision > 0
    union all
    select p.address_line1, p.address_line2, p.city, p.state, p.postal_code, p.country
    limit 1) a`
const differs = sql`(p.first_name, p.last_name, p.email, p.address_line1, p.address_line2, p.city, p.state, p.postal_code, p.country)
  is distinct from (u.first_name, u.last_name, u.email, a.address_line1, a.address_line2, a.city, a.state, a.postal_code, a.country)`
const stale = sql`select p.party_id, p.user_id, p.name, u.first_name, u.last_name, u.email,
    u.first_name || ' ' || u.last_name as new_name, a.*
  from party p join app_user u on u.user_id = p.user_id, ${postal}`

/** The person's party in this book if it is stale. A person has at most one party in a book. */
export async function findStaleParty(db: Kysely<DB>, userId: string): Promise<StaleParty | undefined> {
  const { rows } = await sql<StaleParty>`${stale} where p.user_id = ${userId} and ${differs}`.execute(db)
  return rows[0]
}

/** People of this book whose party is stale. */
export async function findStalePeople(db: Kysely<DB>, limit: number): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select p.user_id from party p join app_user u on u.user_id = p.user_id, ${postal} where ${differs} limit ${limit}`.execute(
    db,
  )
  return rows.map(row => row.user_id)
}

/** Stores the realm's data in the party; false if its name changed since it was read. */
export async function refreshParty(db: Kysely<DB>, party: StaleParty): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('party')
    .set({
      name: party.new_name,
      first_name: party.first_name,
      last_name: party.last_name,
      email: party.email,
      address_line1: party.address_line1,
      address_line2: party.address_line2,
      city: party.city,
      state: party.state,
      postal_code: party.postal_code,
      country: party.country,
    })
    .where('party_id', '=', party.party_id)
    .where('name', '=', party.name)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
