import { type Kysely, type Selectable, sql, type Updateable } from 'kysely'
import { type Key, orderOf, type Position, positionOf, rowsAfter } from '../../../server/db/keyset.queries.ts'
import type { DB, RegisterChangeItem, RegisterChangeReview } from '../../../server/db/schema.ts'
import type { KeysetPage } from '../../../server/http/keyset-page.ts'
import type { ChangeKind } from '../../charities/domain/register-change.ts'
import type { ChangeState } from '../domain/change-state.ts'
import type { changeViews } from '../register-changes.contract.ts'

export type ChangeRecord = Selectable<RegisterChangeReview> & {
  /** How many things of each kind rely on the charity. */
  concerned: Record<string, number>
}

type Search = { view: (typeof changeViews)[number]; kind?: ChangeKind | undefined }

const statesOf = {
  'to-decide': ['open'],
  decided: ['continued', 'stopped'],
} as const satisfies Record<Search['view'], readonly ChangeState[]>

const microsOf = (instant: string): Key => ({
  sql: `(extract(epoch from ${instant}) * 1000000)::bigint`,
  type: 'micros',
})
const ownId: Key = { sql: 'r.change_id', type: 'uuid' }

export const changeKeysets = {
  foundAt: [microsOf('r.found_at'), ownId],
  decidedAt: [microsOf('coalesce(r.decided_at, r.found_at)'), ownId],
} as const satisfies Record<string, readonly Key[]>

const concerned = sql<Record<string, number>>`coalesce((select jsonb_object_agg(c.what, c.things) from (
  select i.what, count(*) as things from register_change_item i where i.change_id = r.change_id group by i.what) c), '{}')`.as(
  'concerned',
)

const isOfKind = (kind: ChangeKind | undefined) =>
  kind === undefined ? sql<boolean>`true` : sql<boolean>`${kind} = any(r.kinds)`

/** One page of the changes of a view, and one row more if there are more. */
export async function listChangeRows(
  db: Kysely<DB>,
  { view, kind }: Search,
  { keyset, after, countedTotal, first }: KeysetPage,
): Promise<{ rows: (ChangeRecord & { keyset: Position })[]; total: number }> {
  const rows = await db
    .selectFrom('register_change_review as r')
    .selectAll('r')
    .select(concerned)
    .where('r.state', 'in', statesOf[view])
    .where(isOfKind(kind))
    .select(sql.raw<Position>(positionOf(keyset)).as('keyset'))
    .where(rowsAfter(keyset, after))
    .orderBy(sql.raw(orderOf(keyset)))
    .limit(first + 1)
    .execute()
  return { rows, total: countedTotal ?? (await countChanges(db, { view, kind })) }
}

export async function countChanges(db: Kysely<DB>, { view, kind }: Search): Promise<number> {
  const { total } = await db
    .selectFrom('register_change_review as r')
    .select(({ fn }) => fn.countAll<bigint>().as('total'))
    .where('r.state', 'in', statesOf[view])
    .where(isOfKind(kind))
    .executeTakeFirstOrThrow()
  return Number(total)
}

export async function findChange(db: Kysely<DB>, changeId: string): Promise<ChangeRecord | undefined> {
  return await db
    .selectFrom('register_change_review as r')
    .selectAll('r')
    .select(concerned)
    .select(sql<string | null>`name_and_access(r.decided_by, r.decided_by_name)`.as('decided_by_name'))
    .where('r.change_id', '=', changeId)
    .executeTakeFirst()
}

/** Locks a change until the transaction ends. */
export async function lockChange(
  trx: Kysely<DB>,
  changeId: string,
): Promise<Pick<ChangeRecord, 'state' | 'stops'> | undefined> {
  return await trx
    .selectFrom('register_change_review')
    .select(['state', 'stops'])
    .where('change_id', '=', changeId)
    .forUpdate()
    .executeTakeFirst()
}

export async function updateChange(
  trx: Kysely<DB>,
  changeId: string,
  columns: Updateable<RegisterChangeReview>,
): Promise<void> {
  await trx.updateTable('register_change_review').set(columns).where('change_id', '=', changeId).execute()
}

type ItemRow = Pick<Selectable<RegisterChangeItem>, 'what' | 'object_id' | 'effect'> & {
  fund_id: bigint | null
  account_name: string | null
  transaction_id: bigint | null
}

/** What relies on the charity of a change, at most `limit`: grants first, then schedules. */
export async function listItems(db: Kysely<DB>, changeId: string, limit: number): Promise<ItemRow[]> {
  const { rows } = await sql<ItemRow>`
    select i.what, i.object_id, i.effect, a.fund_id, a.account_name, g.transaction_id
    from register_change_item i
      left join fund_account a on a.book = i.book and a.account_id = i.account_id
      left join grant_recommendation g on i.what = 'grant' and g.book = i.book and g.grant_id::text = i.object_id
    where i.change_id = ${changeId}
    order by array_position('{grant,schedule,payee,vetting,basket,draft,plan,list}'::text[], i.what), a.fund_id, i.object_id
    limit ${limit}`.execute(db)
  return rows
}
