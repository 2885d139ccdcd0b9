import { type Kysely, sql } from 'kysely'
import type { Individual } from '../../../../contract/individual.ts'
import { keysOf } from '../../../../domain/keys-of.ts'
import type { Side } from '../../../../server/auth/actor.ts'
import type { StoredChange } from '../../../../server/changes/changes.queries.ts'
import type { DB } from '../../../../server/db/schema.ts'
import { findDefaultAccount } from '../../../identity/login/server/default-account.queries.ts'
import type { Naming } from '../../domain/naming.ts'

/** `legacyId2` is the person's number in the sponsor's former system (§3). */
export type PersonFields = Individual & { legacyId2: string }
export type StoredPerson = PersonFields & { revision: number }

/** The stored name and contact. At revision 0 nothing was saved yet, and the contact is empty. */
export async function findPerson(realmDb: Kysely<DB>, userId: string): Promise<StoredPerson | undefined> {
  const { rows } = await sql<StoredPerson>`
    select coalesce(p.revision, 0) as revision,
      coalesce(p.title, '') as title, u.first_name as "firstName", coalesce(p.middle_name, '') as "middleName",
      u.last_name as "lastName", coalesce(p.suffix, '') as suffix, coalesce(p.company, '') as company,
      coalesce(p.business_name, '') as "businessName", coalesce(p.year_of_birth, '') as "yearOfBirth",
      coalesce(p.address1, '') as address1, coalesce(p.address2, '') as address2, coalesce(p.city, '') as city,
      coalesce(p.state, '') as state, coalesce(p.province, '') as province, coalesce(p.postal_code, '') as "postalCode",
      coalesce(p.country, '') as country, coalesce(p.phone_country_code, '') as "phoneCountryCode",
      coalesce(p.phone, '') as phone, coalesce(p.alternate_phone_country_code, '') as "alternatePhoneCountryCode",
      coalesce(p.alternate_phone, '') as "alternatePhone", coalesce(p.legacy_id2, '') as "legacyId2"
    from app_user u left join person_profile p on p.realm = u.realm and p.user_id = u.user_id
    where u.user_id = ${userId}`.execute(realmDb)
  return rows[0]
}

/** Locks the person until the transaction ends, so that of two editors one comes second. */
export async function lockPerson(trx: Kysely<DB>, userId: string): Promise<void> {
  await trx.selectFrom('app_user').select('user_id').where('user_id', '=', userId).forNoKeyUpdate().execute()
}

const columns = {
  title: 'title',
  middleName: 'middle_name',
  suffix: 'suffix',
  company: 'company',
  businessName: 'business_name',
  yearOfBirth: 'year_of_birth',
  address1: 'address1',
  address2: 'address2',
  city: 'city',
  state: 'state',
  province: 'province',
  postalCode: 'postal_code',
  country: 'country',
  phoneCountryCode: 'phone_country_code',
  phone: 'phone',
  alternatePhoneCountryCode: 'alternate_phone_country_code',
  alternatePhone: 'alternate_phone',
  legacyId2: 'legacy_id2',
} as const satisfies Record<Exclude<keyof PersonFields, 'firstName' | 'lastName'>, string>

/** Stores name and contact at this revision. */
export async function storePerson(
  trx: Kysely<DB>,
  userId: string,
  { firstName, lastName, ...profile }: PersonFields,
  revision: number,
): Promise<void> {
  await trx
    .updateTable('app_user')
    .set({ first_name: firstName, last_name: lastName })
    .where('user_id', '=', userId)
    .execute()
  const fields = keysOf(columns)
  const row = Object.fromEntries(fields.map(field => [columns[field], profile[field]]))
  await trx
    .insertInto('person_profile')
    .values({ user_id: userId, ...row, revision })
    .onConflict(conflict => conflict.columns(['realm', 'user_id']).doUpdateSet({ ...row, revision }))
    .execute()
}

