import { createChallenge, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { Client } from '../../clients/client.ts'
import {
  type AltchaAnswer,
  type AltchaChallenge,
  altchaChallenge,
  challengeGoodForMs,
} from '../../contract/bot-check.ts'
import { derivedKey } from '../auth/encryption.ts'

/** Some half a second of a desk computer's work, some three of an old phone's; whoever writes meanwhile does not notice. */
const cost = 1_000
const stepsAtLeast = 400
export const stepsAtMost = 1_600

/** A challenge solved at one client is worth nothing at another. */
function keysOf(secret: string, client: Client) {
  const keyFor = (purpose: string) => derivedKey(secret, `${purpose} ${client.name}`).toString('base64url')
  return {
    hmacSignatureSecret: keyFor('bot check'),
    hmacKeySignatureSecret: keyFor('bot check solution'),
  }
}

/** A challenge of ALTCHA's protocol whose solution the server knows by one derivation of its own, and keeps nowhere. */
export async function newChallenge(secret: string, client: Client, now: Date): Promise<AltchaChallenge> {
  const challenge = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost,
    counter: randomInt(stepsAtMost, stepsAtLeast),
    deriveKey,
    expiresAt: new Date(now.getTime() + challengeGoodForMs),
    ...keysOf(secret, client),
  })
  return altchaChallenge.parse(challenge)
}

/**
 * Whether this solves a challenge of ours that is still good; null where it does not. What comes back names the challenge, for
 * using it once.
 */
export async function solvedChallenge(
  secret: string,
  client: Client,
  { challenge, solution }: AltchaAnswer,
  now: Date,
): Promise<{ id: string; until: Date } | null> {
  const until = new Date(challenge.parameters.expiresAt * 1000)
  if (until <= now) return null
  const { verified } = await verifySolution({ challenge, solution, deriveKey, ...keysOf(secret, client) })
  return verified ? { id: challenge.signature, until } : null
}
