import { createHmac } from 'node:crypto'
import { isIP } from 'node:net'
import { type Kysely, sql } from 'kysely'
import { Problem } from '../../contract/problems.ts'
import type { DB } from '../db/schema.ts'

/**
 * After `free` failures in a row each further one makes the subject wait twice as long as the one before, from
 * `firstWaitMs` up to `longestWaitMs`; failures are forgotten after `memoryMs` without one.
 */
type Rule = { free: number; firstWaitMs: number; longestWaitMs: number; memoryMs: number }

const minuteMs = 60_000

/**
 * A person mistypes a few times; an address may be that of an office with many people behind it. A device that is remembered
 * for the person has an allowance of its own, so that strangers who guess at a user id keep its owner from nothing there.
 */
export const throttleRules = {
  user: { free: 4, firstWaitMs: 2_000, longestWaitMs: 15 * minuteMs, memoryMs: 60 * minuteMs },
  address: { free: 30, firstWaitMs: 2_000, longestWaitMs: 15 * minuteMs, memoryMs: 60 * minuteMs },
  // One-time and backup codes are short and guessed by whoever has the password already: some thirty guesses a day.
  device: { free: 4, firstWaitMs: 2_000, longestWaitMs: 15 * minuteMs, memoryMs: 60 * minuteMs },
  factor: { free: 4, firstWaitMs: 2_000, longestWaitMs: 60 * minuteMs, memoryMs: 24 * 60 * minuteMs },
} as const satisfies Record<string, Rule>

type Kind = keyof typeof throttleRules
export type ThrottledSubjects = Partial<Record<Kind, string>>

/** Subjects are kept as keyed hashes: the table tells nobody who tried. */
function hashOf(secret: string, kind: Kind, subject: string): Buffer {
  const counted = kind === 'address' ? subject.replace(/[^ ]+$/, networkOf) : subject
  return createHmac('sha256', secret).update(`sign-in throttle ${kind} ${counted}`).digest()
}

/** Whoever has one IPv6 address has a network of 2⁶⁴, and may use another for each guess: it counts as one. */
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

/** Addresses first: one that has to wait makes no more users wait, of whom it could name any number. */
const kinds = ['address', 'user', 'device', 'factor'] as const satisfies readonly Kind[]

/**
 * Counts an attempt before it is looked at, so that guesses sent all at once wait like guesses sent in turn. Unknown
 * users count like known ones. Throws too-many-requests, with the wait, where the user or the address has to wait; `words`
 * says there what was tried too often.
 */
export async function countAttempt(
  realmDb: Kysely<DB>,
  secret: string,
  subjects: ThrottledSubjects,
  now: Date,
  words = 'attempts to sign in',
): Promise<void> {
  for (const kind of kinds) {
    const subject = subjects[kind]
    if (subject === undefined) continue
    const waitMs = await count(realmDb, hashOf(secret, kind, subject), throttleRules[kind], now)
    if (waitMs === 0) continue
    // Nothing was guessed: colleagues of somebody who has to wait do not wait for their trying again.
    if (kind !== 'address') await giveBack(realmDb, secret, subjects.address)
    throw new Problem('too-many-requests', {
      detail: `Too many ${words}. Please try again in ${spoken(waitMs)}.`,
      retryAfterS: Math.ceil(waitMs / 1000),
    })
  }
}

/**
 * Throws too-many-requests where this address has to wait, and counts nothing: for what machines send, many at a time, of
 * which only failures count (countAttempt, once it has failed).
 */
export async function requireNoWait(
  realmDb: Kysely<DB>,
  secret: string,
  address: string,
  now: Date,
): Promise<void> {
  const found = await realmDb
    .selectFrom('sign_in_throttle')
    .select('blocked_until')
    .where('subject_hash', '=', hashOf(secret, 'address', address))
    .where('blocked_until', '>', now)
    .executeTakeFirst()
  if (found) throw new Problem('too-many-requests', { detail: 'Too many attempts. Please try again later.' })
}

