import { hash, randomBytes } from 'node:crypto'
import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { DeviceRegistration } from '../../../contract/factors.ts'
import { recordAuditEvent } from '../../audit/record-audit-event.ts'
import { browserOf } from '../../session/browser-of.ts'
import type { FactorAsked } from './factor-asked.ts'

/** open-points 8: a known device skips the second factor for 30 days. */
export const deviceLifetimeMs = 30 * 24 * 60 * 60 * 1000

const hashOf = (cookie: string) => hash('sha256', cookie, 'buffer')

export type DeviceKeeper = {
  /**
   * The device as which this browser is remembered for the person of this user id, by the same rules as `recognise`; null:
   * none. Notes no use: nobody has proved anything yet.
   */
  find(asked: FactorAsked, request: FastifyRequest, ssoId: string): Promise<string | null>
  /**
   * The registration of this browser for this person, and that it was used; null where it has none, where it is older
   * than 30 days, or than the person's password.
   */
  recognise(
    asked: FactorAsked,
    request: FastifyRequest,
    userId: string,
  ): Promise<Omit<DeviceRegistration, 'userName'> | null>
  /** Remembers this browser for this person and gives it its cookie anew; others who share the browser stay remembered. */
  remember(
    asked: FactorAsked,
    exchange: { request: FastifyRequest; reply: FastifyReply },
    userId: string,
  ): Promise<Omit<DeviceRegistration, 'userName'>>
  /** The hash under which the devices of this browser are kept; null where it has no cookie. */
  hashOfBrowser(request: FastifyRequest): Buffer | null
}

export function deviceKeeper(secureCookies: boolean): DeviceKeeper {
  const name = secureCookies ? '__Host-almoner-device' : 'almoner-device'
  const options: CookieSerializeOptions = {
    httpOnly: true,
    sameSite: 'strict',
    path: '/',
    secure: secureCookies,
    maxAge: deviceLifetimeMs / 1000,
  }
  const hashOfBrowser = (request: FastifyRequest) => {
    const cookie = request.cookies[name]
    return cookie ? hashOf(cookie) : null
  }
  return {
    hashOfBrowser,
    find: async (asked, request, ssoId) => {
      const secretHash = hashOfBrowser(request)
      return secretHash && (await findDevice(asked, secretHash, ssoId))
    },
    recognise: async (asked, request, userId) => {
      const secretHash = hashOfBrowser(request)
      return secretHash && (await noteUse(asked, secretHash, userId))
    },
    remember: async (asked, { request, reply }, userId) => {
      const secret = randomBytes(32).toString('base64url')
      const secretHash = hashOf(secret)
      const former = hashOfBrowser(request)
      const label = browserOf(request.headers['user-agent']) ?? 'A browser'
      const kept = await keep(asked, { userId, secretHash, former, label })
      reply.setCookie(name, secret, options)
      await recordAuditEvent(asked.realmDb, {
        kind: 'device-remembered',
        userId,
        at: asked.now,
        address: asked.address,
        detail: { client: asked.client.name, device: label },
      })
      return kept
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
 * Older than the person's password: who changes a password that others may know wants to be asked for the second factor
 * again, everywhere.
 */
const isOlderThanPassword = sql<boolean>`exists (select from password_credential c
  where c.user_id = remembered_device.user_id and c.changed_at > remembered_device.registered_at)`

async function findDevice({ realmDb, now }: FactorAsked, secretHash: Buffer, ssoId: string) {
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

async function noteUse({ realmDb, now }: FactorAsked, secretHash: Buffer, userId: string) {
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

/** The cookie's secret is new each time, so that one that somebody planted beforehand opens nothing. */
function keep(
  { realmDb, now }: FactorAsked,
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
