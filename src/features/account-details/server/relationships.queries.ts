import { type Kysely, sql } from 'kysely'
import { type AccountRole, donorRoles, legacyPlanRoles } from '../../../domain/account-roles.ts'
import type { IsoDate } from '../../../domain/dates.ts'
import {
  type Key,
  keysetColumn,
  orderOf,
  type Position,
  rowsAfter,
} from '../../../server/db/keyset.queries.ts'
import { literals } from '../../../server/db/literals.ts'
import { nameContains } from '../../../server/db/name-search.queries.ts'
import type { DB } from '../../../server/db/schema.ts'
import type { KeysetPage } from '../../../server/http/keyset-page.ts'
import { partiesOfUsers } from '../../people/server/parties.queries.ts'
import type { ContactSharing } from '../domain/contact-sharing.ts'
import { addedBy, type Sharing, sharingColumns } from './contact-sharing.queries.ts'
import { isEntered, listedName, listedNameSql } from './listed-name.queries.ts'

export type RelationshipRow = {
  relationship_id: string
  party_id: string
  /** The names as everyone may read them: those that were entered, until the person accepts the relationship. */
  name: string
  first_name: string | null
  last_name: string | null
  /** The names as they are stored, for readers who see the person's contact (contact-sharing.ts). */
  own_name: string
  own_first_name: string | null
  own_last_name: string | null
  contact_sharing: ContactSharing
  account_role_code: AccountRole
  sso_id: string | null
  has_login: boolean
  user_id: string | null
  advisor_may_grant: boolean
  ended_at: Date | null
}

export type RelationshipDetailsRow = RelationshipRow & {
  revision: number
  since: IsoDate
  /** The person's own address. */
  email: string | null
  entered_email: string | null
}

const columns = sql`r.relationship_id, r.party_id, ${listedName} as name,
  case when ${isEntered} then r.entered_first_name else p.first_name end as first_name,
  case when ${isEntered} then r.entered_last_name else p.last_name end as last_name,
  p.name as own_name, p.first_name as own_first_name, p.last_name as own_last_name,
  r.contact_sharing, r.account_role_code, r.ended_at,
  a.advisor_may_grant, u.sso_id, p.user_id,
  coalesce(u.has_access, false) as has_login`

const from = sql`account_relationship r
  join party p on p.book = r.book and p.party_id = r.party_id
  join fund_account a on a.book = r.book and a.account_id = r.account_id
  left join app_user u on u.user_id = p.user_id`

/** One relationship of the account, current or former. */
export async function findRelationship(
  db: Kysely<DB>,
  accountId: string,
  relationshipId: string,
): Promise<RelationshipDetailsRow | undefined> {
  const [relationship] = await findRelationships(db, accountId, [relationshipId])
  return relationship
}

/** Those of these relationships that the account has, in the order of their ids. */
export async function findRelationships(
  db: Kysely<DB>,
  accountId: string,
  relationshipIds: readonly string[],
): Promise<RelationshipDetailsRow[]> {
  const result = await sql<RelationshipDetailsRow>`
    select ${columns}, r.revision, r.since, r.entered_email, coalesce(u.email, p.email) as email
    from ${from} where r.account_id = ${accountId} and r.relationship_id = any(${relationshipIds}::uuid[])
    order by r.relationship_id`.execute(db)
  return result.rows
}

export async function setEnded(
  trx: Kysely<DB>,
  relationshipIds: readonly string[],
  endedAt: Date,
): Promise<void> {
  await trx
    .updateTable('account_relationship')
    .set(({ eb }) => ({ ended_at: endedAt, revision: eb('revision', '+', 1) }))
    .where('relationship_id', 'in', relationshipIds)
    .execute()
}

/** The number of people with a role on the account or a pending request for one. */
export async function countPeople(trx: Kysely<DB>, accountId: string): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`
    select (select count(*) from account_relationship where account_id = ${accountId} and ended_at is null)
      + (select count(*) from relationship_request where account_id = ${accountId} and state = 'pending') as count`.execute(
    trx,
  )
  return Number(rows[0]?.count ?? 0n)
}

/** The person's party in this book, which is created with the realm's data if there is none. */
export async function partyOfUser(trx: Kysely<DB>, userId: string): Promise<string> {
  const party = (await partiesOfUsers(trx, [userId])).get(userId)
  if (party === undefined) throw new Error(`the user ${userId} does not exist`)
  return party
}

type NewRelationship = {
  accountId: string
  partyId: string
  role: AccountRole
  since: IsoDate
  contact: Sharing
}

/** Relates a party to the account. Null if it has this role already. */
export async function insertRelationship(trx: Kysely<DB>, about: NewRelationship): Promise<string | null> {
  const [added] = await insertRelationships(trx, [about])
  return added?.relationship_id ?? null
}

/** Relates parties to accounts, with one statement. Returns those that are new. */
export async function insertRelationships(
  trx: Kysely<DB>,
  relationships: readonly NewRelationship[],
): Promise<{ relationship_id: string; party_id: string; account_role_code: AccountRole }[]> {
  return await trx
    .insertInto('account_relationship')
    .values(
      relationships.map(about => ({
        account_id: about.accountId,
        party_id: about.partyId,
        account_role_code: about.role,
        since: about.since,
        ...sharingColumns(about.contact),
      })),
    )
    .onConflict(conflict =>
      conflict
        .columns(['book', 'account_id', 'party_id', 'account_role_code'])
        .where('ended_at', 'is', null)
        .doNothing(),
    )
    .returning(['relationship_id', 'party_id', 'account_role_code'])
    .execute()
}

