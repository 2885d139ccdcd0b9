import { type Kysely, type Selectable, sql } from 'kysely'
import type { IsoDate } from '../../../domain/dates.ts'
import type { DB, SuspenseItem } from '../../../server/db/schema.ts'
import { stringifyList } from '../../../server/heavy-work/pauses.ts'

export type UnmatchedCredit = { bank_line_id: string; amount_minor: bigint; booked_on: IsoDate }

/**
 * The credits that this file was the first statement to have, which nothing explains: no payment, no run, no other line, no parts, and which
 * are not in suspense yet. `after`: the last line that was listed before.
 */
export async function listUnmatchedCredits(
  trx: Kysely<DB>,
  bankFileId: string,
  { after, limit }: { after: string; limit: number },
): Promise<UnmatchedCredit[]> {
  const { rows } = await sql<UnmatchedCredit>`
    select l.bank_line_id, l.amount_minor, l.booked_on from bank_line l
    where l.stated_in = ${bankFileId}::uuid and l.bank_line_id > ${after}::uuid and l.is_credit
      and num_nonnulls(l.payment_id, l.run_id, l.same_as) = 0
      and not exists (select from bank_line p where p.book = l.book and p.part_of = l.bank_line_id)
      and not exists (select from suspense_item i where i.book = l.book and i.bank_line_id = l.bank_line_id)
    order by l.bank_line_id limit ${limit}`.execute(trx)
  return rows
}

export type NewItem = { item_id: string; bank_line_id: string; amount_minor: bigint; entry_id: string }

export async function insertItems(trx: Kysely<DB>, items: readonly NewItem[]): Promise<void> {
  const rows = await stringifyList(items, item => ({ ...item, amount_minor: String(item.amount_minor) }))
  await sql`
    insert into suspense_item (item_id, bank_line_id, amount_minor, entry_id)
    select i.* from jsonb_to_recordset(${rows}::jsonb)
      as i (item_id uuid, bank_line_id uuid, amount_minor bigint, entry_id uuid)`.execute(trx)
}

type ItemOfLine = Pick<Selectable<SuspenseItem>, 'item_id' | 'amount_minor' | 'state'>

/** Locks the items of these lines, in one order. */
export async function lockItemsOf(trx: Kysely<DB>, bankLineIds: readonly string[]): Promise<ItemOfLine[]> {
  const { rows } = await sql<ItemOfLine>`
    select i.item_id, i.amount_minor, i.state from suspense_item i
    where i.bank_line_id = any(${bankLineIds}::uuid[]) order by i.item_id for update`.execute(trx)
  return rows
}

export type LockedItem = Selectable<SuspenseItem> & { booked_on: IsoDate }

/** Locks an item until the transaction ends. */
export async function lockItem(trx: Kysely<DB>, itemId: string): Promise<LockedItem | undefined> {
  const { rows } = await sql<LockedItem>`
    select i.*, l.booked_on from suspense_item i
      join bank_line l on l.book = i.book and l.bank_line_id = i.bank_line_id
    where i.item_id = ${itemId}::uuid for update of i`.execute(trx)
  return rows[0]
}

type Ended = Pick<
  Selectable<SuspenseItem>,
  'state' | 'ended_by' | 'ended_by_name' | 'ended_at' | 'reason' | 'to_book'
>

/** Ends items, each with its own entry. */
export async function endItems(
  trx: Kysely<DB>,
  items: readonly { item_id: string; ending_entry_id: string }[],
  ended: Ended,
): Promise<void> {
  await sql`
    update suspense_item i set state = ${ended.state}, ended_by = ${ended.ended_by}::uuid, ended_by_name = ${ended.ended_by_name},
      ended_at = ${ended.ended_at}, reason = ${ended.reason},
      to_book = ${ended.to_book}, ending_entry_id = e.ending_entry_id
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as e (item_id uuid, ending_entry_id uuid)
    where i.item_id = e.item_id`.execute(trx)
}

/** A contribution that an item is, and how much of the item. */
export type Match = { contributionId: string; amountMinor: bigint }

export async function insertMatches(
  trx: Kysely<DB>,
  itemId: string,
  matches: readonly Match[],
): Promise<void> {
  if (matches.length === 0) return
  const rows = matches.map(({ contributionId, amountMinor }) => ({
    item_id: itemId,
    contribution_id: contributionId,
    amount_minor: amountMinor,
  }))
  await trx.insertInto('suspense_match').values(rows).execute()
}

export async function setOwner(
  trx: Kysely<DB>,
  itemId: string,
  columns: Pick<Selectable<SuspenseItem>, 'owner_id' | 'owner_name' | 'note'>,
): Promise<void> {
  await trx.updateTable('suspense_item').set(columns).where('item_id', '=', itemId).execute()
}
