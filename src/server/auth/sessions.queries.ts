import { isIP } from 'node:net'
import { type Kysely, sql } from 'kysely'
import type { Client } from '../../clients/client.ts'
import type { Currency } from '../../domain/money.ts'
import type { DB } from '../db/schema.ts'
import { endSessions } from './end-sessions.ts'
import { hashOfCookie } from './load-principal.ts'
import type { NewSession } from './session-store.ts'
import { tokenLifetimeMs } from './token.ts'
import { browserOf } from './user-agent.ts'

/** A session's row is updated at most this often, so its expiry is up to this much later than the token's. */
export const touchEveryMs = 60 * 1000

/**
 * Even an active session ends this long after its login (ASVS 5.0, 7.3.2; NIST SP 800-63B, AAL2): one working day.
 */
export const maxSessionMs = 12 * 60 * 60 * 1000

const expiry = (now: Date) => new Date(now.getTime() + tokenLifetimeMs + touchEveryMs)
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

/** Records that the session was used, which postpones its expiry up to its longest duration. */
export async function touchSession(realmDb: Kysely<DB>, sessionId: string, now: Date): Promise<void> {
  await realmDb
    .updateTable('session')
    .set({
      last_seen_at: now,
      expires_at: sql<Date>`least(${expiry(now)}, created_at + ${maxSession})`,
    })
    .where('session_id', '=', sessionId)
    .where('ended_at', 'is', null)
    .execute()
}

/** The live session of a cookie. */
export function findSessionOfCookie(
  realmDb: Kysely<DB>,
  client: Client,
  cookie: string,
  now: Date,
): Promise<{ session_id: string; last_seen_at: Date; chosen_currency: Currency | null } | undefined> {
  return (
    realmDb
      .selectFrom('session')
      .select(['session_id', 'last_seen_at'])
      .select(sql<Currency | null>`chosen_currency`.as('chosen_currency'))
      .where('cookie_hash', '=', hashOfCookie(cookie))
      .where('client', '=', client.name)
      .where('ended_at', 'is', null)
      .where('created_at', '>', new Date(now.getTime() - maxSessionMs))
      // Not the row's expiry, which is up to a minute later than the 30 minutes of §9.
      .where('last_seen_at', '>', new Date(now.getTime() - tokenLifetimeMs))
      .executeTakeFirst()
  )
}
