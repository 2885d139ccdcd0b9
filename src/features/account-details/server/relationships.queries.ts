import { type Kysely, sql } from 'kysely'
import type { AccountRole } from '../../../clients/client.ts'
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
  const from = sql`account_relationship r
    join party p on p.book = r.book and p.party_id = r.party_id
    join fund_account a on a.book = r.book and a.account_id = r.account_id
    left join app_user u on u.user_id = p.user_id`
  const matches = sql`r.account_id = ${accountId} and not r.account_role_code = any(${leavesOut}::text[])
    and (${includesEnded} or r.ended_at is null)
    and (${text} = '' or position(${text} in lower(p.name)) > 0 or r.account_role_code = any(${rolesFound}::text[]))`
  const total =
    countedTotal === null
      ? sql`(select count(*) from ${from} where ${matches})`
      : sql`${countedTotal}::bigint`
  const result = await sql<RelationshipRow & { keyset: string[]; total: bigint }>`
    select r.relationship_id, r.party_id, p.name, p.first_name, p.last_name, r.account_role_code, r.ended_at, a.advisor_may_grant,
      u.sso_id, coalesce(u.has_access, false) as has_login, ${sql.raw(keysetColumn(keyset))}, ${total} as total
    from ${from} where ${matches} and ${rowsAfter(keyset, after)}
    order by ${sql.raw(orderOf(keyset))} limit ${first + 1}`.execute(db)
  return { rows: result.rows, total: Number(result.rows[0]?.total ?? 0n) }
}
