import { createHmac } from 'node:crypto'
import { isIP } from 'node:net'
import type { Kysely } from 'kysely'
import { Problem } from '../../contract/problems.ts'
import { dayMs, hourMs, minuteMs } from '../../domain/durations.ts'
import type { DB } from '../db/schema.ts'
import { retryLater } from '../http/retry-later.ts'
import {
  countFailure,
  deleteCount,
  deleteCountsBefore,
  isBlocked,
  type RateLimitRule,
  undoFailure,
  undoFailureAndWait,
} from './rate-limit.queries.ts'

/**
 * A person mistypes a few times, and an office shares one address. A remembered device has its own limit, so that strangers
 * who guess cannot lock its owner out there.
 */
export const rateLimitRules = {
  user: { freeAttempts: 4, initialWaitMs: 2_000, maxWaitMs: 15 * minuteMs, resetAfterMs: hourMs },
  address: { freeAttempts: 30, initialWaitMs: 2_000, maxWaitMs: 15 * minuteMs, resetAfterMs: hourMs },
  // Codes are short, and only someone who has the password can guess them: about thirty guesses a day.
  device: { freeAttempts: 4, initialWaitMs: 2_000, maxWaitMs: 15 * minuteMs, resetAfterMs: hourMs },
  factor: {
    freeAttempts: 4,
    initialWaitMs: 2_000,
    maxWaitMs: hourMs,
    resetAfterMs: dayMs,
  },
} as const satisfies Record<string, RateLimitRule>

type Kind = keyof typeof rateLimitRules
export type RateLimitedSubjects = Partial<Record<Kind, string>>

/** Subjects are stored as keyed hashes, so that the table reveals no user id or address. */
function hashOf(secret: string, kind: Kind, subject: string): Buffer {
  const counted = kind === 'address' ? subject.replace(/[^ ]+$/, networkOf) : subject
  return createHmac('sha256', secret).update(`sign-in throttle ${kind} ${counted}`).digest()
}

/** An IPv6 user has a whole /64 network and could use another address for each guess, so the network counts as one. */
export function networkOf(address: string): string {
  const [, mapped] = /^::ffff:(\d+(?:\.\d+){3})$/i.exec(address) ?? []
  if (mapped !== undefined) return mapped
  if (isIP(address) !== 6) return address
  const [left = [], right = []] = address
    .split('::')
    .map(part => part.split(':').filter(group => group !== ''))
  const between = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0')
  const groups = [...left, ...between, ...right].slice(0, 4)
  return `${groups.map(group => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}

/** Addresses come first: a limited address must not add to the counts of further users. */
const kinds = ['address', 'user', 'device', 'factor'] as const satisfies readonly Kind[]

/**
 * Counts an attempt before it is checked, so that concurrent guesses wait like sequential ones. Unknown users count like
 * known ones. Throws `too-many-requests` with the wait if a subject has to wait. `label` names the attempts in the message.
 */
export async function countAttempt(
  realmDb: Kysely<DB>,
  secret: string,
  subjects: RateLimitedSubjects,
  now: Date,
  label = 'attempts to log in',
): Promise<void> {
  for (const kind of kinds) {
    const subject = subjects[kind]
    if (subject === undefined) continue
    const waitMs = await count(realmDb, hashOf(secret, kind, subject), rateLimitRules[kind], now)
    if (waitMs === 0) continue
    // Nothing was compared, so a limited user's retries do not count against their office's address.
    if (kind !== 'address') await undoAddressAttempt(realmDb, secret, subjects.address)
    throw retryLater('too-many-requests', `Too many ${label}.`, Math.ceil(waitMs / 1000))
  }
}

/**
 * Throws `too-many-requests` if this address has to wait, and counts nothing. For requests of machines, of which only
 * failures count (call `countAttempt` after the failure).
 */
export async function requireNotBlocked(
  realmDb: Kysely<DB>,
  secret: string,
  address: string,
  now: Date,
): Promise<void> {
  if (await isBlocked(realmDb, hashOf(secret, 'address', address), now))
    throw new Problem('too-many-requests', { detail: 'Too many attempts. Please try again later.' })
}

/** After a success: resets the person's counts and does not count the address's attempt. */
export async function clearAttempts(
  realmDb: Kysely<DB>,
  secret: string,
  subjects: RateLimitedSubjects,
): Promise<void> {
  for (const kind of ['user', 'device', 'factor'] as const) {
    const subject = subjects[kind]
    if (subject !== undefined) await deleteCount(realmDb, hashOf(secret, kind, subject))
  }
  await undoAddressAttempt(realmDb, secret, subjects.address)
}

/** Takes an attempt back from every count, because nothing was compared. */
export async function undoAttempt(
  realmDb: Kysely<DB>,
  secret: string,
  subjects: RateLimitedSubjects,
): Promise<void> {
  for (const kind of kinds) {
    const subject = subjects[kind]
    if (subject === undefined) continue
    await undoFailure(realmDb, hashOf(secret, kind, subject), rateLimitRules[kind])
  }
}

async function undoAddressAttempt(
  realmDb: Kysely<DB>,
  secret: string,
  address: string | undefined,
): Promise<void> {
  if (address !== undefined) await undoFailureAndWait(realmDb, hashOf(secret, 'address', address))
}

/** Counts an attempt. Returns the wait in ms; 0 if the attempt is allowed. */
async function count(realmDb: Kysely<DB>, subject: Buffer, rule: RateLimitRule, now: Date): Promise<number> {
  const until = await countFailure(realmDb, subject, rule, now)
  return until === null ? 0 : Math.max(1000, until.getTime() - now.getTime())
}

/** Deletes counts that have expired under every rule. */
export async function sweepExpiredRateLimits(realmDb: Kysely<DB>, now: Date): Promise<void> {
  const maxResetAfterMs = Math.max(...kinds.map(kind => rateLimitRules[kind].resetAfterMs))
  await deleteCountsBefore(realmDb, new Date(now.getTime() - maxResetAfterMs))
}
