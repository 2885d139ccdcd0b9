import { type Kysely, sql } from 'kysely'
import type { AccountStatus } from '../../../../contract/account-overview.contract.ts'
import type { IsoDate } from '../../../../domain/dates.ts'
import {
  type Key,
  keysetColumn,
  orderOf,
  type Position,
  rowsAfter,
} from '../../../../server/db/keyset.queries.ts'
import { likeText } from '../../../../server/db/like-text.ts'
import { nameContains } from '../../../../server/db/name-search.queries.ts'
import type { DB } from '../../../../server/db/schema.ts'
import type { KeysetPage } from '../../../../server/http/keyset-page.ts'
import type { ReaderRole } from '../../../documents/domain/document-types.ts'
import type { PropertyType } from '../domain/gift-value.ts'
import type { HoldingTaskKind } from '../domain/holding-task.ts'
import type { IdentifierType } from '../domain/security-identifier.ts'
import type { holdingFilters } from '../holdings.contract.ts'

/** Amounts within JSON are digits, because a number would lose some. */
type DisposalJson = {
  disposalId: string
  kind: 'sale' | 'release'
  units: string
  giftValueMinor: string
  proceedsMinor: string
  costMinor: string
  disposedOn: IsoDate
  recordedByName: string
  isReversed: boolean
  isWaiting: boolean
}

export type ListedHolding = {
  holding_id: string
  transaction_id: bigint
  fund_id: bigint
  account_name: string
  account_status: AccountStatus
  property: PropertyType
  description: string
  identifier_type: IdentifierType | null
  identifier: string | null
  gift_date: IsoDate
  units: string
  units_left: string
  gift_value_minor: bigint
  left_minor: bigint
  valuation: unknown
  source: string
  is_received: boolean
  /** Whether a case released what was left of it. */
  is_released: boolean
  latest_valuation: { valuedOn: IsoDate; valueMinor: string; source: string } | null
  disposals: DisposalJson[]
  tasks: {
    taskId: string
    kind: HoldingTaskKind
    dueOn: IsoDate
    doneOn: IsoDate | null
    doneByName: string | null
    note: string | null
  }[]
  documents: {
    documentId: string
    fileName: string
    readers: ReaderRole[]
    addedAt: string
    fundId: number
    accountId: string
  }[]
  posting_request: { kind: 'dispose-of-holding'; requestedByName: string; requestedAt: string } | null
}

const from = sql`contribution_holding h
  join contribution c on c.book = h.book and c.contribution_id = h.contribution_id
  join contribution_asset s on s.book = h.book and s.contribution_id = h.contribution_id and s.line = h.line
  join fund_account a on a.book = h.book and a.account_id = h.account_id
  cross join lateral (
    select coalesce(sum(o.units), 0) as units, coalesce(sum(o.gift_value_minor), 0)::bigint as minor from holding_disposal o
      where o.book = h.book and o.holding_id = h.holding_id and o.reversed_at is null) d`

/** Whether a case released what is left of a line, with all excluded assets of its account. A reversed release does not count. */
const isReleased = sql`(c.state = 'received' and exists (
  select from holding_release r where r.book = h.book and r.holding_id = h.holding_id
    and not exists (select from journal_entry x where x.book = r.book and x.reverses_entry_id = r.entry_id)))`

/** The tasks `t` that count: their contribution was not taken back, nor their sale. */
const tasks = sql`from holding_task t left join holding_disposal o on o.book = t.book and o.disposal_id = t.disposal_id
  where t.book = h.book and t.holding_id = h.holding_id and c.state = 'received' and o.reversed_at is null`

