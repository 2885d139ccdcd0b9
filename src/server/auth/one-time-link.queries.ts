import { type Kysely, sql } from 'kysely'
import type { DB } from '../db/schema.ts'

export type LinkRow = {
  user_id: string
  purpose: 'set-password' | 'change-email'
  token_hash: Buffer
  new_email: string | null
  created_at: Date
  expires_at: Date
}

/** Stores a link or code in place of the person's former one. */
export async function saveLink(realmDb: Kysely<DB>, row: LinkRow): Promise<void> {
  const { user_id, purpose, ...link } = row
  const fresh = { ...link, failures: 0, used_at: null }
  await realmDb
    .insertInto('one_time_link')
    .values({ user_id, purpose, ...fresh })
    .onConflict(conflict => conflict.columns(['realm', 'user_id', 'purpose']).doUpdateSet(fresh))
    .execute()
}

export async function findUserOfLink(
  realmDb: Kysely<DB>,
  tokenHash: Buffer,
  now: Date,
): Promise<{ user_id: string } | undefined> {
  return await realmDb
    .selectFrom('one_time_link')
    .select('user_id')
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', 'set-password')
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/** Of two concurrent calls, one gets the row. */
export async function setLinkUsed(
  realmDb: Kysely<DB>,
  tokenHash: Buffer,
  now: Date,
): Promise<{ user_id: string } | undefined> {
  return await realmDb
    .updateTable('one_time_link')
    .set({ used_at: now })
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', 'set-password')
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('user_id')
    .executeTakeFirst()
}

/** Compares, counts and consumes in one statement. A code that matched has `used_at`. */
export async function tryCode(
  realmDb: Kysely<DB>,
  { userId, tokenHash, maxFailures }: { userId: string; tokenHash: Buffer; maxFailures: number },
  now: Date,
): Promise<{ used_at: Date | null; new_email: string | null } | undefined> {
  return await realmDb
    .updateTable('one_time_link')
    .set({
      used_at: sql<Date | null>`case when token_hash = ${tokenHash} then ${now}::timestamptz end`,
      failures: sql<number>`failures + case when token_hash = ${tokenHash} then 0 else 1 end`,
    })
    .where('user_id', '=', userId)
    .where('purpose', '=', 'change-email')
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .where('failures', '<', maxFailures)
    .returning(['used_at', 'new_email'])
    .executeTakeFirst()
}

export async function setPasswordLinkUsed(realmDb: Kysely<DB>, userId: string, now: Date): Promise<void> {
  await realmDb
    .updateTable('one_time_link')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('purpose', '=', 'set-password')
    .where('used_at', 'is', null)
    .execute()
}

/** Uses up every open link and code of the person. */
export async function endLinks(realmDb: Kysely<DB>, userId: string, now: Date): Promise<void> {
  await realmDb
    .updateTable('one_time_link')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute()
}
