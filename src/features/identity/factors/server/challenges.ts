import { minuteMs } from '../../../../domain/durations.ts'
import {
  deleteChallenge,
  deleteExpiredChallenges,
  deleteOldestChallenges,
  insertChallenge,
} from './challenges.queries.ts'
import type { MfaContext } from './mfa-context.ts'

export type ChallengeUse = {
  purpose: 'add' | 'sign-in' | 'step-up'
  /** The session or interaction of the request. */
  boundTo: string
  /** Null: the passkey identifies the person. */
  userId: string | null
}

/** The lifetime of an interaction, because a request may wait in the browser's autofill. */
export const challengeLifetimeMs = 10 * minuteMs
/** Open challenges of one session or interaction. A new one replaces the oldest. */
const maxOpen = 5

/** Stores a challenge that the browser is to sign. */
export async function saveChallenge(
  { realmDb, now }: MfaContext,
  challenge: string,
  { purpose, boundTo, userId }: ChallengeUse,
): Promise<void> {
  await deleteExpiredChallenges(realmDb, now)
  await deleteOldestChallenges(realmDb, boundTo, maxOpen - 1)
  await insertChallenge(realmDb, {
    challenge,
    purpose,
    bound_to: boundTo,
    user_id: userId,
    expires_at: new Date(now.getTime() + challengeLifetimeMs),
  })
}

/**
 * Consumes the challenge; true if it was created for this use and has not expired. Of two concurrent calls one gets true.
 */
export async function consumeChallenge(
  { realmDb, now }: MfaContext,
  challenge: string,
  { purpose, boundTo, userId }: ChallengeUse,
): Promise<boolean> {
  const challengeRow = await deleteChallenge(realmDb, challenge)
  return (
    challengeRow !== undefined &&
    challengeRow.purpose === purpose &&
    challengeRow.bound_to === boundTo &&
    challengeRow.user_id === userId &&
    challengeRow.expires_at > now
  )
}