const columns = sql`h.holding_id, c.transaction_id, a.fund_id, a.account_name, a.account_status, h.property, s.description,
  h.identifier_type, h.identifier, c.gift_date, trim_scale(h.units)::text as units, trim_scale(h.units - d.units)::text as units_left,
  h.gift_value_minor, h.gift_value_minor - d.minor as left_minor, h.valuation, h.source, c.state = 'received' as is_received, ${isReleased} as is_released,
  (
    select jsonb_build_object('valuedOn', v.valued_on, 'valueMinor', v.value_minor::text, 'source', v.source)
      from holding_valuation v where v.book = h.book and v.holding_id = h.holding_id
      order by v.valued_on desc, v.entered_at desc, v.valuation_id desc limit 1) as latest_valuation,
  coalesce((
    select jsonb_agg(jsonb_build_object('disposalId', o.disposal_id, 'kind', o.kind, 'units', trim_scale(o.units)::text,
        'giftValueMinor', o.gift_value_minor::text, 'proceedsMinor', o.proceeds_minor::text, 'costMinor', o.cost_minor::text,
        'disposedOn', o.disposed_on, 'recordedByName', o.recorded_by_name, 'isReversed', o.reversed_at is not null,
        'isWaiting', exists (
          select from posting_request r where r.book = o.book and r.subject_id = o.disposal_id and r.state = 'requested'))
        order by o.recorded_at, o.disposal_id)
      from holding_disposal o where o.book = h.book and o.holding_id = h.holding_id), '[]') as disposals,
  coalesce((
    select jsonb_agg(jsonb_build_object('taskId', t.task_id, 'kind', t.kind, 'dueOn', t.due_on, 'doneOn', t.done_on,
        'doneByName', t.done_by_name, 'note', t.note) order by t.due_on, t.kind, t.task_id) ${tasks}), '[]') as tasks,
  coalesce((
    select jsonb_agg(jsonb_build_object('documentId', p.document_id, 'fileName', p.name, 'readers', p.readers, 'addedAt', p.added_at,
        'fundId', f.fund_id, 'accountId', f.account_id) order by p.added_at, p.document_id)
      from holding_document l join document p on p.book = l.book and p.document_id = l.document_id and p.state = 'stored'
        join fund_account f on f.book = p.book and f.account_id = p.account_id
      where l.book = h.book and l.holding_id = h.holding_id), '[]') as documents,
  (
    select jsonb_build_object('kind', r.kind, 'requestedByName', r.requested_by_name, 'requestedAt', r.requested_at)
      from posting_request r where r.book = h.book and r.subject_id = h.holding_id and r.state = 'requested') as posting_request`

const idKey: Key = { sql: 'h.holding_id', type: 'uuid' }
export const holdingKeysets = {
  giftDate: [{ sql: 'c.gift_date', type: 'date' }, idKey],
  accountName: [{ sql: 'a.account_name_key', type: 'text' }, idKey],
} as const satisfies Record<string, readonly Key[]>

const conditions = {
  held: sql`c.state = 'received' and d.units < h.units and not ${isReleased}`,
  tasks: sql`exists (select ${tasks} and t.done_on is null)`,
  all: sql`true`,
} as const satisfies Record<(typeof holdingFilters)[number], unknown>

/** One page of the lines, and one row more if there are more. */
export async function listHoldingRows(
  db: Kysely<DB>,
  { keywords, show }: { keywords: string; show: (typeof holdingFilters)[number] },
  { keyset, after, countedTotal, first }: KeysetPage,
): Promise<{ rows: (ListedHolding & { keyset: Position })[]; total: number }> {
  const text = keywords.trim()
  const isFound = sql`${conditions[show]} and (${text} = '' or ${nameContains(sql`a.account_name`, text)} or a.fund_id::text = ${text}
    or c.transaction_id::text = ${text} or h.identifier = upper(${text}) or s.description ilike ${`%${likeText(text)}%`})`
  const total =
    countedTotal === null
      ? sql`(select count(*) from ${from} where ${isFound})`
      : sql`${countedTotal}::bigint`
  const { rows } = await sql<ListedHolding & { keyset: Position; total: bigint }>`
    select ${columns}, ${sql.raw(keysetColumn(keyset))}, ${total} as total
    from ${from} where ${isFound} and ${rowsAfter(keyset, after)}
    order by ${sql.raw(orderOf(keyset))} limit ${first + 1}`.execute(db)
  return { rows, total: Number(rows[0]?.total ?? 0n) }
}
