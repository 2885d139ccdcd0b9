import type { Insertable, Kysely } from 'kysely'
import type { BackupCode, DB } from '../../../../server/db/schema.ts'

/** Replaces the backup codes of a person. */
export async function replaceCodes(
  trx: Kysely<DB>,
  userId: string,
  rows: readonly Omit<Insertable<BackupCode>, 'user_id'>[],
): Promise<void> {
  await trx.deleteFrom('backup_code').where('user_id', '=', userId).execute()
  await trx
    .insertInto('backup_code')
    .values(rows.map(row => ({ ...row, user_id: userId })))
    .execute()
}

/** Marks an unused code as used; false if there is none with this hash. */
export async function markCodeUsed(
  realmDb: Kysely<DB>,
  userId: string,
  { hash, at }: { hash: Buffer; at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await realmDb
    .updateTable('backup_code')
    .set({ used_at: at })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
