import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Client } from '../../clients/client.ts'
import type { Currency } from '../../domain/money.ts'
import type { Databases } from '../db/pools.ts'
import { endSessions } from './end-sessions.ts'
import type { LastSeen } from './last-seen.ts'
import type { CookieState } from './principal.queries.ts'
import { isReplacementDue, sessionCookie, sessionToken } from './session-cookie.ts'
import type { NewSession } from './sessions.queries.ts'
import { findSessionOfCookie, insertSession, markCookieUsed, touchEveryMs } from './sessions.queries.ts'

/** A session with the cookie that its request has. */
type LiveSession = {
  sessionId: string
  cookie: string
  lastSeenAt: Date
  cookieState: CookieState
  cookieSince: Date
}

export type SessionStore = {
  /** The session that token and cookie claim together; null if either is missing or the token is invalid. */
  claimsOf(request: FastifyRequest, client: Client, now: Date): { sessionId: string; cookie: string } | null
  /**
   * Adds a new token to the reply, valid for 30 minutes (§9), and replaces the cookie's secret if it is an hour old. Returns what of
   * the session's row was updated: something of its cookie, or only when it was last seen.
   */
  extend(
    reply: FastifyReply,
    client: Client,
    session: LiveSession,
    now: Date,
  ): Promise<'nothing' | 'last-seen' | 'cookie'>
  /** Replaces the cookie's secret, at a step-up, and the token with it. `sessionId` is the session of the reply's request. */
  replaceCookie(reply: FastifyReply, client: Client, sessionId: string, now: Date): Promise<void>
  /** Whether this reply replaces the cookie's secret (§3, the antiforgery-change flag). */
  hasReplacedCookie(reply: FastifyReply): boolean
  /**
   * Creates a session for an authenticated person and ends `former`, in one transaction with `record`, so that no session is
   * unrecorded. Then sets cookie and token on the reply.
   */
  create(reply: FastifyReply, client: Client, about: NewSession): Promise<void>
  /** The live session of the request's cookie alone, for a new tab without a token. The caller has checked the origin. */
  ofCookie(request: FastifyRequest, client: Client, now: Date): Promise<LiveSession | null>
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

type SessionSettings = {
  databases: Databases
  lastSeen: LastSeen
  secret: string
  /** Whether the portal uses https. Then the cookie is Secure and has the __Host- prefix. */
  secureCookies: boolean
  /** Called for each session that this process ends or whose cookie it replaces, before the database's notification arrives. */
  onSessionChanged?: (sessionId: string) => void
  /** Called for each person some of whose sessions this process has ended. */
  onUserSessionsEnded?: (userId: string) => void
}

export function sessionStoreFor({
  databases,
  lastSeen,
  secret,
  secureCookies,
  ...callbacks
}: SessionSettings): SessionStore {
  const cookies = sessionCookie(databases, secureCookies)
  const tokens = sessionToken(secret)
  const find = async (request: FastifyRequest, client: Client, now: Date) => {
    const cookie = cookies.of(request)
    if (!cookie) return null
    const found = await findSessionOfCookie(databases.realm(client.realm), client, cookie, now)
    return found ? { ...found, cookie } : null
  }
  return {
    claimsOf: (request, client, now) => {
      const cookie = cookies.of(request)
      const sessionId = cookie ? tokens.sessionIdOf(request, client, cookie, now) : null
      return cookie && sessionId ? { sessionId, cookie } : null
    },

    extend: async (reply, client, session, now) => {
      const { sessionId, cookie, lastSeenAt, cookieState } = session
      const isTouchDue = now.getTime() - lastSeenAt.getTime() >= touchEveryMs
      if (isTouchDue) await lastSeen.note(client.realm, sessionId, now)
      if (cookieState === 'unused') await markCookieUsed(databases.realm(client.realm), session, now)
      const isCookieDue = isReplacementDue(session, now)
      const next = isCookieDue ? await cookies.replace(reply, client, session, now) : cookie
      tokens.issue(reply, client, { sessionId, cookie: next }, now)
      if (cookieState === 'unused' || isCookieDue) return 'cookie'
      return isTouchDue ? 'last-seen' : 'nothing'
    },

    replaceCookie: async (reply, client, sessionId, now) => {
      const cookie = cookies.of(reply.request)
      if (!cookie) return
      const next = await cookies.replace(reply, client, { sessionId, cookie }, now)
      tokens.issue(reply, client, { sessionId, cookie: next }, now)
      callbacks.onSessionChanged?.(sessionId)
    },

    hasReplacedCookie: cookies.hasReplaced,

    create: async (reply, client, about) => {
      const cookie = cookies.create()
      const sessionId = await databases
        .realm(client.realm)
        .transaction()
        .execute(trx => insertSession(trx, client, cookie, about))
      if (about.former) callbacks.onSessionChanged?.(about.former.sessionId)
      cookies.set(reply, cookie)
      tokens.issue(reply, client, { sessionId, cookie }, about.now)
    },

    ofCookie: async (request, client, now) => {
      const found = await find(request, client, now)
      if (!found) return null
      return {
        sessionId: found.session_id,
        cookie: found.cookie,
        lastSeenAt: found.last_seen_at,
        cookieState: found.cookie_state,
        cookieSince: found.cookie_since,
      }
    },

    currencyOfCookie: async (request, client, now) =>
      (await find(request, client, now))?.chosen_currency ?? null,

    hasCookie: request => cookies.of(request) !== undefined,

    end: async (reply, client, sessionId, reason, now) => {
      const [ended] = await endSessions(
        databases.realm(client.realm),
        sessions => sessions.where('session_id', '=', sessionId),
        { reason, now, from: { address: reply.request.ip } },
      )
      callbacks.onSessionChanged?.(sessionId)
      cookies.clear(reply)
      return { idToken: ended?.idToken ?? null }
    },

    notifyEnded: userId => callbacks.onUserSessionsEnded?.(userId),
  }
}
