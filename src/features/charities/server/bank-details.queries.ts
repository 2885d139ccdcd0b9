import { type Insertable, type Kysely, type Selectable, sql } from 'kysely'
import type { CharityBankDetails, DB } from '../../../server/db/schema.ts'
import type { WrappedKey } from '../../../server/files/data-keys.ts'

export type BankDetailsRecord = Selectable<CharityBankDetails>

/** The details of a charity, the latest first. */
export async function listDetails(realmDb: Kysely<DB>, charityId: string): Promise<BankDetailsRecord[]> {
  return await realmDb
    .selectFrom('charity_bank_details')
    .selectAll()
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

type Batch = { currentKeyId: string; after: string | null; limit: number }

/** Details whose data key is wrapped with another key of the server than the current one, by id. */
export async function detailsWithOldKeys(
  realmDb: Kysely<DB>,
  { currentKeyId, after, limit }: Batch,
): Promise<({ documentId: string } & WrappedKey)[]> {
  const rows = await realmDb
    .selectFrom('charity_bank_details')
    .select(['details_id', 'key_id', 'data_key'])
    .where('key_id', '!=', currentKeyId)
    .where(after === null ? sql<boolean>`true` : sql<boolean>`details_id > ${after}`)
    .orderBy('details_id')
    .limit(limit)
    .execute()
  return rows.map(row => ({ documentId: row.details_id, keyId: row.key_id, wrapped: row.data_key }))
}

/** Replaces the wrapped key. False if another run has already replaced it. */
export async function replaceDetailsKey(
  realmDb: Kysely<DB>,
  { documentId, former, next }: { documentId: string; former: WrappedKey; next: WrappedKey },
): Promise<boolean> {
  const result = await realmDb
    .updateTable('charity_bank_details')
    .set({ key_id: next.keyId, data_key: next.wrapped })
    .where('details_id', '=', documentId)
    .where('data_key', '=', former.wrapped)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}
