import { sql } from 'kysely'
import type { MfaContext } from './mfa-context.ts'

type Row = { device_id: string; name: string; registered_at: Date; last_used_at: Date }
const registrationOf = (row: Row) => ({
  deviceId: row.device_id,
  name: row.name,
  registeredAt: row.registered_at.toISOString(),
  lastUsedAt: row.last_used_at.toISOString(),
})
const columns = ['device_id', 'name', 'registered_at', 'last_used_at'] as const

/**
 * Whether the device is older than the person's password. After a new password every device needs the second factor again,
 * because someone else may have known the former one.
 */
const isOlderThanPassword = sql<boolean>`exists (select from password_credential c
  where c.user_id = remembered_device.user_id and c.changed_at > remembered_device.registered_at)`

export async function findDevice({ realmDb, now }: MfaContext, secretHash: Buffer, ssoId: string) {
  const row = await realmDb
    .selectFrom('remembered_device')
    .innerJoin('app_user as u', 'u.user_id', 'remembered_device.user_id')
    .select('device_id')
    .where('u.sso_id', '=', ssoId)
    .where('secret_hash', '=', secretHash)
    .where('expires_at', '>', now)
    .where(({ not }) => not(isOlderThanPassword))
    .executeTakeFirst()
  return row?.device_id ?? null
}

export async function recordUse({ realmDb, now }: MfaContext, secretHash: Buffer, userId: string) {
  const row = await realmDb
    .updateTable('remembered_device')
    .set({ last_used_at: now })
    .where('secret_hash', '=', secretHash)
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .where(({ not }) => not(isOlderThanPassword))
    .returning(columns)
    .executeTakeFirst()
  return row ? registrationOf(row) : null
}

/** Replaces the cookie's secret each time, so that a cookie planted beforehand is worthless. */
export function saveDevice(
  { realmDb, now }: MfaContext,
  about: { userId: string; secretHash: Buffer; former: Buffer | null; label: string; expiresAt: Date },
) {
  const { userId, secretHash, former, label, expiresAt } = about
  return realmDb.transaction().execute(async tx => {
    await tx.deleteFrom('remembered_device').where('expires_at', '<=', now).execute()
    if (former) {
      await tx
        .deleteFrom('remembered_device')
        .where('secret_hash', '=', former)
        .where('user_id', '=', userId)
        .execute()
      await tx
        .updateTable('remembered_device')
        .set({ secret_hash: secretHash })
        .where('secret_hash', '=', former)
        .execute()
    }
    const row = await tx
      .insertInto('remembered_device')
      .values({
        user_id: userId,
        secret_hash: secretHash,
        name: label,
        registered_at: now,
        last_used_at: now,
        expires_at: expiresAt,
      })
      .returning(columns)
      .executeTakeFirstOrThrow()
    return registrationOf(row)
  })
}
