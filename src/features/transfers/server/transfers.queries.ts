import { type Insertable, type Kysely, type Selectable, sql } from 'kysely'
import type { DB, FundTransfer } from '../../../server/db/schema.ts'
import { heldAsImmobile } from '../../screening/server/account-holds.queries.ts'

export type TransferRecord = Selectable<FundTransfer>

/** The most transfers of one fund that wait for a decision. */
export const maxWaiting = 10

export async function listTransfersOf(db: Kysely<DB>, accountId: string): Promise<TransferRecord[]> {
  return await db
    .selectFrom('fund_transfer')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('requested_at', 'desc')
    .orderBy('transfer_id', 'desc')
    .limit(200)
    .execute()
}

export async function findTransfer(db: Kysely<DB>, transferId: string): Promise<TransferRecord | undefined> {
  return await db
    .selectFrom('fund_transfer')
    .selectAll()
    .where('transfer_id', '=', transferId)
    .executeTakeFirst()
}

/** Locks a transfer until the end of the transaction. */
export async function lockTransfer(trx: Kysely<DB>, transferId: string): Promise<TransferRecord | undefined> {
  return await trx
    .selectFrom('fund_transfer')
    .selectAll()
    .where('transfer_id', '=', transferId)
    .forUpdate()
    .executeTakeFirst()
}

export async function countWaiting(db: Kysely<DB>, accountId: string): Promise<number> {
  const { count } = await db
    .selectFrom('fund_transfer')
    .select(db.fn.countAll<bigint>().as('count'))
    .where('account_id', '=', accountId)
    .where('state', '=', 'requested')
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** A repeat of the same request adds nothing. */
export async function insertTransfer(trx: Kysely<DB>, transfer: Insertable<FundTransfer>): Promise<void> {
  await trx
    .insertInto('fund_transfer')
    .values(transfer)
    .onConflict(conflict => conflict.columns(['book', 'transfer_id']).doNothing())
    .execute()
}

export async function updateTransfer(
  trx: Kysely<DB>,
  transferId: string,
  columns: Partial<Insertable<FundTransfer>>,
): Promise<void> {
  await trx.updateTable('fund_transfer').set(columns).where('transfer_id', '=', transferId).execute()
}

export type WaitingTransfer = TransferRecord & {
  /** The name of who requested it, marked if their access has ended. */
  marked_name: string
  from_fund_id: bigint
  from_name: string
  from_status: string
  available_minor: bigint
  found_id: string | null
  found_name: string | null
  found_status: string | null
  has_given_name: boolean
}

/** The most that are listed to be decided; there are few. */
const maxListed = 200

/** Transfers that wait, with both funds; or one of them, whatever its state. */
export async function listWaiting(
  db: Kysely<DB>,
  transferId: string | null = null,
): Promise<WaitingTransfer[]> {
  const { rows } = await sql<WaitingTransfer>`
    select t.*, name_and_access(t.requested_by, t.requested_by_name) as marked_name, a.fund_id as from_fund_id, a.account_name as from_name, ${sql.raw(heldAsImmobile('a'))} as from_status,
      coalesce(b.spendable_minor, 0) as available_minor,
      o.account_id as found_id, o.account_name as found_name, ${sql.raw(heldAsImmobile('o'))} as found_status,
      coalesce(name_key(o.account_name) = name_key(t.to_account_name), false) as has_given_name
    from fund_transfer t
      join fund_account a on a.book = t.book and a.account_id = t.account_id
      left join account_balance b on b.book = t.book and b.account_id = t.account_id
      left join fund_account o on o.book = t.book and o.fund_id = t.to_fund_id
    where case when ${transferId}::uuid is null then t.state = 'requested' else t.transfer_id = ${transferId}::uuid end
    order by t.requested_at, t.transfer_id limit ${maxListed}`.execute(db)
  return rows
}

export async function nameOfAccount(db: Kysely<DB>, accountId: string): Promise<string> {
  const { account_name } = await db
    .selectFrom('fund_account')
    .select('account_name')
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return account_name
}
