import { type Kysely, sql } from 'kysely'
import {
  type Key,
  keysetColumn,
  orderOf,
  type Position,
  rowsAfter,
} from '../../../server/db/keyset.queries.ts'
import { nameContains } from '../../../server/db/name-search.queries.ts'
import type { DB } from '../../../server/db/schema.ts'
import type { KeysetPage } from '../../../server/http/keyset-page.ts'
import type { ApplicationState } from '../domain/application.ts'
import type { ApplicationDraft } from '../domain/draft.ts'
import { ownerIsCurrent } from './applications.queries.ts'

export type QueueRow = {
  application_id: string
  reference: bigint
  draft: ApplicationDraft
  state: ApplicationState
  started_by_name: string
  owner_name: string | null
  owner_is_current: boolean
  since: Date
}

type QueueSearch = {
  keywords: string
  /** Null: those that wait for staff. */
  state: ApplicationState | null
  /** Only those that this person looks after; null: all. */
  ownerId: string | null
}

const since = 'coalesce(p.submitted_at, p.changed_at)'
const accountName = `left(name_key(p.draft #>> '{account,accountName}'), 200)`
const idKey: Key = { sql: 'p.application_id', type: 'uuid' }
export const queueKeysets = {
  since: [{ sql: `(extract(epoch from ${since}) * 1000000)::bigint`, type: 'micros' }, idKey],
  accountName: [{ sql: accountName, type: 'text' }, idKey],
} as const satisfies Record<string, readonly Key[]>

const waitsForStaff = sql`p.state in ('submitted', 'asked')`

/** How many applications wait for staff. */
export async function countWaitingApplications(db: Kysely<DB>): Promise<number> {
  const { rows } = await sql<{ total: bigint }>`
    select count(*) as total from account_application p where p.erased_at is null and ${waitsForStaff}`.execute(
    db,
  )
  return Number(rows[0]?.total ?? 0n)
}

/** One page of the applications, and one row more if there are more. */
export async function listQueueRows(
  db: Kysely<DB>,
  { keywords, state, ownerId }: QueueSearch,
  { keyset, after, countedTotal, first }: KeysetPage,
): Promise<{ rows: (QueueRow & { keyset: Position })[]; total: number }> {
  const text = keywords.trim()
  const isFound = sql`p.erased_at is null
    and case when ${state}::text is null then ${waitsForStaff} else p.state = ${state} end
    and (${ownerId}::uuid is null or p.owner_id = ${ownerId})
    and (${text} = '' or ${nameContains(sql`p.draft #>> '{account,accountName}'`, text)} or p.reference::text = ${text}
      or exists (select from jsonb_array_elements(p.draft -> 'donors') d
        where ${nameContains(sql`concat(d ->> 'firstName', ' ', d ->> 'lastName')`, text)}))`
  const total =
    countedTotal === null
      ? sql`(select count(*) from account_application p where ${isFound})`
      : sql`${countedTotal}::bigint`
  const { rows } = await sql<QueueRow & { keyset: Position; total: bigint }>`
    select p.application_id, p.reference, p.draft, p.state, p.started_by_name, p.owner_name,
      ${ownerIsCurrent} as owner_is_current, ${sql.raw(since)} as since,
      ${sql.raw(keysetColumn(keyset))}, ${total} as total
    from account_application p where ${isFound} and ${rowsAfter(keyset, after)}
    order by ${sql.raw(orderOf(keyset))} limit ${first + 1}`.execute(db)
  return { rows, total: Number(rows[0]?.total ?? 0n) }
}
