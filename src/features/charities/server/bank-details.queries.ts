import { type Insertable, type Kysely, type Selectable, sql } from 'kysely'
import type { CharityBankDetails, DB } from '../../../server/db/schema.ts'

export type BankDetailsRecord = Selectable<CharityBankDetails>

/** The details of a charity, the latest first. */
export async function listDetails(realmDb: Kysely<DB>, charityId: string): Promise<BankDetailsRecord[]> {
  return await realmDb
    .selectFrom('charity_bank_details')
    .selectAll()
    .select(sql<string>`name_and_access(proposed_by, proposed_by_name)`.as('proposed_by_name'))
    .where('charity_id', '=', charityId)
    .orderBy('proposed_at', 'desc')
    .orderBy('details_id', 'desc')
    .limit(50)
    .execute()
}

/** Serializes changes of the details of one charity until the end of the transaction. */
export async function lockDetails(trx: Kysely<DB>, charityId: string): Promise<BankDetailsRecord[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended('bank-details:' || realm() || ':' || ${charityId}, 0))`.execute(
    trx,
  )
  return await listDetails(trx, charityId)
}

export async function insertDetails(trx: Kysely<DB>, details: Insertable<CharityBankDetails>): Promise<void> {
  await trx.insertInto('charity_bank_details').values(details).execute()
}

export async function updateDetails(
  trx: Kysely<DB>,
  detailsId: string,
  columns: Partial<Insertable<CharityBankDetails>>,
): Promise<void> {
  await trx.updateTable('charity_bank_details').set(columns).where('details_id', '=', detailsId).execute()
}
