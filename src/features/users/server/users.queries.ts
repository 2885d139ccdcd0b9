import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { AccountRole } from '../../../domain/account-roles.ts'
import type { RightRole } from '../../../domain/realm-roles.ts'
import {
  type Key,
  keysetColumn,
  orderOf,
  type Position,
  rowsAfter,
} from '../../../server/db/keyset.queries.ts'
import { likeText } from '../../../server/db/like-text.ts'
import { nameContains } from '../../../server/db/name-search.queries.ts'
import type { DB } from '../../../server/db/schema.ts'
import type { KeysetPage } from '../../../server/http/keyset-page.ts'
import type { RightRecord } from './rights.queries.ts'

/** A right with the names of those who decided about it. */
export type NamedRight = Omit<RightRecord, 'role_code' | 'state' | 'actions'> & {
  role_code: RightRole
  state: 'requested' | 'active' | 'suspended' | 'declined' | 'withdrawn' | 'ended'
  actions: string[] | null
  given_by_name: string | null
  confirmed_by_name: string | null
  signed_off_by_name: string | null
  ended_by_name: string | null
}

export type UserRow = {
  user_id: string
  sso_id: string
  name: string
  email: string
  has_access: boolean
  suspended_at: Date | null
}

type UserSearch = {
  keywords: string
  show: 'staff' | 'everyone' | 'suspended'
  /** People with a part in the account whose ID was typed; null if none was. */
  ofAccount: readonly string[] | null
}

/** Two people of one name have different IDs. */
export const userKeysets = {
  name: [
    { sql: 'u.last_name', type: 'text' },
    { sql: 'u.first_name', type: 'text' },
    { sql: 'u.user_id', type: 'uuid' },
  ],
} as const satisfies Record<string, readonly Key[]>

/** A page of the people of the realm, and how many there are. */
export async function findUsers(
  realmDb: Kysely<DB>,
  { keywords, show, ofAccount }: UserSearch,
  { keyset, after, countedTotal, first }: KeysetPage,
): Promise<{ rows: (UserRow & { keyset: Position })[]; total: number }> {
  const conditions: RawBuilder<unknown>[] = [sql`u.realm = realm()`]
  if (show === 'staff')
    conditions.push(
      sql`exists (select from user_role r where r.realm = u.realm and r.user_id = u.user_id and r.ended_at is null)`,
    )
  if (show === 'suspended') conditions.push(sql`u.suspended_at is not null`)
  if (keywords !== '') {
    const part = `%${likeText(keywords.toLowerCase())}%`
    const texts = sql`u.sso_id like ${part} or lower(u.email) like ${part}
      or ${nameContains(sql`u.first_name || ' ' || u.last_name`, keywords)}`
    conditions.push(
      ofAccount === null ? sql`(${texts})` : sql`(${texts} or u.user_id = any(${ofAccount}::uuid[]))`,
    )
  }
  const condition = sql.join(conditions, sql` and `)
  const { rows } = await sql<UserRow & { keyset: Position }>`
    select u.user_id, u.sso_id, u.first_name || ' ' || u.last_name as name, u.email, u.has_access, u.suspended_at,
      ${sql.raw(keysetColumn(keyset))}
    from app_user u where ${condition} and ${rowsAfter(keyset, after)}
    order by ${sql.raw(orderOf(keyset))} limit ${first + 1}`.execute(realmDb)
  if (countedTotal !== null) return { rows, total: countedTotal }
  const counted = await sql<{ total: bigint }>`
    select count(*) as total from app_user u where ${condition}`.execute(realmDb)
  return { rows, total: Number(counted.rows[0]?.total ?? 0n) }
}

export type UserDetails = UserRow & { suspended_by_name: string | null; suspension_reason: string | null }

export async function findUser(realmDb: Kysely<DB>, userId: string): Promise<UserDetails | undefined> {
  const { rows } = await sql<UserDetails>`
    select u.user_id, u.sso_id, u.first_name || ' ' || u.last_name as name, u.email, u.has_access, u.suspended_at,
      u.suspension_reason, b.first_name || ' ' || b.last_name as suspended_by_name
    from app_user u left join app_user b on b.realm = u.realm and b.user_id = u.suspended_by
    where u.user_id = ${userId}`.execute(realmDb)
  return rows[0]
}

const nameOfPerson = (column: 'given_by' | 'confirmed_by' | 'signed_off_by' | 'ended_by') =>
  sql`(select p.first_name || ' ' || p.last_name from app_user p where p.user_id = r.${sql.ref(column)})`

const namedRight = sql`r.*, ${nameOfPerson('given_by')} as given_by_name, ${nameOfPerson('confirmed_by')} as confirmed_by_name,
  ${nameOfPerson('signed_off_by')} as signed_off_by_name, ${nameOfPerson('ended_by')} as ended_by_name`

