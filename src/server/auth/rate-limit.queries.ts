import { type Kysely, sql } from 'kysely'
import type { DB } from '../db/schema.ts'

/**
 * After `freeAttempts` failures in a row, each further one doubles the wait, from `initialWaitMs` up to `maxWaitMs`. The
 * count resets after `resetAfterMs` without a failure.
 */
export type RateLimitRule = {
  freeAttempts: number
  initialWaitMs: number
  maxWaitMs: number
  resetAfterMs: number
}

/** A successful attempt may end the wait between the two statements; then the attempt is counted again, at most this often. */
const maxCounts = 5

/** Counts a failure unless the subject has to wait. Returns the end of the wait; null if the attempt is allowed. */
export async function countFailure(
  realmDb: Kysely<DB>,
  subject: Buffer,
  rule: RateLimitRule,
  now: Date,
): Promise<Date | null> {
  for (let count = 0; count < maxCounts; count += 1) {
    if (await countUnlessBlocked(realmDb, subject, rule, now)) return null
    const until = await findBlock(realmDb, subject)
    if (until !== null) return until
  }
  // So many attempts at once that each finds the wait of another one: it waits like them.
  return new Date(now.getTime() + rule.initialWaitMs)
}

/** Null if there is no wait any more. */
async function findBlock(realmDb: Kysely<DB>, subject: Buffer): Promise<Date | null> {
  const found = await realmDb
    .selectFrom('sign_in_rate_limit')
    .select('blocked_until')
    .where('subject_hash', '=', subject)
    .executeTakeFirst()
  return found?.blocked_until ?? null
}

/** Decides and counts in one statement. Returns whether the attempt is allowed. */
async function countUnlessBlocked(
  realmDb: Kysely<DB>,
  subject: Buffer,
  rule: RateLimitRule,
  now: Date,
): Promise<boolean> {
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
  return counted.rows.length > 0
}

export async function isBlocked(realmDb: Kysely<DB>, subject: Buffer, now: Date): Promise<boolean> {
  const found = await realmDb
    .selectFrom('sign_in_rate_limit')
    .select('blocked_until')
    .where('subject_hash', '=', subject)
    .where('blocked_until', '>', now)
    .executeTakeFirst()
  return found !== undefined
}

export async function deleteCount(realmDb: Kysely<DB>, subject: Buffer): Promise<void> {
  await realmDb.deleteFrom('sign_in_rate_limit').where('subject_hash', '=', subject).execute()
}

const oneLess = sql<number>`greatest(failures - 1, 0)`

/** Takes one failure back. A wait caused by earlier failures continues. */
export async function undoFailure(
  realmDb: Kysely<DB>,
  subject: Buffer,
  { freeAttempts }: Pick<RateLimitRule, 'freeAttempts'>,
): Promise<void> {
  await realmDb
    .updateTable('sign_in_rate_limit')
    .set({
      failures: oneLess,
      blocked_until: sql<Date | null>`case when failures - 1 > ${freeAttempts} then blocked_until end`,
    })
    .where('subject_hash', '=', subject)
    .execute()
}

/** Takes one failure back and ends the wait. */
export async function undoFailureAndWait(realmDb: Kysely<DB>, subject: Buffer): Promise<void> {
  await realmDb
    .updateTable('sign_in_rate_limit')
    .set({ failures: oneLess, blocked_until: null })
    .where('subject_hash', '=', subject)
    .execute()
}

export async function deleteCountsBefore(realmDb: Kysely<DB>, lastFailureBefore: Date): Promise<void> {
  await realmDb.deleteFrom('sign_in_rate_limit').where('last_failure_at', '<', lastFailureBefore).execute()
}
