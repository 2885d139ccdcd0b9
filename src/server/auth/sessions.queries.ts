import { isIP } from 'node:net'
import { type Kysely, sql } from 'kysely'
import type { Client } from '../../clients/client.ts'
import { hourMs, minuteMs } from '../../domain/durations.ts'
import type { Currency } from '../../domain/money.ts'
import type { DB } from '../db/schema.ts'
import { shortRead } from '../db/statement.ts'
import { endSessions } from './end-sessions.ts'
import { hashOfCookie } from './load-principal.ts'
import { type CookieState, cookieSql } from './principal.queries.ts'
import { tokenLifetimeMs } from './token.ts'
import { browserOf } from './user-agent.ts'

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

/** A session's row is updated at most this often, so its expiry is up to this much later than the token's. */
export const touchEveryMs = minuteMs

/**
 * Even an active session ends this long after its login (ASVS 5.0, 7.3.2; NIST SP 800-63B, AAL2): one working day.
 */
export const maxSessionMs = 12 * hourMs

const rowLifetimeMs = tokenLifetimeMs + touchEveryMs
const expiry = (now: Date) => new Date(now.getTime() + rowLifetimeMs)
const maxSession = sql`${maxSessionMs}::float8 * interval '1 millisecond'`

/** Ends the browser's former session, inserts the new one and records it. Returns its id. */
export async function insertSession(
  trx: Kysely<DB>,
  client: Client,
  cookie: string,
  about: NewSession,
): Promise<string> {
  const { now, from, former, external } = about
  if (former)
    await endSessions(trx, sessions => sessions.where('session_id', '=', former.sessionId), {
      reason: 'replaced by a new login',
      now,
      from: { address: from.address },
    })
  const row = await trx
    .insertInto('session')
    .values({
      user_id: about.userId,
      client: client.name,
      cookie_hash: hashOfCookie(cookie),
      id_token: about.idToken,
      login_currency: about.loginCurrency,
      chosen_currency: about.loginCurrency,
      factor_verified_at: about.factorVerifiedAt,
      amr: [...(about.amr ?? [])],
      acr: about.acr ?? null,
      browser: browserOf(from.userAgent),
      address: isIP(from.address) ? from.address : null,
      provider: from.provider,
      provider_subject: external?.subject ?? null,
      provider_sid: external?.sid ?? null,
      created_at: now,
      last_seen_at: now,
      expires_at: expiry(now),
    })
    .returning('session_id')
    .executeTakeFirstOrThrow()
  await about.record(trx, row.session_id)
  return row.session_id
}

/**
 * Records when sessions were used, which postpones their expiry up to their longest duration. A session that has ended or expired
 * meanwhile stays so.
 */
export async function touchSessions(realmDb: Kysely<DB>, usedAt: ReadonlyMap<string, Date>): Promise<void> {
  await sql`
    update session s set last_seen_at = used.at,
        expires_at = least(used.at + ${rowLifetimeMs}::float8 * interval '1 millisecond', s.created_at + ${maxSession})
      from unnest(${[...usedAt.keys()]}::uuid[], ${[...usedAt.values()]}::timestamptz[]) used (session_id, at)
      where s.session_id = used.session_id and s.ended_at is null and s.expires_at > used.at and s.last_seen_at < used.at`.execute(
    realmDb,
  )
}

type FoundSession = {
  session_id: string
  last_seen_at: Date
  chosen_currency: Currency | null
  cookie_state: CookieState
  cookie_since: Date
}

const selectSessionOfCookie = shortRead<
  FoundSession,
  [cookieHash: Buffer, now: Date, client: string, createdAfter: Date, seenAfter: Date]
>(`
  select s.session_id, s.last_seen_at, s.chosen_currency,
    ${cookieSql.state('$1')} as cookie_state, ${cookieSql.since} as cookie_since
  from session s
  where ${cookieSql.matches('$1', '$2')} and s.client = $3 and s.ended_at is null
    and s.created_at > $4 and s.last_seen_at > $5`)

/** The live session of a cookie. */
export async function findSessionOfCookie(
  realmDb: Kysely<DB>,
  client: Client,
  cookie: string,
  now: Date,
): Promise<FoundSession | undefined> {
  const createdAfter = new Date(now.getTime() - maxSessionMs)
  // Not the row's expiry, which is up to a minute later than the 30 minutes of §9.
  const seenAfter = new Date(now.getTime() - tokenLifetimeMs)
  const [found] = await selectSessionOfCookie(
    realmDb,
    hashOfCookie(cookie),
    now,
    client.name,
    createdAfter,
    seenAfter,
  )
  return found
}

/**
 * Replaces the secret of a session's cookie. Of two concurrent requests one replaces it; and a request with the former secret
 * replaces it again if the new one, sent until `lostBefore`, has never arrived. Returns whether it was replaced.
 */
export async function replaceCookie(
  realmDb: Kysely<DB>,
  { sessionId, cookie }: { sessionId: string; cookie: string },
  next: string,
  { now, lostBefore }: { now: Date; lostBefore: Date },
): Promise<boolean> {
  const presented = hashOfCookie(cookie)
  const { numUpdatedRows } = await realmDb
    .updateTable('session')
    .set({
      cookie_hash: hashOfCookie(next),
      former_cookie_hash: presented,
      cookie_replaced_at: now,
      cookie_used_at: null,
    })
    .where('session_id', '=', sessionId)
    .where('ended_at', 'is', null)
    .where(where =>
      where.or([
        where('cookie_hash', '=', presented),
        where.and([
          where('former_cookie_hash', '=', presented),
          where('cookie_used_at', 'is', null),
          where('cookie_replaced_at', '<=', lostBefore),
        ]),
      ]),
    )
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Records that the browser has the new secret, so that the former one expires. */
export async function markCookieUsed(
  realmDb: Kysely<DB>,
  { sessionId, cookie }: { sessionId: string; cookie: string },
  now: Date,
): Promise<void> {
  await realmDb
    .updateTable('session')
    .set({ cookie_used_at: now })
    .where('session_id', '=', sessionId)
    .where('cookie_hash', '=', hashOfCookie(cookie))
    .where('cookie_used_at', 'is', null)
    .execute()
}

/** Records that the person of this session has just confirmed their identity. `realmDb` may be a transaction. */
export async function recordStepUp(realmDb: Kysely<DB>, sessionId: string, now: Date): Promise<void> {
  await realmDb
    .updateTable('session')
    .set({ factor_verified_at: now })
    .where('session_id', '=', sessionId)
    .where('ended_at', 'is', null)
    .execute()
}
