import { randomBytes } from 'node:crypto'
import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Client } from '../../clients/client.ts'
import { hourMs, minuteMs } from '../../domain/durations.ts'
import type { Databases } from '../db/pools.ts'
import type { CookieState } from './principal.queries.ts'
import { replaceCookie } from './sessions.queries.ts'
import { type TokenSigner, tokenLifetimeMs, tokenSigner } from './token.ts'

/** A cookie's secret is replaced this long after it was created. */
const cookieLifetimeMs = hourMs
/** A new secret that never arrived is replaced this long after it was sent. */
const cookieArrivalMs = minuteMs

type OfCookie = { sessionId: string; cookie: string }

/** The session's cookie: an HttpOnly secret that identifies the browser (docs/decisions/0005-sessions.md). */
export function sessionCookie(databases: Databases, isSecure: boolean) {
  const name = isSecure ? '__Host-almoner-session' : 'almoner-session'
  const options: CookieSerializeOptions = {
    httpOnly: true,
    sameSite: 'strict',
    path: '/',
    secure: isSecure,
  }
  const replaced = new WeakSet<FastifyReply>()
  const create = () => randomBytes(32).toString('base64url')
  const set = (reply: FastifyReply, cookie: string): void => void reply.setCookie(name, cookie, options)
  return {
    of: (request: FastifyRequest): string | undefined => request.cookies[name],
    create,
    set,
    clear: (reply: FastifyReply): void => void reply.clearCookie(name, options),
    /** Replaces the secret. Returns the one that the browser then has: the former one if another request has just replaced it. */
    replace: async (reply: FastifyReply, client: Client, session: OfCookie, now: Date): Promise<string> => {
      const next = create()
      const lostBefore = new Date(now.getTime() - cookieArrivalMs)
      if (!(await replaceCookie(databases.realm(client.realm), session, next, { now, lostBefore })))
        return session.cookie
      set(reply, next)
      replaced.add(reply)
      return next
    },
    hasReplaced: (reply: FastifyReply): boolean => replaced.has(reply),
  }
}

/** Whether the secret of the request's cookie is to be replaced. */
export function isReplacementDue(
  { cookieState, cookieSince }: { cookieState: CookieState; cookieSince: Date },
  now: Date,
): boolean {
  const ageMs = now.getTime() - cookieSince.getTime()
  return ageMs >= (cookieState === 'former' ? cookieArrivalMs : cookieLifetimeMs)
}

/** The bearer tokens of requests and replies, each valid with the cookie for which it was signed. */
export function sessionToken(secret: string) {
  const signers = new Map<string, TokenSigner>()
  const signerOf = (realm: string): TokenSigner => {
    const found = signers.get(realm) ?? tokenSigner(secret, realm)
    signers.set(realm, found)
    return found
  }
  return {
    sessionIdOf: (request: FastifyRequest, client: Client, cookie: string, now: Date): string | null => {
      const token = /^Bearer (\S{1,200})$/.exec(request.headers.authorization ?? '')?.[1]
      return (token && signerOf(client.realm).read(token, cookie, now.getTime())?.sessionId) || null
    },
    issue: (reply: FastifyReply, client: Client, { sessionId, cookie }: OfCookie, now: Date): void => {
      // Rounded down to the second, so that a screen's concurrent requests share one token.
      const expiresAtMs = Math.floor((now.getTime() + tokenLifetimeMs) / 1000) * 1000
      reply.header(
        'Authorization',
        `Bearer ${signerOf(client.realm).sign({ sessionId, expiresAtMs }, cookie)}`,
      )
    },
  }
}
