import { type Insertable, type Kysely, sql } from 'kysely'
import type { IsoDate } from '../../../../domain/dates.ts'
import type { DB, HoldingDisposal } from '../../../../server/db/schema.ts'
import { isPubliclyTraded, type PropertyType } from '../domain/gift-value.ts'
import type { HoldingTask } from '../domain/holding-task.ts'
import type { ReceivedLine } from '../holdings.contract.ts'

export type NewHolding = ReceivedLine & {
  giftValueMinor: bigint
  encodedValuation: unknown
  tasks: HoldingTask[]
}

/** Stores the lines of a contribution that was received, and what is to be done about them. */
export async function insertHoldings(
  trx: Kysely<DB>,
  { contributionId, accountId }: { contributionId: string; accountId: string },
  lines: readonly NewHolding[],
): Promise<void> {
  for (const [index, each] of lines.entries()) {
    const { holding_id: holdingId } = await trx
      .insertInto('contribution_holding')
      .values({
        contribution_id: contributionId,
        line: index + 1,
        account_id: accountId,
        property: each.property,
        identifier_type: each.identifier?.type ?? null,
        identifier: each.identifier?.number ?? null,
        units: each.quantity,
        gift_value_minor: each.giftValueMinor,
        valuation: JSON.stringify(each.encodedValuation),
        source: each.source,
      })
      .returning('holding_id')
      .executeTakeFirstOrThrow()
    await insertTasks(trx, { holdingId, disposalId: null }, each.tasks)
  }
}

export async function insertTasks(
  trx: Kysely<DB>,
  { holdingId, disposalId }: { holdingId: string; disposalId: string | null },
  tasks: readonly HoldingTask[],
): Promise<void> {
  if (tasks.length === 0) return
  await trx
    .insertInto('holding_task')
    .values(
      tasks.map(({ kind, dueOn }) => ({
        holding_id: holdingId,
        disposal_id: disposalId,
        kind,
        due_on: dueOn,
      })),
    )
    .execute()
}

/** The kind of the entry of a contribution of assets. */
export const entryKindOfProperties = (
  properties: readonly PropertyType[],
): 'contribution_securities' | 'contribution_illiquid' =>
  properties.every(isPubliclyTraded) ? 'contribution_securities' : 'contribution_illiquid'

export async function entryKindOfHoldings(trx: Kysely<DB>, contributionId: string) {
  const rows = await trx
    .selectFrom('contribution_holding')
    .select('property')
    .where('contribution_id', '=', contributionId)
    .execute()
  // The column's check allows no other.
  return entryKindOfProperties(rows.map(({ property }) => property as PropertyType))
}

/** The lines of a contribution that moved to another account, with their valuations, their documents, and the tasks that nobody has done yet. */
export async function copyHoldings(
  trx: Kysely<DB>,
  contributionId: string,
  { to, accountId }: { to: string; accountId: string },
): Promise<void> {
  await sql`
    insert into contribution_holding (contribution_id, line, account_id, property, identifier_type, identifier, units, gift_value_minor,
        valuation, source)
      select ${to}, line, ${accountId}, property, identifier_type, identifier, units, gift_value_minor, valuation, source
        from contribution_holding where contribution_id = ${contributionId}`.execute(trx)
  const copied = sql`contribution_holding o join contribution_holding n on n.book = o.book and n.line = o.line and n.contribution_id = ${to}`
  await sql`
    insert into holding_valuation (holding_id, valued_on, value_minor, source, entered_by, entered_by_name, entered_at)
      select n.holding_id, v.valued_on, v.value_minor, v.source, v.entered_by, v.entered_by_name, v.entered_at
        from ${copied} join holding_valuation v on v.book = o.book and v.holding_id = o.holding_id
        where o.contribution_id = ${contributionId}`.execute(trx)
  await sql`
    insert into holding_task (holding_id, kind, due_on)
      select n.holding_id, t.kind, t.due_on
        from ${copied} join holding_task t on t.book = o.book and t.holding_id = o.holding_id
        where o.contribution_id = ${contributionId} and t.disposal_id is null and t.done_on is null`.execute(
    trx,
  )
  await sql`
    insert into holding_document (holding_id, document_id)
      select n.holding_id, l.document_id
        from ${copied} join holding_document l on l.book = o.book and l.holding_id = o.holding_id
          join document d on d.book = l.book and d.document_id = l.document_id and d.state = 'stored'
        where o.contribution_id = ${contributionId}`.execute(trx)
}

export async function insertHoldingDocument(
  trx: Kysely<DB>,
  { holdingId, documentId }: { holdingId: string; documentId: string },
): Promise<void> {
  await trx
    .insertInto('holding_document')
    .values({ holding_id: holdingId, document_id: documentId })
    .execute()
}

