import { randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Kysely, sql } from 'kysely'
import type { Currency } from '../../domain/money.ts'
import type { Client } from '../../tenants/client.ts'
import type { Databases } from '../db/pools.ts'
import type { DB } from '../db/schema.ts'
import { browserOf } from './browser-of.ts'
import { endSessions } from './ending/end-sessions.ts'
import { type TokenSigner, tokenLifetimeMs, tokenSigner } from './token.ts'
import { hashOfCookie } from './who-is-asking.ts'

/** A session's row is touched at most this often; its expiry runs that much behind the token's. */
const touchEveryMs = 60 * 1000

/**
 * However busy it is, a session ends this long after its sign-in (ASVS 5.0, 7.3.2; NIST SP 800-63B asks for it at its second
 * level): a working day, after which whoever sits there proves anew that it is them.
 */
export const longestSessionMs = 12 * 60 * 60 * 1000

const expiry = (now: Date) => new Date(now.getTime() + tokenLifetimeMs + touchEveryMs)
const longestSession = sql`${longestSessionMs}::float8 * interval '1 millisecond'`

export type SessionToBegin = {
  userId: string
  now: Date
  idToken: string | null
  loginCurrency: Currency
  /** When the person proved that it is them; null where nobody here saw it. */
  factorAt: Date | null
  /** How the person signed in: RFC 8176's methods, and what the provider says that they amount to. */
  amr?: readonly string[]
  acr?: string | null
  /** What the person's list of sessions shows of it. */
  from: { userAgent: string | undefined; address: string; provider: string }
  /** What an outside provider calls the person and their session there, for its back-channel logout. */
  there?: { subject: string; sid: string | null }
  /** The session that this browser had, which ends; null: none. */
  former: { sessionId: string } | null
  record: (trx: Kysely<DB>, sessionId: string) => Promise<void>
}

export type SessionKeeper = {
  /** The session that a request claims by token and cookie together; null where either is missing or the token is no good. */
  claimsOf(request: FastifyRequest, client: Client, now: Date): { sessionId: string; cookie: string } | null
  /** Gives the reply the token's successor: 30 minutes from this request (§9). Answers whether the session's row was touched. */
  extend(
    reply: FastifyReply,
    client: Client,
    session: { sessionId: string; lastSeenAt: Date },
    now: Date,
  ): Promise<boolean>
  /**
   * Begins a session for a person whom a provider vouched for, in place of `former`: in one transaction with what `record`
   * writes down of it, then sets cookie and token on the reply. There is no session that was not recorded.
   */
  begin(reply: FastifyReply, client: Client, about: SessionToBegin): Promise<void>
  /** The live session behind the request's cookie alone: for a new tab, which has no token yet. The caller has checked the origin. */
  ofCookie(
    request: FastifyRequest,
    client: Client,
    now: Date,
  ): Promise<{ sessionId: string; cookie: string; lastSeenAt: Date } | null>
  /** Whether the request bears a session's cookie, good or not. */
  hasCookie(request: FastifyRequest): boolean
  /** Ends it on the server, at once and everywhere, and takes the cookie away. */
  end(
    reply: FastifyReply,
    client: Client,
    sessionId: string,
    reason: string,
    now: Date,
  ): Promise<{ idToken: string | null }>
  /**
   * To be called after the commit of whatever ended sessions of a person (end-sessions.ts): other copies of the program hear
   * of it a moment later, but whoever asked must find it done in the answer.
   */
  wereEnded(userId: string): void
}

export type SessionSettings = {
  databases: Databases
  secret: string
  /** Whether the portal is served over https: then the cookie is Secure and bears the __Host- prefix. */
  secureCookies: boolean
  /** Told of each session that this program ends, before the database's announcement comes round. */
  onEnd?: (sessionId: string) => void
  /** Told of each person some of whose sessions this program has ended. */
  onEndOf?: (userId: string) => void
}

export function sessionKeeper({ databases, secret, secureCookies, ...told }: SessionSettings): SessionKeeper {
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
  const touch = async (client: Client, sessionId: string, now: Date) => {
    await databases
      .realm(client.realm)
      .updateTable('session')
      .set({
        last_seen_at: now,
        expires_at: sql<Date>`least(${expiry(now)}, created_at + ${longestSession})`,
      })
      .where('session_id', '=', sessionId)
      .where('ended_at', 'is', null)
      .execute()
  }

  const issue = (reply: FastifyReply, client: Client, sessionId: string, now: Date) => {
    // On the second, and never later than §9 allows, so that what a screen asks for at once shares one token.
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
      if (isDue) await touch(client, sessionId, now)
      return isDue
    },

    begin: async (reply, client, about) => {
      const { userId, now, idToken, loginCurrency, factorAt, from, there, amr = [], acr = null } = about
      const { former, record } = about
      const cookie = randomBytes(32).toString('base64url')
      const begin = async (trx: Kysely<DB>) => {
        if (former)
          await endSessions(trx, sessions => sessions.where('session_id', '=', former.sessionId), {
            reason: 'replaced by a new sign-in',
            now,
            from: { address: from.address },
          })
        const row = await trx
          .insertInto('session')
          .values({
            user_id: userId,
            client: client.name,
            cookie_hash: hashOfCookie(cookie),
            id_token: idToken,
            login_currency: loginCurrency,
            factor_at: factorAt,
            amr: [...amr],
            acr,
            browser: browserOf(from.userAgent),
            address: isIP(from.address) ? from.address : null,
            provider: from.provider,
            provider_subject: there?.subject ?? null,
            provider_sid: there?.sid ?? null,
            created_at: now,
            last_seen_at: now,
            expires_at: expiry(now),
          })
          .returning('session_id')
          .executeTakeFirstOrThrow()
        await record(trx, row.session_id)
        return row.session_id
      }
      const sessionId = await databases.realm(client.realm).transaction().execute(begin)
      if (former) told.onEnd?.(former.sessionId)
      reply.setCookie(cookieName, cookie, cookieOptions)
      issue(reply, client, sessionId, now)
    },

    ofCookie: async (request, client, now) => {
      const cookie = request.cookies[cookieName]
      if (!cookie) return null
      const row = await databases
        .realm(client.realm)
        .selectFrom('session')
        .select(['session_id', 'last_seen_at'])
        .where('cookie_hash', '=', hashOfCookie(cookie))
        .where('client', '=', client.name)
        .where('ended_at', 'is', null)
        .where('created_at', '>', new Date(now.getTime() - longestSessionMs))
        // Not by the row's expiry, which runs a minute behind: without a token nobody stays longer than 30 minutes (§9).
        .where('last_seen_at', '>', new Date(now.getTime() - tokenLifetimeMs))
        .executeTakeFirst()
      return row ? { sessionId: row.session_id, cookie, lastSeenAt: row.last_seen_at } : null
    },

    hasCookie: request => request.cookies[cookieName] !== undefined,

    end: async (reply, client, sessionId, reason, now) => {
      const [ended] = await endSessions(
        databases.realm(client.realm),
        sessions => sessions.where('session_id', '=', sessionId),
        { reason, now, from: { address: reply.request.ip } },
      )
      told.onEnd?.(sessionId)
      reply.clearCookie(cookieName, cookieOptions)
      return { idToken: ended?.idToken ?? null }
    },

    wereEnded: userId => told.onEndOf?.(userId),
  }
}