/** The party's current relationship in this role. */
export async function findCurrentRelationship(
  db: Kysely<DB>,
  about: { accountId: string; partyId: string; role: AccountRole },
): Promise<string | undefined> {
  const row = await db
    .selectFrom('account_relationship')
    .select('relationship_id')
    .where('account_id', '=', about.accountId)
    .where('party_id', '=', about.partyId)
    .where('account_role_code', '=', about.role)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return row?.relationship_id
}

/** Whether someone else is a donor or joint donor of the account. */
export async function hasOtherDonor(
  db: Kysely<DB>,
  accountId: string,
  relationshipId: string,
): Promise<boolean> {
  const other = await db
    .selectFrom('account_relationship')
    .select('relationship_id')
    .where('account_id', '=', accountId)
    .where('relationship_id', '!=', relationshipId)
    .where('account_role_code', 'in', donorRoles)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return other !== undefined
}

/** What the mails about a relationship say. */
export async function readRelationshipNotice(db: Kysely<DB>, relationshipId: string) {
  const { rows } = await sql<{
    account_id: string
    account_name: string
    account_role_code: AccountRole
    person: string
    user_id: string | null
    user_email: string | null
    user_name: string | null
    contact_sharing: ContactSharing
    /** Who added the person, as the fund's people read it; null: the sponsor's staff. */
    added_by: string | null
  }>`
    select a.account_id, a.account_name, r.account_role_code, ${listedName} as person, r.contact_sharing,
      ${addedBy} as added_by, u.user_id, u.email as user_email,
      u.first_name || ' ' || u.last_name as user_name
    from ${from} where r.relationship_id = ${relationshipId}`.execute(db)
  return rows[0]
}

const idKey: Key = { sql: 'r.relationship_id', type: 'uuid' }
const nameKey: Key = { sql: `left(lower(${listedNameSql}), 200)`, type: 'text' }
export const relationshipKeysets = {
  name: [nameKey, idKey],
  accountRoleName: [{ sql: 'r.account_role_code', type: 'text' }, nameKey, idKey],
} as const satisfies Record<string, readonly Key[]>

type RelationshipSearch = {
  accountId: string
  keywords: string
  /** Roles whose names contain the keywords, because only the program knows the names. */
  rolesFound: readonly AccountRole[]
  leavesOut: readonly AccountRole[]
  includesEnded: boolean
}

/** One page of an account's people, and one row more if there are more. `total` is counted once, for the first page. */
export async function readRelationships(
  db: Kysely<DB>,
  { accountId, keywords, rolesFound, leavesOut, includesEnded }: RelationshipSearch,
  { keyset, after, countedTotal, first }: KeysetPage,
): Promise<{ rows: (RelationshipRow & { keyset: Position })[]; total: number }> {
  const text = keywords.trim()
  const matches = sql`r.account_id = ${accountId} and not r.account_role_code = any(${leavesOut}::text[])
    and (${includesEnded} or r.ended_at is null)
    and (${text} = '' or ${nameContains(listedName, text)} or r.account_role_code = any(${rolesFound}::text[]))`
  const total =
    countedTotal === null
      ? sql`(select count(*) from ${from} where ${matches})`
      : sql`${countedTotal}::bigint`
  const result = await sql<RelationshipRow & { keyset: Position; total: bigint }>`
    select ${columns}, ${sql.raw(keysetColumn(keyset))}, ${total} as total
    from ${from} where ${matches} and ${rowsAfter(keyset, after)}
    order by ${sql.raw(orderOf(keyset))} limit ${first + 1}`.execute(db)
  return { rows: result.rows, total: Number(result.rows[0]?.total ?? 0n) }
}

type NamedSuccessor = { partyId: string; role: 'successor' | 'charitable_beneficiary' }

/** Ends the relationships of successors who are no longer named, and begins those of the new ones (§14). */
export async function followSuccessors(
  trx: Kysely<DB>,
  accountId: string,
  { named, today, now }: { named: readonly NamedSuccessor[]; today: IsoDate; now: Date },
): Promise<void> {
  const roles = sql`unnest(${named.map(({ partyId }) => partyId)}::uuid[],
    ${named.map(({ role }) => role)}::text[]) named (party_id, role)`
  await sql`
    update account_relationship r set ended_at = ${now}, revision = r.revision + 1
      where r.account_id = ${accountId} and r.ended_at is null and r.account_role_code in (${literals(legacyPlanRoles)})
        and not exists (select from ${roles} where named.party_id = r.party_id and named.role = r.account_role_code)`.execute(
    trx,
  )
  await sql`
    insert into account_relationship (account_id, party_id, account_role_code, since)
      select ${accountId}, named.party_id, named.role, ${today}::date from ${roles}
    on conflict (book, account_id, party_id, account_role_code) where ended_at is null do nothing`.execute(
    trx,
  )
}