/** Notes that an entry of a case released what is left of the lines of an account, once it has no excluded assets left. */
export async function noteReleasedHoldings(
  trx: Kysely<DB>,
  { accountId, entryId }: { accountId: string; entryId: string },
): Promise<void> {
  await sql`
    insert into holding_release (holding_id, entry_id)
      select h.holding_id, ${entryId}::uuid from contribution_holding h
        join contribution c on c.book = h.book and c.contribution_id = h.contribution_id and c.state = 'received'
        join account_balance b on b.book = h.book and b.account_id = h.account_id and b.excluded_minor = 0
        where h.account_id = ${accountId}
          and h.units > (select coalesce(sum(d.units), 0) from holding_disposal d
            where d.book = h.book and d.holding_id = h.holding_id and d.reversed_at is null)
          and not exists (select from holding_release r join journal_entry e on e.book = r.book and e.entry_id = r.entry_id
            where r.book = h.book and r.holding_id = h.holding_id
              and not exists (select from journal_entry x where x.book = e.book and x.reverses_entry_id = e.entry_id))`.execute(
    trx,
  )
}

export type HoldingRow = {
  holdingId: string
  contributionId: string
  property: PropertyType
  description: string
  giftDate: IsoDate
  /** The day from which its account has it. */
  effectiveDate: IsoDate
  units: string
  unitsLeft: string
  giftValueMinor: bigint
  leftMinor: bigint
  /** The value of all lines of its type in the contribution. */
  similarMinor: bigint
  payerKind: string | null
}

/** A line that was received, and what is left of it. Lock its account and contribution before. */
export async function findHolding(
  db: Kysely<DB>,
  accountId: string,
  holdingId: string,
): Promise<HoldingRow | undefined> {
  const { rows } = await sql<HoldingRow>`
    select h.holding_id as "holdingId", h.contribution_id as "contributionId", h.property, s.description, c.gift_date as "giftDate",
      e.effective_date as "effectiveDate", trim_scale(h.units)::text as units,
      trim_scale(h.units - coalesce(d.units, 0))::text as "unitsLeft", h.gift_value_minor as "giftValueMinor",
      h.gift_value_minor - coalesce(d.minor, 0)::bigint as "leftMinor", c.payer_kind as "payerKind",
      (select sum(o.gift_value_minor)::bigint from contribution_holding o
        where o.book = h.book and o.contribution_id = h.contribution_id and o.property = h.property) as "similarMinor"
    from contribution_holding h
      join contribution c on c.book = h.book and c.contribution_id = h.contribution_id
      join contribution_asset s on s.book = h.book and s.contribution_id = h.contribution_id and s.line = h.line
      join journal_entry e on e.book = c.book and e.entry_id = c.entry_id
      left join lateral (
        select sum(o.units) as units, sum(o.gift_value_minor) as minor from holding_disposal o
          where o.book = h.book and o.holding_id = h.holding_id and o.reversed_at is null) d on true
    where h.account_id = ${accountId} and h.holding_id = ${holdingId}`.execute(db)
  return rows[0]
}

export async function countDisposals(trx: Kysely<DB>, holdingId: string): Promise<number> {
  const { total } = await trx
    .selectFrom('holding_disposal')
    .select(({ fn }) => fn.countAll<bigint>().as('total'))
    .where('holding_id', '=', holdingId)
    .executeTakeFirstOrThrow()
  return Number(total)
}

export async function insertDisposal(trx: Kysely<DB>, disposal: Insertable<HoldingDisposal>): Promise<void> {
  await trx.insertInto('holding_disposal').values(disposal).execute()
}

export async function findDisposal(
  db: Kysely<DB>,
  { accountId, disposalId }: { accountId: string; disposalId: string },
) {
  return await db
    .selectFrom('holding_disposal')
    .select([
      'holding_id',
      'kind',
      'proceeds_minor',
      'fee_entry_id',
      'release_entry_id',
      'difference_entry_id',
      'reversed_at',
    ])
    .where('account_id', '=', accountId)
    .where('disposal_id', '=', disposalId)
    .executeTakeFirst()
}

export async function setDisposalReversed(
  trx: Kysely<DB>,
  disposalId: string,
  { by, reason, at }: { by: { userId: string; name: string }; reason: string; at: Date },
): Promise<void> {
  await trx
    .updateTable('holding_disposal')
    .set({ reversed_by: by.userId, reversed_by_name: by.name, reversed_at: at, reversal_reason: reason })
    .where('disposal_id', '=', disposalId)
    .execute()
}

type Valued = {
  valuedOn: IsoDate
  valueMinor: bigint
  source: string
  by: { userId: string; name: string }
  at: Date
}

export async function insertValuation(
  db: Kysely<DB>,
  holdingId: string,
  { valuedOn, valueMinor, source, by, at }: Valued,
): Promise<void> {
  await db
    .insertInto('holding_valuation')
    .values({
      holding_id: holdingId,
      valued_on: valuedOn,
      value_minor: valueMinor,
      source,
      entered_by: by.userId,
      entered_by_name: by.name,
      entered_at: at,
    })
    .execute()
}

/** Records that a task was done. False if it was done already, or there is none. */
export async function setTaskDone(
  trx: Kysely<DB>,
  { holdingId, taskId }: { holdingId: string; taskId: string },
  { doneOn, note, by }: { doneOn: IsoDate; note: string | null; by: { userId: string; name: string } },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('holding_task')
    .set({ done_on: doneOn, done_by: by.userId, done_by_name: by.name, note })
    .where('holding_id', '=', holdingId)
    .where('task_id', '=', taskId)
    .where('done_on', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
