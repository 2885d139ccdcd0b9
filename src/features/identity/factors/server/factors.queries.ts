import type { Kysely } from 'kysely'
import type { DB } from '../../../../server/db/schema.ts'

export function listOwnPasskeys(realmDb: Kysely<DB>, userId: string) {
  return realmDb
    .selectFrom('passkey')
    .select(['passkey_id', 'name', 'rp_id', 'added_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .orderBy('added_at')
    .orderBy('passkey_id')
    .execute()
}

export function findOneTimeCode(realmDb: Kysely<DB>, userId: string) {
  return realmDb
    .selectFrom('one_time_code')
    .select(['confirmed_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
}

export async function countBackupCodes(
  realmDb: Kysely<DB>,
  userId: string,
): Promise<{ made: number; left: number; createdAt: Date | null }> {
  const row = await realmDb
    .selectFrom('backup_code')
    .select(eb => [
      eb.fn.countAll().as('made'),
      eb.fn.countAll().filterWhere('used_at', 'is', null).as('left'),
      eb.fn.max('created_at').as('created_at'),
    ])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return { made: Number(row.made), left: Number(row.left), createdAt: row.created_at }
}

/** Locks the person's row, so that concurrent transactions cannot change their factors. */
export async function lockPerson(tx: Kysely<DB>, userId: string): Promise<void> {
  await tx
    .selectFrom('app_user')
    .select('user_id')
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

export async function deleteFactor(
  tx: Kysely<DB>,
  userId: string,
  factor: { kind: 'passkey'; passkeyId: string } | { kind: 'code' } | { kind: 'backup-code' },
): Promise<boolean> {
  const table =
    factor.kind === 'passkey' ? 'passkey' : factor.kind === 'code' ? 'one_time_code' : 'backup_code'
  const { numDeletedRows } = await (factor.kind === 'passkey'
    ? tx.deleteFrom('passkey').where('user_id', '=', userId).where('passkey_id', '=', factor.passkeyId)
    : tx.deleteFrom(table).where('user_id', '=', userId)
  ).executeTakeFirst()
  return numDeletedRows > 0n
}

/** Deletes backup codes and remembered devices, which only replace another factor. */
export async function deleteFactorSubstitutes(tx: Kysely<DB>, userId: string): Promise<void> {
  await tx.deleteFrom('backup_code').where('user_id', '=', userId).execute()
  await tx.deleteFrom('remembered_device').where('user_id', '=', userId).execute()
}

/** Deletes all factors with their substitutes. Returns the number of passkeys and one-time codes. */
export async function deleteAllFactors(tx: Kysely<DB>, userId: string): Promise<number> {
  const passkeys = await tx.deleteFrom('passkey').where('user_id', '=', userId).executeTakeFirst()
  const codes = await tx.deleteFrom('one_time_code').where('user_id', '=', userId).executeTakeFirst()
  await deleteFactorSubstitutes(tx, userId)
  return Number(passkeys.numDeletedRows + codes.numDeletedRows)
}

export function listOwnDevices(realmDb: Kysely<DB>, userId: string, now: Date) {
  return realmDb
    .selectFrom('remembered_device')
    .select(['device_id', 'name', 'registered_at', 'last_used_at', 'expires_at', 'secret_hash'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy('last_used_at', 'desc')
    .orderBy('device_id')
    .execute()
}

/** Deletes one device, or all if `deviceId` is null. Returns their names. */
export async function deleteDevices(
  realmDb: Kysely<DB>,
  userId: string,
  deviceId: string | null,
): Promise<string[]> {
  const rows = await realmDb
    .deleteFrom('remembered_device')
    .where('user_id', '=', userId)
    .$if(deviceId !== null, query => query.where('device_id', '=', deviceId))
    .returning('name')
    .execute()
  return rows.map(({ name }) => name)
}
