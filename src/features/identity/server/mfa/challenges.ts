import type { RequestedFactor } from './requested-factor.ts'

export type ChallengeUse = {
  purpose: 'add' | 'sign-in' | 'step-up'
  /** The session or sign-in of the request. */
  boundTo: string
  /** Null: the passkey identifies the person. */
  userId: string | null
}

/** As long as a sign-in stays open at the provider: a request that waits in the browser's autofill lasts as long. */
export const challengeLifetimeMs = 10 * 60 * 1000
/** Challenges that one session or sign-in can have open; the oldest gives way. */
const mostOpen = 5

/** Remembers a challenge that a browser is given to sign. */
export async function saveChallenge(
  { realmDb, now }: RequestedFactor,
  challenge: string,
  { purpose, boundTo, userId }: ChallengeUse,
): Promise<void> {
  await realmDb.deleteFrom('passkey_challenge').where('expires_at', '<', now).execute()
  await realmDb
    .deleteFrom('passkey_challenge')
    .where('challenge', 'in', open =>
      open
        .selectFrom('passkey_challenge')
        .select('challenge')
        .where('bound_to', '=', boundTo)
        .orderBy('expires_at', 'desc')
        .orderBy('challenge')
        .offset(mostOpen - 1),
    )
    .execute()
  await realmDb
    .insertInto('passkey_challenge')
    .values({
      challenge,
      purpose,
      bound_to: boundTo,
      user_id: userId,
      expires_at: new Date(now.getTime() + challengeLifetimeMs),
    })
    .execute()
}

/**
 * Consumes the challenge; true if it was created for this use and has not expired. Of two concurrent calls one gets true.
 */
export async function consumeChallenge(
  { realmDb, now }: RequestedFactor,
  challenge: string,
  { purpose, boundTo, userId }: ChallengeUse,
): Promise<boolean> {
  const taken = await realmDb
    .deleteFrom('passkey_challenge')
    .where('challenge', '=', challenge)
    .returning(['purpose', 'bound_to', 'user_id', 'expires_at'])
    .executeTakeFirst()
  return (
    taken !== undefined &&
    taken.purpose === purpose &&
    taken.bound_to === boundTo &&
    taken.user_id === userId &&
    taken.expires_at > now
  )
}
