import { type Kysely, sql } from 'kysely'
import type { AccountRole } from '../../../domain/account-roles.ts'
import type { IsoDate } from '../../../domain/dates.ts'
import { type Key, keysetColumn, orderOf, rowsAfter } from '../../../server/db/keyset.queries.ts'
import type { DB } from '../../../server/db/schema.ts'
import type { KeysetPage } from '../../../server/http/keyset-page.ts'

export type RelationshipRow = {
  relationship_id: string
  party_id: string
  name: string
  first_name: string | null
  last_name: string | null
  account_role_code: AccountRole
  sso_id: string | null
  has_login: boolean
  advisor_may_grant: boolean
  ended_at: Date | null
}

export type RelationshipDetailsRow = RelationshipRow & {
  revision: number
  since: IsoDate
  email: string | null
  address: (string | null)[]
}

const columns = sql`r.relationship_id, r.party_id, p.name, p.first_name, p.last_name, r.account_role_code, r.ended_at,
  a.advisor_may_grant, u.sso_id, coalesce(u.has_access, false) as has_login`

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
  const result = await sql<RelationshipDetailsRow>`
    select ${columns}, r.revision, r.since, coalesce(u.email, p.email) as email,
      array[p.address_line1, p.address_line2, p.city, p.state, p.postal_code, p.country] as address
    from ${from} where r.account_id = ${accountId} and r.relationship_id = ${relationshipId}`.execute(db)
  return result.rows[0]
}

/** Locks a relationship until the transaction ends, so that of two people who remove it one comes second. */
export async function lockRelationship(
  trx: Kysely<DB>,
  accountId: string,
  relationshipId: string,
): Promise<void> {
  await trx
    .selectFrom('account_relationship')
    .select('relationship_id')
    .where('account_id', '=', accountId)
    .where('relationship_id', '=', relationshipId)
    .forNoKeyUpdate()
    .execute()
}

export async function setEnded(
  trx: Kysely<DB>,
  relationshipId: string,
  { endedAt, revision }: { endedAt: Date; revision: number },
): Promise<void> {
  await trx
    .updateTable('account_relationship')
    .set({ ended_at: endedAt, revision })
    .where('relationship_id', '=', relationshipId)
    .execute()
}

/** What the mail about a removal says, and the fund's donors who receive it. */
export async function readRemoval(db: Kysely<DB>, relationshipId: string) {
  const result = await sql<{ person: string; account_id: string; account_name: string }>`
    select p.name as person, a.account_id, a.account_name from ${from}
    where r.relationship_id = ${relationshipId} and r.ended_at is not null`.execute(db)
  return result.rows[0]
}

const idKey: Key = { sql: 'r.relationship_id', type: 'uuid' }
const nameKey: Key = { sql: 'left(lower(p.name), 200)', type: 'text' }
export const relationshipKeysets = {
  name: [nameKey, idKey],
  accountRoleName: [{ sql: 'r.account_role_code', type: 'text' }, nameKey, idKey],
} as const satisfies Record<string, readonly Key[]>

export type RelationshipSearch = {
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
): Promise<{ rows: (RelationshipRow & { keyset: string[] })[]; total: number }> {
  const text = keywords.trim().toLowerCase()
  const matches = sql`r.account_id = ${accountId} and not r.account_role_code = any(${leavesOut}::text[])
    and (${includesEnded} or r.ended_at is null)
    and (${text} = '' or position(${text} in lower(p.name)) > 0 or r.account_role_code = any(${rolesFound}::text[]))`
  const total =
    countedTotal === null
      ? sql`(select count(*) from ${from} where ${matches})`
      : sql`${countedTotal}::bigint`
  const result = await sql<RelationshipRow & { keyset: string[]; total: bigint }>`
    select ${columns}, ${sql.raw(keysetColumn(keyset))}, ${total} as total
    from ${from} where ${matches} and ${rowsAfter(keyset, after)}
    order by ${sql.raw(orderOf(keyset))} limit ${first + 1}`.execute(db)
  return { rows: result.rows, total: Number(result.rows[0]?.total ?? 0n) }
}