type PersonChange = {
  userId: string
  revision: number
  before: Record<string, string>
  after: Record<string, string>
  actor: { userId: string; name: string; side: Side }
  at: Date
}

/** Stores the change. Returns its id. */
export async function insertPersonChange(trx: Kysely<DB>, change: PersonChange): Promise<string> {
  const { userId, revision, before, after, actor, at } = change
  const { change_id: changeId } = await trx
    .insertInto('person_change')
    .values({
      user_id: userId,
      revision,
      before_change: JSON.stringify(before),
      after_change: JSON.stringify(after),
      actor_user_id: actor.userId,
      actor_name: actor.name,
      actor_side: actor.side,
      at,
    })
    .returning('change_id')
    .executeTakeFirstOrThrow()
  return changeId
}

/** The most changes that one reply lists. An editor who missed more sees the latest. */
const maxChanges = 20

/** The changes of a person after a revision, oldest first. */
export async function personChangesAfter(
  db: Kysely<DB>,
  userId: string,
  revision: number,
): Promise<StoredChange[]> {
  const rows = await db
    .selectFrom('person_change')
    .select(['before_change', 'after_change', 'actor_name', 'actor_side', 'at'])
    .where('user_id', '=', userId)
    .where('revision', '>', revision)
    .orderBy('revision', 'desc')
    .limit(maxChanges)
    .execute()
  return rows.reverse()
}

/** The contact that the book of `db` has for a person who has none in the realm yet. */
export async function findPartyContact(
  db: Kysely<DB>,
  userId: string,
): Promise<Partial<Individual> | undefined> {
  const { rows } = await sql<Partial<Individual>>`
    select coalesce(address_line1, '') as address1, coalesce(address_line2, '') as address2, coalesce(city, '') as city,
      case when country = 'US' then coalesce(state, '') else '' end as state,
      case when country = 'US' then '' else coalesce(state, '') end as province,
      coalesce(postal_code, '') as "postalCode", coalesce(country, '') as country, title, middle_name as "middleName", suffix,
      phone_country_code as "phoneCountryCode", phone, alternate_phone_country_code as "alternatePhoneCountryCode",
      alternate_phone as "alternatePhone"
    from party where user_id = ${userId}`.execute(db)
  return rows[0]
}

/** The fields of a person that change only with a verification. */
export async function findLogin(realmDb: Kysely<DB>, userId: string) {
  return await realmDb
    .selectFrom('app_user')
    .select(['email', 'sso_id as ssoId'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

export async function findPreferences(realmDb: Kysely<DB>, userId: string, book: string) {
  const naming = await realmDb
    .selectFrom('person_profile')
    .select('grant_naming')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  const off = await realmDb
    .selectFrom('notice_switched_off')
    .select('kind')
    .where('user_id', '=', userId)
    .execute()
  return {
    grantNaming: naming?.grant_naming ?? null,
    switchedOff: new Set(off.map(({ kind }) => kind)),
    defaultFundId: await findDefaultAccount(realmDb, userId, book),
  }
}

export async function storeGrantNaming(realmDb: Kysely<DB>, userId: string, naming: Naming): Promise<void> {
  await realmDb
    .insertInto('person_profile')
    .values({ user_id: userId, grant_naming: naming })
    .onConflict(conflict => conflict.columns(['realm', 'user_id']).doUpdateSet({ grant_naming: naming }))
    .execute()
}

export async function storeNotice(
  realmDb: Kysely<DB>,
  userId: string,
  { kind, isOn }: { kind: string; isOn: boolean },
): Promise<void> {
  if (isOn)
    await realmDb
      .deleteFrom('notice_switched_off')
      .where('user_id', '=', userId)
      .where('kind', '=', kind)
      .execute()
  else
    await realmDb
      .insertInto('notice_switched_off')
      .values({ user_id: userId, kind })
      .onConflict(conflict => conflict.doNothing())
      .execute()
}
