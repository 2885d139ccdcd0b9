import { type Kysely, sql } from 'kysely'
import { minuteMs } from '../../../../domain/durations.ts'
import type { DB } from '../../../../server/db/schema.ts'

/** The lifetime of the provider's interaction. */
const attemptLifetimeMs = 10 * minuteMs
/** Wrong codes allowed in one sign-in. After these it starts again at the password. */
export const maxWrongGuesses = 5

/** Records that this person entered the right password in this sign-in. Replaces an earlier person. */
export async function openAttempt(
  realmDb: Kysely<DB>,
  { interaction, userId, now }: { interaction: string; userId: string; now: Date },
): Promise<void> {
  await realmDb.deleteFrom('sign_in_attempt').where('expires_at', '<=', now).execute()
  const row = {
    user_id: userId,
    failed_attempts: 0,
    password_verified_at: now,
    expires_at: new Date(now.getTime() + attemptLifetimeMs),
  }
  await realmDb
    .insertInto('sign_in_attempt')
    .values({ interaction, ...row })
    .onConflict(conflict => conflict.columns(['realm', 'interaction']).doUpdateSet(row))
    .execute()
}

/** The user id of the person who entered the right password in this sign-in; null if none did or it expired. */
export async function findAttempt(
  realmDb: Kysely<DB>,
  interaction: string,
  now: Date,
): Promise<string | null> {
  const row = await realmDb
    .selectFrom('sign_in_attempt')
    .select('user_id')
    .where('interaction', '=', interaction)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row?.user_id ?? null
}

/** Counts a guess before it is checked, so that concurrent guesses count too. Null if the limit is reached. */
export async function countGuess(
  realmDb: Kysely<DB>,
  interaction: string,
  now: Date,
): Promise<string | null> {
  const row = await realmDb
    .updateTable('sign_in_attempt')
    .set({ failed_attempts: sql`failed_attempts + 1` })
    .where('interaction', '=', interaction)
    .where('expires_at', '>', now)
    .where('failed_attempts', '<', maxWrongGuesses)
    .returning('user_id')
    .executeTakeFirst()
  return row?.user_id ?? null
}

/** Takes a guess back: a rate-limited request compares no code. */
export async function undoGuess(realmDb: Kysely<DB>, interaction: string): Promise<void> {
  await realmDb
    .updateTable('sign_in_attempt')
    .set({ failed_attempts: sql`greatest(failed_attempts - 1, 0)` })
    .where('interaction', '=', interaction)
    .execute()
}

export async function closeAttempt(realmDb: Kysely<DB>, interaction: string): Promise<void> {
  await realmDb.deleteFrom('sign_in_attempt').where('interaction', '=', interaction).execute()
}
