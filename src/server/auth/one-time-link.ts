import { createHmac, randomBytes, randomInt } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../db/schema.ts'
import { derivedKey } from './encryption.ts'

/** As long as a mail may take to be read, and no longer. */
export const linkLifetimeMs = 45 * 60 * 1000
export const codeLifetimeMs = 30 * 60 * 1000
/** A code has eight digits, so that it bears five wrong guesses: one in twenty million. */
const mostFailures = 5
const codeDigits = 8

/** 32 random bytes: what stands in a link cannot be guessed, so it is not counted how often somebody tries. */
export const newLinkToken = (): string => randomBytes(32).toString('base64url')
export const newCode = (): string => String(randomInt(10 ** codeDigits)).padStart(codeDigits, '0')

const hmac = (secret: string, text: string) =>
  createHmac('sha256', derivedKey(secret, 'one-time links')).update(text).digest()
const hashOfToken = (secret: string, token: string) => hmac(secret, `set-password ${token}`)
/** Bound to the person: a code is short, and one who types it must not meet another's. */
const hashOfCode = (secret: string, userId: string, code: string) =>
  hmac(secret, `change-email ${userId} ${code}`)

/** A link by which the person can set a password, once, until `expiresAt`; the one before is worth nothing from now on. */
export async function savePasswordLink(
  realmDb: Kysely<DB>,
  secret: string,
  about: { userId: string; token: string; madeAt: Date },
): Promise<{ expiresAt: Date }> {
  const expiresAt = new Date(about.madeAt.getTime() + linkLifetimeMs)
  await keep(realmDb, {
    user_id: about.userId,
    purpose: 'set-password',
    token_hash: hashOfToken(secret, about.token),
    new_email: null,
    created_at: about.madeAt,
    expires_at: expiresAt,
  })
  return { expiresAt }
}

/** A code that proves that the person reads the mail of `newEmail`; the one before is worth nothing from now on. */
export async function saveEmailCode(
  realmDb: Kysely<DB>,
  secret: string,
  about: { userId: string; code: string; newEmail: string; madeAt: Date },
): Promise<{ expiresAt: Date }> {
  const expiresAt = new Date(about.madeAt.getTime() + codeLifetimeMs)
  await keep(realmDb, {
    user_id: about.userId,
    purpose: 'change-email',
    token_hash: hashOfCode(secret, about.userId, about.code),
    new_email: about.newEmail,
    created_at: about.madeAt,
    expires_at: expiresAt,
  })
  return { expiresAt }
}

type Row = {
  user_id: string
  purpose: 'set-password' | 'change-email'
  token_hash: Buffer
  new_email: string | null
  created_at: Date
  expires_at: Date
}

async function keep(realmDb: Kysely<DB>, row: Row): Promise<void> {
  const fresh = { ...row, failures: 0, used_at: null }
  await realmDb
    .insertInto('one_time_link')
    .values(fresh)
    .onConflict(conflict => conflict.columns(['realm', 'user_id', 'purpose']).doUpdateSet(fresh))
    .execute()
}

/** Whose password a link may set, without using it up: a scanner that opens mails changes nothing. Null: no good any more. */
export async function findPasswordLink(
  realmDb: Kysely<DB>,
  secret: string,
  token: string,
  now: Date,
): Promise<{ userId: string } | null> {
  const row = await realmDb
    .selectFrom('one_time_link')
    .select('user_id')
    .where('token_hash', '=', hashOfToken(secret, token))
    .where('purpose', '=', 'set-password')
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row ? { userId: row.user_id } : null
}

/** Uses a link up: of two who do so at the same moment one gets the person, the other null. */
export async function consumePasswordLink(
  realmDb: Kysely<DB>,
  secret: string,
  token: string,
  now: Date,
): Promise<{ userId: string } | null> {
  const row = await realmDb
    .updateTable('one_time_link')
    .set({ used_at: now })
    .where('token_hash', '=', hashOfToken(secret, token))
    .where('purpose', '=', 'set-password')
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('user_id')
    .executeTakeFirst()
  return row ? { userId: row.user_id } : null
}

/** What became of a code: it was right and is used up now, wrong, or there is none (any more). */
export type CodeOutcome = { kind: 'right'; newEmail: string } | { kind: 'wrong' } | { kind: 'gone' }

/** One statement looks, counts and uses up; to be committed also where the code was wrong. */
export async function consumeEmailCode(
  realmDb: Kysely<DB>,
  secret: string,
  about: { userId: string; code: string },
  now: Date,
): Promise<CodeOutcome> {
  const hash = hashOfCode(secret, about.userId, about.code)
  const row = await realmDb
    .updateTable('one_time_link')
    .set({
      used_at: sql<Date | null>`case when token_hash = ${hash} then ${now}::timestamptz end`,
      failures: sql<number>`failures + case when token_hash = ${hash} then 0 else 1 end`,
    })
    .where('user_id', '=', about.userId)
    .where('purpose', '=', 'change-email')
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .where('failures', '<', mostFailures)
    .returning(['used_at', 'new_email'])
    .executeTakeFirst()
  if (!row?.new_email) return { kind: 'gone' }
  return row.used_at === null ? { kind: 'wrong' } : { kind: 'right', newEmail: row.new_email }
}

/** A password that was changed makes the links worthless that were still on their way. */
export async function dropPasswordLink(realmDb: Kysely<DB>, userId: string, now: Date): Promise<void> {
  await realmDb
    .updateTable('one_time_link')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('purpose', '=', 'set-password')
    .where('used_at', 'is', null)
    .execute()
}
