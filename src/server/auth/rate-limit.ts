import { createHmac } from 'node:crypto'
import { isIP } from 'node:net'
import { type Kysely, sql } from 'kysely'
import { Problem } from '../../contract/problems.ts'
import type { DB } from '../db/schema.ts'

/**
 * After `freeAttempts` failures in a row, each further one doubles the wait, from `initialWaitMs` up to `maxWaitMs`. The
 * count resets after `resetAfterMs` without a failure.
 */
type Rule = { freeAttempts: number; initialWaitMs: number; maxWaitMs: number; resetAfterMs: number }

const minuteMs = 60_000

/**
 * A person mistypes a few times, and an office shares one address. A remembered device has its own limit, so that strangers
 * who guess cannot lock its owner out there.
 */
export const rateLimitRules = {
  user: { freeAttempts: 4, initialWaitMs: 2_000, maxWaitMs: 15 * minuteMs, resetAfterMs: 60 * minuteMs },
  address: { freeAttempts: 30, initialWaitMs: 2_000, maxWaitMs: 15 * minuteMs, resetAfterMs: 60 * minuteMs },
  // Codes are short, and only someone who has the password can guess them: about thirty guesses a day.
  device: { freeAttempts: 4, initialWaitMs: 2_000, maxWaitMs: 15 * minuteMs, resetAfterMs: 60 * minuteMs },
  factor: {
    freeAttempts: 4,
    initialWaitMs: 2_000,
    maxWaitMs: 60 * minuteMs,
    resetAfterMs: 24 * 60 * minuteMs,
  },
} as const satisfies Record<string, Rule>

type Kind = keyof typeof rateLimitRules
export type RateLimitedSubjects = Partial<Record<Kind, string>>

/** Subjects are stored as keyed hashes, so that the table reveals no user id or address. */
function hashOf(secret: string, kind: Kind, subject: string): Buffer {
  const counted = kind === 'address' ? subject.replace(/[^ ]+$/, networkOf) : subject
  return createHmac('sha256', secret).update(`sign-in throttle ${kind} ${counted}`).digest()
}

/** An IPv6 user has a whole /64 network and could use another address for each guess, so the network counts as one. */
function networkOf(address: string): string {
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
    throw new Problem('too-many-requests', {
      detail: `Too many ${label}. Please try again in ${formatWait(waitMs)}.`,
      retryAfterS: Math.ceil(waitMs / 1000),
    })
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
  const found = await realmDb
    .selectFrom('sign_in_rate_limit')
    .select('blocked_until')
    .where('subject_hash', '=', hashOf(secret, 'address', address))
    .where('blocked_until', '>', now)
    .executeTakeFirst()
  if (found) throw new Problem('too-many-requests', { detail: 'Too many attempts. Please try again later.' })
}

/** After a success: resets the person's counts and does not count the address's attempt. */
export async function clearAttempts(
  realmDb: Kysely<DB>,
  secret: string,
  subjects: RateLimitedSubjects,
): Promise<void> {
  for (const kind of ['user', 'device', 'factor'] as const) {
    const subject = subjects[kind]
    if (subject === undefined) continue
    await realmDb
      .deleteFrom('sign_in_rate_limit')
      .where('subject_hash', '=', hashOf(secret, kind, subject))
      .execute()
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
    await realmDb
      .updateTable('sign_in_rate_limit')
      .set({
        failures: sql`greatest(failures - 1, 0)`,
        // A wait caused by earlier failures continues.
        blocked_until: sql`case when failures - 1 > ${rateLimitRules[kind].freeAttempts} then blocked_until end`,
      })
      .where('subject_hash', '=', hashOf(secret, kind, subject))
      .execute()
  }
}

async function undoAddressAttempt(
  realmDb: Kysely<DB>,
  secret: string,
  address: string | undefined,
): Promise<void> {
  if (address === undefined) return
  await realmDb
    .updateTable('sign_in_rate_limit')
    .set({ failures: sql`greatest(failures - 1, 0)`, blocked_until: null })
    .where('subject_hash', '=', hashOf(secret, 'address', address))
    .execute()
}

/** Decides and counts in one statement. Returns the wait in ms; 0 if the attempt is allowed. */
async function count(realmDb: Kysely<DB>, subject: Buffer, rule: Rule, now: Date): Promise<number> {
  const resetBefore = new Date(now.getTime() - rule.resetAfterMs)
  const counted = await sql<{ failures: number }>`
    insert into sign_in_rate_limit as known (subject_hash, failures, last_failure_at)
      values (${subject}, 1, ${now})
    on conflict (realm, subject_hash) do update set
      failures = case when known.last_failure_at < ${resetBefore} then 1 else known.failures + 1 end,
      last_failure_at = ${now},
      blocked_until = case
        when known.last_failure_at >= ${resetBefore} and known.failures + 1 > ${rule.freeAttempts}
        then ${now}::timestamptz + least(${rule.maxWaitMs}::float8,
          ${rule.initialWaitMs}::float8 * power(2, least(known.failures - ${rule.freeAttempts}, 30))) * interval '1 millisecond'
      end
      where known.blocked_until is null or known.blocked_until <= ${now}
    returning failures`.execute(realmDb)
  if (counted.rows.length > 0) return 0
  const { blocked_until: until } = await realmDb
    .selectFrom('sign_in_rate_limit')
    .select('blocked_until')
    .where('subject_hash', '=', subject)
    .executeTakeFirstOrThrow()
  return until === null ? 0 : Math.max(1000, until.getTime() - now.getTime())
}

/** Deletes counts that have expired under every rule. */
export async function sweepExpiredRateLimits(realmDb: Kysely<DB>, now: Date): Promise<void> {
  const maxResetAfterMs = Math.max(...kinds.map(kind => rateLimitRules[kind].resetAfterMs))
  await realmDb
    .deleteFrom('sign_in_rate_limit')
    .where('last_failure_at', '<', new Date(now.getTime() - maxResetAfterMs))
    .execute()
}

function formatWait(waitMs: number): string {
  const seconds = Math.ceil(waitMs / 1000)
  if (seconds < 90) return seconds === 1 ? 'a second' : `${seconds} seconds`
  return `${Math.ceil(seconds / 60)} minutes`
}
