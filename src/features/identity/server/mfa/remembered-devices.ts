import { hash, randomBytes } from 'node:crypto'
import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { DeviceRegistration } from '../../../../contract/factors.ts'
import { recordAuditEvent } from '../../../../server/audit/record-audit-event.ts'
import { browserOf } from '../../../../server/auth/user-agent.ts'
import type { MfaContext } from './mfa-context.ts'

/** A remembered device skips the second factor for 30 days. */
export const deviceLifetimeMs = 30 * 24 * 60 * 60 * 1000

const hashOf = (cookie: string) => hash('sha256', cookie, 'buffer')

export type DeviceStore = {
  /**
   * The id of this browser's device for the person of this user id, by the same rules as `recognize`; null if there is none.
   * Does not record a use, because the person is not authenticated yet.
   */
  find(mfa: MfaContext, request: FastifyRequest, ssoId: string): Promise<string | null>
  /**
   * Records a use of this browser's registration for this person and returns it; null if there is none, it has expired or it
   * is older than the person's password.
   */
  recognize(
    mfa: MfaContext,
    request: FastifyRequest,
    userId: string,
  ): Promise<Omit<DeviceRegistration, 'userName'> | null>
  /** Remembers this browser for this person and replaces its cookie. Other people of this browser stay remembered. */
  remember(
    mfa: MfaContext,
    exchange: { request: FastifyRequest; reply: FastifyReply },
    userId: string,
  ): Promise<Omit<DeviceRegistration, 'userName'>>
  /** The hash of this browser's cookie, by which its devices are stored; null without a cookie. */
  hashOfCookie(request: FastifyRequest): Buffer | null
}

export function deviceStore(secureCookies: boolean): DeviceStore {
  const name = secureCookies ? '__Host-almoner-device' : 'almoner-device'
  const options: CookieSerializeOptions = {
    httpOnly: true,
    sameSite: 'strict',
    path: '/',
    secure: secureCookies,
    maxAge: deviceLifetimeMs / 1000,
  }
  const hashOfCookie = (request: FastifyRequest) => {
    const cookie = request.cookies[name]
    return cookie ? hashOf(cookie) : null
  }
  return {
    hashOfCookie,
    find: async (mfa, request, ssoId) => {
      const secretHash = hashOfCookie(request)
      return secretHash && (await findDevice(mfa, secretHash, ssoId))
    },
    recognize: async (mfa, request, userId) => {
      const secretHash = hashOfCookie(request)
      return secretHash && (await recordUse(mfa, secretHash, userId))
    },
    remember: async (mfa, { request, reply }, userId) => {
      const secret = randomBytes(32).toString('base64url')
      const secretHash = hashOf(secret)
      const former = hashOfCookie(request)
      const label = browserOf(request.headers['user-agent']) ?? 'A browser'
      const registration = await saveDevice(mfa, { userId, secretHash, former, label })
      reply.setCookie(name, secret, options)
      await recordAuditEvent(mfa.realmDb, {
        kind: 'device-remembered',
        userId,
        at: mfa.now,
        address: mfa.address,
        detail: { client: mfa.client.name, device: label },
      })
      return registration
    },
  }
}

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

async function findDevice({ realmDb, now }: MfaContext, secretHash: Buffer, ssoId: string) {
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

async function recordUse({ realmDb, now }: MfaContext, secretHash: Buffer, userId: string) {
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
function saveDevice(
  { realmDb, now }: MfaContext,
  about: { userId: string; secretHash: Buffer; former: Buffer | null; label: string },
) {
  const { userId, secretHash, former, label } = about
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
        expires_at: new Date(now.getTime() + deviceLifetimeMs),
      })
      .returning(columns)
      .executeTakeFirstOrThrow()
    return registrationOf(row)
  })
}
