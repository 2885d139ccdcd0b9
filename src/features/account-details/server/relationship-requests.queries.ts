import { type Kysely, type Selectable, sql } from 'kysely'
import type { AccountRole } from '../../../domain/account-roles.ts'
import type { Side } from '../../../server/auth/actor.ts'
import {
  type Key,
  keysetColumn,
  orderOf,
  type Position,
  rowsAfter,
} from '../../../server/db/keyset.queries.ts'
import { nameContains } from '../../../server/db/name-search.queries.ts'
import type { DB, RelationshipRequest } from '../../../server/db/schema.ts'
import type { KeysetPage } from '../../../server/http/keyset-page.ts'
import type { AssignableRole } from '../domain/relationship-changes.ts'
import { listedName } from './listed-name.queries.ts'

export type NewRequest = {
  accountId: string
  requestedBy: { userId: string; name: string; side: Side }
  at: Date
} & (
  | { kind: 'add'; accountRoleCode: AssignableRole; firstName: string; lastName: string; email: string }
  | { kind: 'end'; relationshipId: string }
  | { kind: 'change-role'; relationshipId: string; accountRoleCode: AssignableRole }
)

/** Stores a request. Null if the same one is pending. */
export async function insertRequest(trx: Kysely<DB>, request: NewRequest): Promise<string | null> {
  const { requestedBy } = request
  const row = await trx
    .insertInto('relationship_request')
    .values({
      account_id: request.accountId,
      kind: request.kind,
      relationship_id: request.kind === 'add' ? null : request.relationshipId,
      account_role_code: request.kind === 'end' ? null : request.accountRoleCode,
      first_name: request.kind === 'add' ? request.firstName : null,
      last_name: request.kind === 'add' ? request.lastName : null,
      email: request.kind === 'add' ? request.email : null,
      requested_by: requestedBy.userId,
      requested_by_name: requestedBy.name,
      requested_by_side: requestedBy.side,
      requested_at: request.at,
    })
    .onConflict(conflict => conflict.doNothing())
    .returning('request_id')
    .executeTakeFirst()
  return row?.request_id ?? null
}

/** A request with the person it concerns and their current role, which is null for a person to add. */
export type RequestRow = Selectable<RelationshipRequest> & {
  person: string
  person_user_id: string | null
  current_role_code: AccountRole | null
  account_name: string
}

const person = sql`case when r.relationship_id is null then q.first_name || ' ' || q.last_name else ${listedName} end`
const columns = sql`q.*, ${person} as person, p.user_id as person_user_id,
  r.account_role_code as current_role_code, a.account_name`
const from = sql`relationship_request q
  join fund_account a on a.book = q.book and a.account_id = q.account_id
  left join account_relationship r on r.book = q.book and r.relationship_id = q.relationship_id
  left join party p on p.book = r.book and p.party_id = r.party_id`

export async function findRequest(db: Kysely<DB>, requestId: string): Promise<RequestRow | undefined> {
  const { rows } =
    await sql<RequestRow>`select ${columns} from ${from} where q.request_id = ${requestId}`.execute(db)
  return rows[0]
}

/** The pending requests of an account, oldest first. */
export async function pendingRequests(
  db: Kysely<DB>,
  accountId: string,
  limit: number,
): Promise<RequestRow[]> {
  const { rows } = await sql<RequestRow>`
    select ${columns} from ${from} where q.account_id = ${accountId} and q.state = 'pending'
    order by q.requested_at, q.request_id limit ${limit}`.execute(db)
  return rows
}

/** The pending request that concerns a relationship. */
export async function pendingRequestOf(
  db: Kysely<DB>,
  relationshipId: string,
): Promise<RequestRow | undefined> {
  const { rows } = await sql<RequestRow>`
    select ${columns} from ${from} where q.relationship_id = ${relationshipId} and q.state = 'pending'`.execute(
    db,
  )
  return rows[0]
}

const idKey: Key = { sql: 'q.request_id', type: 'uuid' }
export const requestKeysets = {
  requestedDate: [{ sql: '(extract(epoch from q.requested_at) * 1000000)::bigint', type: 'micros' }, idKey],
  accountName: [{ sql: 'a.account_name_key', type: 'text' }, idKey],
} as const satisfies Record<string, readonly Key[]>

type QueuedRequestRow = RequestRow & {
  fund_id: bigint
  account_status: string
  keyset: Position
}

/** One page of the pending requests of the book, and one row more if there are more. */
export async function readRequestQueue(
  db: Kysely<DB>,
  keywords: string,
  { keyset, after, countedTotal, first }: KeysetPage,
): Promise<{ rows: QueuedRequestRow[]; total: number }> {
  const text = keywords.trim()
  const isFound = sql`q.state = 'pending' and (${text} = '' or ${nameContains(sql`a.account_name`, text)}
    or ${nameContains(person, text)})`
  const total =
    countedTotal === null
      ? sql`(select count(*) from ${from} where ${isFound})`
      : sql`${countedTotal}::bigint`
  const { rows } = await sql<QueuedRequestRow & { total: bigint }>`
    select ${columns}, name_and_access(q.requested_by, q.requested_by_name) as requested_by_name, a.fund_id, a.account_status, ${sql.raw(keysetColumn(keyset))}, ${total} as total
    from ${from} where ${isFound} and ${rowsAfter(keyset, after)}
    order by ${sql.raw(orderOf(keyset))} limit ${first + 1}`.execute(db)
  return { rows, total: Number(rows[0]?.total ?? 0n) }
}

/** How many requests of the book are pending. */
export async function countPendingRequests(db: Kysely<DB>): Promise<number> {
  const { rows } = await sql<{ total: bigint }>`
    select count(*) as total from relationship_request where state = 'pending'`.execute(db)
  return Number(rows[0]?.total ?? 0n)
}

/** Locks a request until the transaction ends; returns its state. The caller holds the lock of the account. */
export async function lockRequest(
  trx: Kysely<DB>,
  requestId: string,
): Promise<{ state: RequestRow['state']; decided_by: string | null } | undefined> {
  return await trx
    .selectFrom('relationship_request')
    .select(['state', 'decided_by'])
    .where('request_id', '=', requestId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export async function setDecided(
  trx: Kysely<DB>,
  requestId: string,
  decision: {
    state: 'confirmed' | 'declined' | 'withdrawn'
    message: string | null
    by: { userId: string; name: string }
    at: Date
  },
): Promise<void> {
  const { state, message, by, at } = decision
  await trx
    .updateTable('relationship_request')
    .set({ state, message, decided_by: by.userId, decided_by_name: by.name, decided_at: at })
    .where('request_id', '=', requestId)
    .execute()
}
