import type { MfaContext } from './mfa-context.ts'

export type ChallengeUse = {
  purpose: 'add' | 'sign-in' | 'step-up'
  /** The session or interaction of the request. */
  boundTo: string
  /** Null: the passkey identifies the person. */
  userId: string | null
}

/** The lifetime of an interaction, because a request may wait in the browser's autofill. */
export const challengeLifetimeMs = 10 * 60 * 1000
/** Open challenges of one session or interaction. A new one replaces the oldest. */
const maxOpen = 5

/** Stores a challenge that the browser is to sign. */
export async function saveChallenge(
  { realmDb, now }: MfaContext,
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
        .offset(maxOpen - 1),
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
  { realmDb, now }: MfaContext,
  challenge: string,
  { purpose, boundTo, userId }: ChallengeUse,
): Promise<boolean> {
  const challengeRow = await realmDb
    .deleteFrom('passkey_challenge')
    .where('challenge', '=', challenge)
    .returning(['purpose', 'bound_to', 'user_id', 'expires_at'])
    .executeTakeFirst()
  return (
    challengeRow !== undefined &&
    challengeRow.purpose === purpose &&
    challengeRow.bound_to === boundTo &&
    challengeRow.user_id === userId &&
    challengeRow.expires_at > now
  )
}
