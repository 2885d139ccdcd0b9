import { createChallenge, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { Client } from '../../clients/client.ts'
import {
  type AltchaAnswer,
  type AltchaChallenge,
  altchaChallenge,
  challengeUsableMs,
} from '../../contract/bot-check.ts'
import { derivedKey } from '../auth/encryption.ts'

/** About half a second of work on a desktop computer and three seconds on an old phone, while the visitor writes. */
const cost = 1_000
const minSteps = 400
export const maxSteps = 1_600

/** Keys for each client, so that a challenge solved at one client is invalid at another. */
function keysOf(secret: string, client: Client) {
  const keyFor = (purpose: string) => derivedKey(secret, `${purpose} ${client.name}`).toString('base64url')
  return {
    hmacSignatureSecret: keyFor('bot check'),
    hmacKeySignatureSecret: keyFor('bot check solution'),
  }
}

/** Issues an ALTCHA challenge. The server stores nothing: verifying a solution takes one key derivation. */
export async function issueChallenge(secret: string, client: Client, now: Date): Promise<AltchaChallenge> {
  const challenge = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost,
    counter: randomInt(maxSteps, minSteps),
    deriveKey,
    expiresAt: new Date(now.getTime() + challengeUsableMs),
    ...keysOf(secret, client),
  })
  return altchaChallenge.parse(challenge)
}

/**
 * Verifies the solution of a challenge of this client that has not expired.
 *
 * @returns the id and expiry of the challenge, with which the caller prevents replays; null if the solution is invalid.
 */
export async function verifyChallenge(
  secret: string,
  client: Client,
  { challenge, solution }: AltchaAnswer,
  now: Date,
): Promise<{ id: string; expiresAt: Date } | null> {
  const expiresAt = new Date(challenge.parameters.expiresAt * 1000)
  if (expiresAt <= now) return null
  const { verified } = await verifySolution({ challenge, solution, deriveKey, ...keysOf(secret, client) })
  return verified ? { id: challenge.signature, expiresAt } : null
}
