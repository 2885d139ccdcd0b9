import { createHmac, randomBytes, randomInt } from 'node:crypto'
import type { Kysely } from 'kysely'
import { minuteMs } from '../../domain/durations.ts'
import type { DB } from '../db/schema.ts'
import { derivedKey } from './encryption.ts'
import {
  findUserOfLink,
  saveLink,
  setLinkUsed,
  setPasswordLinkUsed,
  tryCode,
} from './one-time-link.queries.ts'

/** Long enough for a mail to arrive and be read. */
export const linkLifetimeMs = 45 * minuteMs
export const codeLifetimeMs = 30 * minuteMs
/** With eight digits, five guesses succeed once in twenty million. */
const maxFailures = 5
const codeDigits = 8

/** 32 random bytes. They cannot be guessed, so attempts are not counted. */
export const newLinkToken = (): string => randomBytes(32).toString('base64url')
export const newCode = (): string => String(randomInt(10 ** codeDigits)).padStart(codeDigits, '0')

const hmac = (secret: string, text: string) =>
  createHmac('sha256', derivedKey(secret, 'one-time links')).update(text).digest()
const hashOfToken = (secret: string, token: string) => hmac(secret, `set-password ${token}`)
/** Bound to the person, because a code is short enough to equal another person's. */
const hashOfCode = (secret: string, userId: string, code: string) =>
  hmac(secret, `change-email ${userId} ${code}`)

/** Stores a single-use link to set the person's password, valid until `expiresAt`: 45 minutes by default. Replaces the former link. */
export async function savePasswordLink(
  realmDb: Kysely<DB>,
  secret: string,
  about: { userId: string; token: string; createdAt: Date; lifetimeMs?: number },
): Promise<{ expiresAt: Date }> {
  const expiresAt = new Date(about.createdAt.getTime() + (about.lifetimeMs ?? linkLifetimeMs))
  await saveLink(realmDb, {
    user_id: about.userId,
    purpose: 'set-password',
    token_hash: hashOfToken(secret, about.token),
    new_email: null,
    created_at: about.createdAt,
    expires_at: expiresAt,
  })
  return { expiresAt }
}

/** Stores a single-use code that verifies access to `newEmail`, valid until `expiresAt`. Replaces the former code. */
export async function saveEmailCode(
  realmDb: Kysely<DB>,
  secret: string,
  about: { userId: string; code: string; newEmail: string; createdAt: Date },
): Promise<{ expiresAt: Date }> {
  const expiresAt = new Date(about.createdAt.getTime() + codeLifetimeMs)
  await saveLink(realmDb, {
    user_id: about.userId,
    purpose: 'change-email',
    token_hash: hashOfCode(secret, about.userId, about.code),
    new_email: about.newEmail,
    created_at: about.createdAt,
    expires_at: expiresAt,
  })
  return { expiresAt }
}

/** The person whose password the link may set; null if the link is invalid. Does not consume it, because mail scanners open links. */
export async function findPasswordLink(
  realmDb: Kysely<DB>,
  secret: string,
  token: string,
  now: Date,
): Promise<{ userId: string } | null> {
  const row = await findUserOfLink(realmDb, hashOfToken(secret, token), now)
  return row ? { userId: row.user_id } : null
}

/** Consumes a link. Of two concurrent calls, one gets the person and the other null. */
export async function consumePasswordLink(
  realmDb: Kysely<DB>,
  secret: string,
  token: string,
  now: Date,
): Promise<{ userId: string } | null> {
  const row = await setLinkUsed(realmDb, hashOfToken(secret, token), now)
  return row ? { userId: row.user_id } : null
}

/** `right`: the code matched and is now used. `gone`: there is no valid code (any more). */
type CodeOutcome = { kind: 'right'; newEmail: string } | { kind: 'wrong' } | { kind: 'gone' }

/** Compares, counts and consumes in one statement. The caller must commit a wrong attempt too, so that it counts. */
export async function consumeEmailCode(
  realmDb: Kysely<DB>,
  secret: string,
  about: { userId: string; code: string },
  now: Date,
): Promise<CodeOutcome> {
  const { userId, code } = about
  const tokenHash = hashOfCode(secret, userId, code)
  const row = await tryCode(realmDb, { userId, tokenHash, maxFailures }, now)
  if (!row?.new_email) return { kind: 'gone' }
  return row.used_at === null ? { kind: 'wrong' } : { kind: 'right', newEmail: row.new_email }
}

/** Invalidates an unused link, for example after the password was changed another way. */
export async function invalidatePasswordLink(realmDb: Kysely<DB>, userId: string, now: Date): Promise<void> {
  await setPasswordLinkUsed(realmDb, userId, now)
}