/** The attempt was good: the person's count starts anew, and the address is given its attempt back. */
export async function forgiveAttempt(
  realmDb: Kysely<DB>,
  secret: string,
  subjects: ThrottledSubjects,
): Promise<void> {
  for (const kind of ['user', 'device', 'factor'] as const) {
    const subject = subjects[kind]
    if (subject === undefined) continue
    await realmDb
      .deleteFrom('sign_in_throttle')
      .where('subject_hash', '=', hashOf(secret, kind, subject))
      .execute()
  }
  await giveBack(realmDb, secret, subjects.address)
}

/** Nothing was guessed after all: the attempt is taken out of every count that it is in. */
export async function takeBackAttempt(
  realmDb: Kysely<DB>,
  secret: string,
  subjects: ThrottledSubjects,
): Promise<void> {
  for (const kind of kinds) {
    const subject = subjects[kind]
    if (subject === undefined) continue
    await realmDb
      .updateTable('sign_in_throttle')
      .set({
        failures: sql`greatest(failures - 1, 0)`,
        // A wait that failures before it have brought about goes on.
        blocked_until: sql`case when failures - 1 > ${throttleRules[kind].free} then blocked_until end`,
      })
      .where('subject_hash', '=', hashOf(secret, kind, subject))
      .execute()
  }
}

async function giveBack(realmDb: Kysely<DB>, secret: string, address: string | undefined): Promise<void> {
  if (address === undefined) return
  await realmDb
    .updateTable('sign_in_throttle')
    .set({ failures: sql`greatest(failures - 1, 0)`, blocked_until: null })
    .where('subject_hash', '=', hashOf(secret, 'address', address))
    .execute()
}

/** One statement decides and counts; returns how long the subject has to wait, 0 where the attempt may go on. */
async function count(realmDb: Kysely<DB>, subject: Buffer, rule: Rule, now: Date): Promise<number> {
  const forgotten = new Date(now.getTime() - rule.memoryMs)
  const counted = await sql<{ failures: number }>`
    insert into sign_in_throttle as known (subject_hash, failures, last_failure_at)
      values (${subject}, 1, ${now})
    on conflict (realm, subject_hash) do update set
      failures = case when known.last_failure_at < ${forgotten} then 1 else known.failures + 1 end,
      last_failure_at = ${now},
      blocked_until = case
        when known.last_failure_at >= ${forgotten} and known.failures + 1 > ${rule.free}
        then ${now}::timestamptz + least(${rule.longestWaitMs}::float8,
          ${rule.firstWaitMs}::float8 * power(2, least(known.failures - ${rule.free}, 30))) * interval '1 millisecond'
      end
      where known.blocked_until is null or known.blocked_until <= ${now}
    returning failures`.execute(realmDb)
  if (counted.rows.length > 0) return 0
  const { blocked_until: until } = await realmDb
    .selectFrom('sign_in_throttle')
    .select('blocked_until')
    .where('subject_hash', '=', subject)
    .executeTakeFirstOrThrow()
  return until === null ? 0 : Math.max(1000, until.getTime() - now.getTime())
}

/** Clears the counts that no rule remembers any more. */
export async function sweepForgotten(realmDb: Kysely<DB>, now: Date): Promise<void> {
  const longestMemoryMs = Math.max(...kinds.map(kind => throttleRules[kind].memoryMs))
  await realmDb
    .deleteFrom('sign_in_throttle')
    .where('last_failure_at', '<', new Date(now.getTime() - longestMemoryMs))
    .execute()
}

function spoken(waitMs: number): string {
  const seconds = Math.ceil(waitMs / 1000)
  if (seconds < 90) return seconds === 1 ? 'a second' : `${seconds} seconds`
  return `${Math.ceil(seconds / 60)} minutes`
}
