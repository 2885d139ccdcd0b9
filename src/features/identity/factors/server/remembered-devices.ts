import { hash, randomBytes } from 'node:crypto'
import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { DeviceRegistration } from '../../../../contract/factors.ts'
import { dayMs } from '../../../../domain/durations.ts'
import { recordAuditEvent } from '../../../../server/audit/record-audit-event.ts'
import { browserOf } from '../../../../server/auth/user-agent.ts'
import type { MfaContext } from './mfa-context.ts'
import { findDevice, recordUse, saveDevice } from './remembered-devices.queries.ts'

/** A remembered device skips the second factor for 30 days. */
export const deviceLifetimeMs = 30 * dayMs

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
      const expiresAt = new Date(mfa.now.getTime() + deviceLifetimeMs)
      const registration = await saveDevice(mfa, { userId, secretHash, former, label, expiresAt })
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