/** The rights of some people: those that have not ended, then the last ended ones; the latest first. */
export async function listRightsOf(
  realmDb: Kysely<DB>,
  userIds: readonly string[],
  { ended }: { ended: number },
): Promise<NamedRight[]> {
  const { rows } = await sql<NamedRight>`
    (select ${namedRight} from user_role r where r.user_id = any(${userIds}::uuid[]) and r.ended_at is null
      order by r.given_at desc, r.right_id desc)
    union all
    (select ${namedRight} from user_role r where r.user_id = any(${userIds}::uuid[]) and r.ended_at is not null
      order by r.ended_at desc, r.right_id desc limit ${ended})`.execute(realmDb)
  return rows
}

export type RightOfPerson = NamedRight & {
  sso_id: string
  person_name: string
  has_access: boolean
  is_suspended: boolean
}

const ofPerson = sql`u.sso_id, u.first_name || ' ' || u.last_name as person_name, u.has_access, u.suspended_at is not null as is_suspended`

/** The most that are listed to be decided; there are few. */
const maxListed = 200

/** Rights that wait for a second person, oldest first. */
export async function listRequestedRights(
  realmDb: Kysely<DB>,
): Promise<{ rows: RightOfPerson[]; total: number }> {
  const { rows } = await sql<RightOfPerson & { total: bigint }>`
    select ${namedRight}, ${ofPerson}, count(*) over () as total
    from user_role r join app_user u on u.realm = r.realm and u.user_id = r.user_id
    where r.state = 'requested' order by r.given_at, r.right_id limit ${maxListed}`.execute(realmDb)
  return { rows, total: Number(rows[0]?.total ?? 0n) }
}

/** How many rights wait for a second person. */
export async function countRequestedRights(realmDb: Kysely<DB>): Promise<number> {
  const { rows } = await sql<{ total: bigint }>`
    select count(*) as total from user_role where state = 'requested'`.execute(realmDb)
  return Number(rows[0]?.total ?? 0n)
}

/** When each of these people last logged in. */
export async function lastLogins(
  realmDb: Kysely<DB>,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ user_id: string; at: Date }>`
    select s.user_id, max(s.created_at) as at from session s
    where s.user_id = any(${userIds}::uuid[]) group by s.user_id`.execute(realmDb)
  return new Map(rows.map(({ user_id: userId, at }) => [userId, at.toISOString()]))
}

/** More accounts than a person of the staff has a part in. */
const maxAccounts = 500

export type AccountOfPerson = {
  fundId: number
  accountName: string
  role: AccountRole
  advisorMayGrant: boolean
}

/** The accounts of a book in which a person has a part, with their role. */
export async function accountsOfPerson(db: Kysely<DB>, userId: string): Promise<AccountOfPerson[]> {
  const { rows } = await sql<{
    fund_id: bigint
    account_name: string
    role: AccountRole
    may_grant: boolean
  }>`
    select a.fund_id, a.account_name, r.account_role_code as role, a.advisor_may_grant as may_grant
    from party p join account_relationship r on r.book = p.book and r.party_id = p.party_id
      join fund_account a on a.book = r.book and a.account_id = r.account_id
    where p.user_id = ${userId} and r.ended_at is null
    order by a.fund_id, r.account_role_code limit ${maxAccounts}`.execute(db)
  return rows.map(row => ({
    fundId: Number(row.fund_id),
    accountName: row.account_name,
    role: row.role,
    advisorMayGrant: row.may_grant,
  }))
}

/** The people with a part in an account of the book. */
export async function peopleOfFund(db: Kysely<DB>, fundId: number): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select distinct p.user_id from fund_account a
      join account_relationship r on r.book = a.book and r.account_id = a.account_id
      join party p on p.book = r.book and p.party_id = r.party_id
    where a.fund_id = ${fundId} and r.ended_at is null and p.user_id is not null limit ${maxAccounts}`.execute(
    db,
  )
  return rows.map(({ user_id: userId }) => userId)
}

/** The remembered devices of a person, last used first. */
export async function listDevicesOf(
  realmDb: Kysely<DB>,
  userId: string,
  now: Date,
): Promise<{ name: string; last_used_at: Date }[]> {
  return await realmDb
    .selectFrom('remembered_device')
    .select(['name', 'last_used_at'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy('last_used_at', 'desc')
    .limit(maxListed)
    .execute()
}

/** A person with access, to be invited. */
export async function findPersonToInvite(
  trx: Kysely<DB>,
  userId: string,
): Promise<{ sso_id: string; name: string; email: string } | undefined> {
  const { rows } = await sql<{ sso_id: string; name: string; email: string }>`
    select sso_id, first_name || ' ' || last_name as name, email from app_user
    where user_id = ${userId} and has_access`.execute(trx)
  return rows[0]
}

/** Rights of people by a condition about the right (`r`), by the person's name. */
export async function rightsOfPeople(
  realmDb: Kysely<DB>,
  condition: RawBuilder<unknown>,
): Promise<RightOfPerson[]> {
  const { rows } = await sql<RightOfPerson>`
    select ${namedRight}, ${ofPerson}
    from user_role r join app_user u on u.realm = r.realm and u.user_id = r.user_id
    where ${condition} order by u.last_name, u.first_name, u.user_id, r.given_at limit ${maxReviewed}`.execute(
    realmDb,
  )
  return rows
}

/** More rights than the staff of a sponsor have. */
const maxReviewed = 2000
