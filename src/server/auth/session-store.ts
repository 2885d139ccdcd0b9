import { randomBytes } from 'node:crypto'
import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { Client } from '../../clients/client.ts'
import type { Currency } from '../../domain/money.ts'
import type { Databases } from '../db/pools.ts'
import type { DB } from '../db/schema.ts'
import { endSessions } from './end-sessions.ts'
import { findSessionOfCookie, insertSession, touchEveryMs, touchSession } from './sessions.queries.ts'
import { type TokenSigner, tokenLifetimeMs, tokenSigner } from './token.ts'

export type NewSession = {
  userId: string
  now: Date
  idToken: string | null
  loginCurrency: Currency
  /** When the person last verified a factor; null if they have not done so here. */
  factorVerifiedAt: Date | null
  /** Authentication methods (RFC 8176) and the provider's assurance level. */
  amr?: readonly string[]
  acr?: string | null
  /** Shown in the person's list of sessions. */
  from: { userAgent: string | undefined; address: string; provider: string }
  /** The person and session at an external provider, for its back-channel logout. */
  external?: { subject: string; sid: string | null }
  /** This browser's former session, which ends; null if it had none. */
  former: { sessionId: string } | null
  /** Records the login in the same transaction. */
  record: (trx: Kysely<DB>, sessionId: string) => Promise<void>
}

export type SessionStore = {
  /** The session that token and cookie claim together; null if either is missing or the token is invalid. */
  claimsOf(request: FastifyRequest, client: Client, now: Date): { sessionId: string; cookie: string } | null
  /** Adds a new token to the reply, valid for 30 minutes (§9). Returns whether the session's row was updated. */
  extend(
    reply: FastifyReply,
    client: Client,
    session: { sessionId: string; lastSeenAt: Date },
    now: Date,
  ): Promise<boolean>
  /**
   * Creates a session for an authenticated person and ends `former`, in one transaction with `record`, so that no session is
   * unrecorded. Then sets cookie and token on the reply.
   */
  create(reply: FastifyReply, client: Client, about: NewSession): Promise<void>
  /** The live session of the request's cookie alone, for a new tab without a token. The caller has checked the origin. */
  ofCookie(
    request: FastifyRequest,
    client: Client,
    now: Date,
  ): Promise<{ sessionId: string; cookie: string; lastSeenAt: Date } | null>
  /** The currency that the live session of the request's cookie views; null if there is none. */
  currencyOfCookie(request: FastifyRequest, client: Client, now: Date): Promise<Currency | null>
  /** Whether the request has a session cookie, valid or not. */
  hasCookie(request: FastifyRequest): boolean
  /** Ends the session in every process and clears the cookie. */
  end(
    reply: FastifyReply,
    client: Client,
    sessionId: string,
    reason: string,
    now: Date,
  ): Promise<{ idToken: string | null }>
  /**
   * Call this after committing the end of a person's sessions (end-sessions.ts). Other processes learn of it a moment later,
   * but in this one it must apply before the reply.
   */
  notifyEnded(userId: string): void
}

export type SessionSettings = {
  databases: Databases
  secret: string
  /** Whether the portal uses https. Then the cookie is Secure and has the __Host- prefix. */
  secureCookies: boolean
  /** Called for each session that this process ends, before the database's notification arrives. */
  onSessionEnded?: (sessionId: string) => void
  /** Called for each person some of whose sessions this process has ended. */
  onUserSessionsEnded?: (userId: string) => void
}

export function sessionStoreFor({
  databases,
  secret,
  secureCookies,
  ...callbacks
}: SessionSettings): SessionStore {
  const cookieName = secureCookies ? '__Host-almoner-session' : 'almoner-session'
  const cookieOptions: CookieSerializeOptions = {
    httpOnly: true,
    sameSite: 'strict',
    path: '/',
    secure: secureCookies,
  }
  const signers = new Map<string, TokenSigner>()
  const signerOf = (realm: string): TokenSigner => {
    const found = signers.get(realm) ?? tokenSigner(secret, realm)
    signers.set(realm, found)
    return found
  }
  const issue = (reply: FastifyReply, client: Client, sessionId: string, now: Date) => {
    // Rounded down to the second, so that a screen's concurrent requests share one token.
    const expiresAtMs = Math.floor((now.getTime() + tokenLifetimeMs) / 1000) * 1000
    reply.header('Authorization', `Bearer ${signerOf(client.realm).sign({ sessionId, expiresAtMs })}`)
  }

  return {
    claimsOf: (request, client, now) => {
      const cookie = request.cookies[cookieName]
      const token = /^Bearer (\S{1,200})$/.exec(request.headers.authorization ?? '')?.[1]
      const claims = cookie && token ? signerOf(client.realm).read(token, now.getTime()) : null
      return claims && cookie ? { sessionId: claims.sessionId, cookie } : null
    },

    extend: async (reply, client, { sessionId, lastSeenAt }, now) => {
      issue(reply, client, sessionId, now)
      const isDue = now.getTime() - lastSeenAt.getTime() >= touchEveryMs
      if (isDue) await touchSession(databases.realm(client.realm), sessionId, now)
      return isDue
    },

    create: async (reply, client, about) => {
      const cookie = randomBytes(32).toString('base64url')
      const sessionId = await databases
        .realm(client.realm)
        .transaction()
        .execute(trx => insertSession(trx, client, cookie, about))
      if (about.former) callbacks.onSessionEnded?.(about.former.sessionId)
      reply.setCookie(cookieName, cookie, cookieOptions)
      issue(reply, client, sessionId, about.now)
    },

    ofCookie: async (request, client, now) => {
      const cookie = request.cookies[cookieName]
      if (!cookie) return null
      const found = await findSessionOfCookie(databases.realm(client.realm), client, cookie, now)
      return found ? { sessionId: found.session_id, cookie, lastSeenAt: found.last_seen_at } : null
    },

    currencyOfCookie: async (request, client, now) => {
      const cookie = request.cookies[cookieName]
      if (!cookie) return null
      const found = await findSessionOfCookie(databases.realm(client.realm), client, cookie, now)
      return found?.chosen_currency ?? null
    },

    hasCookie: request => request.cookies[cookieName] !== undefined,

    end: async (reply, client, sessionId, reason, now) => {
      const [ended] = await endSessions(
        databases.realm(client.realm),
        sessions => sessions.where('session_id', '=', sessionId),
        { reason, now, from: { address: reply.request.ip } },
      )
      callbacks.onSessionEnded?.(sessionId)
      reply.clearCookie(cookieName, cookieOptions)
      return { idToken: ended?.idToken ?? null }
    },

    notifyEnded: userId => callbacks.onUserSessionsEnded?.(userId),
  }
}
