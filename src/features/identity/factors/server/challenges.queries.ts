import type { Kysely } from 'kysely'
import type { DB } from '../../../../server/db/schema.ts'

export async function deleteExpiredChallenges(realmDb: Kysely<DB>, now: Date): Promise<void> {
  await realmDb.deleteFrom('passkey_challenge').where('expires_at', '<', now).execute()
}

/** Deletes the challenges of a session or interaction except the newest `kept`. */
export async function deleteOldestChallenges(
  realmDb: Kysely<DB>,
  boundTo: string,
  kept: number,
): Promise<void> {
  await realmDb
    .deleteFrom('passkey_challenge')
    .where('challenge', 'in', open =>
      open
        .selectFrom('passkey_challenge')
        .select('challenge')
        .where('bound_to', '=', boundTo)
        .orderBy('expires_at', 'desc')
        .orderBy('challenge')
        .offset(kept),
    )
    .execute()
}

type ChallengeRow = {
  challenge: string
  purpose: 'add' | 'sign-in' | 'step-up'
  bound_to: string
  user_id: string | null
  expires_at: Date
}

export async function insertChallenge(realmDb: Kysely<DB>, row: ChallengeRow): Promise<void> {
  await realmDb.insertInto('passkey_challenge').values(row).execute()
}

/** Deletes a challenge and returns what it was for, to one of two concurrent calls only. */
export async function deleteChallenge(realmDb: Kysely<DB>, challenge: string) {
  return await realmDb
    .deleteFrom('passkey_challenge')
    .where('challenge', '=', challenge)
    .returning(['purpose', 'bound_to', 'user_id', 'expires_at'])
    .executeTakeFirst()
}
