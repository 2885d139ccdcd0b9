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

/** The same for several charities; in one order, so that two transactions cannot wait for each other. */
export async function lockDetailsOf(trx: Kysely<DB>, charityIds: readonly string[]): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(hashtextextended('bank-details:' || realm() || ':' || c.id, 0))
    from (select unnest(${charityIds}::text[]) as id order by 1) c`.execute(trx)
}

/** The details of charities that are in use or wait. */
export async function listCurrentDetails(
  trx: Kysely<DB>,
  charityIds: readonly string[],
): Promise<BankDetailsRecord[]> {
  return await trx
    .selectFrom('charity_bank_details')
    .selectAll()
    .where('charity_id', '=', sql<string>`any(${charityIds}::text[])`)
    .where('state', 'in', ['proposed', 'confirmed'])
    .execute()
}

export type EncryptedNumbers = Pick<BankDetailsRecord, 'details_id' | 'ciphertext' | 'key_id' | 'data_key'>

/** The encrypted numbers of details of any state. */
export async function listNumbers(
  realmDb: Kysely<DB>,
  detailsIds: readonly string[],
): Promise<EncryptedNumbers[]> {
  return await realmDb
    .selectFrom('charity_bank_details')
    .select(['details_id', 'ciphertext', 'key_id', 'data_key'])
    .where('details_id', '=', sql<string>`any(${detailsIds}::uuid[])`)
    .execute()
}

/** Those of the notices of change that became a proposal which was not declined. */
export async function listProposedNotices(
  trx: Kysely<DB>,
  noticeIds: readonly string[],
): Promise<Set<string | null>> {
  const rows = await trx
    .selectFrom('charity_bank_details')
    .select('notice_id')
    .where('notice_id', '=', sql<string>`any(${noticeIds}::uuid[])`)
    .where('state', '<>', 'declined')
    .execute()
  return new Set(rows.map(({ notice_id }) => notice_id))
}

export async function insertDetails(
  trx: Kysely<DB>,
  details: readonly Insertable<CharityBankDetails>[],
): Promise<void> {
  await trx.insertInto('charity_bank_details').values(details).execute()
}

export async function updateDetails(
  trx: Kysely<DB>,
  detailsId: string,
  columns: Partial<Insertable<CharityBankDetails>>,
): Promise<void> {
  await trx.updateTable('charity_bank_details').set(columns).where('details_id', '=', detailsId).execute()
}
