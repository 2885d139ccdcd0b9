import type { Kysely } from 'kysely'
import { generateSecret, generateURI, verify } from 'otplib'
import type { OneTimeCodeSetUp } from '../../../../contract/factors.ts'
import { minuteMs } from '../../../../domain/durations.ts'
import { cipherFor } from '../../../../server/auth/encryption.ts'
import type { DB } from '../../../../server/db/schema.ts'
import type { MfaContext } from './mfa-context.ts'
import {
  confirmSecret,
  deleteUnconfirmed,
  findConfirmed,
  findUnconfirmed,
  insertSecret,
  markStepUsed,
} from './one-time-codes.queries.ts'

/** The RFC 6238 settings that every app supports: SHA-1, six digits, 30 seconds. A clock may be one step off. */
const stepSeconds = 30
const toleranceSeconds = 30
/** How long a new secret can be confirmed. */
const setUpLifetimeMs = 10 * minuteMs

/** Each person has their own key, so that a row copied to another person cannot be decrypted. */
const cipherOf = ({ secret, client }: MfaContext, userId: string) =>
  cipherFor(secret, `one-time codes ${client.realm} ${userId}`)

/** Creates a secret, which is valid once a code confirms it. Replaces a former unconfirmed one. */
export async function startOneTimeCode(
  mfa: MfaContext,
  { userId, ssoId }: { userId: string; ssoId: string },
): Promise<OneTimeCodeSetUp> {
  const { realmDb, client, now } = mfa
  const secret = generateSecret()
  await deleteUnconfirmed(realmDb, userId)
  const encrypted = cipherOf(mfa, userId).encrypt(secret)
  const setUpId = await insertSecret(realmDb, {
    user_id: userId,
    encrypted_secret: encrypted,
    created_at: now,
  })
  return {
    setUpId,
    uri: generateURI({ issuer: client.displayName, label: ssoId, secret, period: stepSeconds }),
    secret: secret.match(/.{1,4}/g)?.join(' ') ?? secret,
  }
}

/**
 * Confirms a new secret by its first code and deletes the former secret. Returns false for a wrong code. `record` runs in the
 * same transaction.
 */
export async function confirmOneTimeCode(
  mfa: MfaContext,
  userId: string,
  { setUpId, code }: { setUpId: string; code: string },
  record: (trx: Kysely<DB>) => Promise<void>,
): Promise<boolean> {
  const { realmDb, now } = mfa
  const createdAfter = new Date(now.getTime() - setUpLifetimeMs)
  const unconfirmed = await findUnconfirmed(realmDb, { userId, setUpId, createdAfter })
  const step = unconfirmed === undefined ? null : await stepOf(mfa, userId, unconfirmed, code)
  if (step === null) return false
  return realmDb.transaction().execute(async tx => {
    if (!(await confirmSecret(tx, userId, { setUpId, at: now, step: BigInt(step) }))) return false
    await record(tx)
    return true
  })
}

/** Accepts the person's current code if it is later than the last accepted one. */
export async function checkOneTimeCode(mfa: MfaContext, userId: string, code: string): Promise<boolean> {
  const { realmDb, now } = mfa
  const confirmed = await findConfirmed(realmDb, userId)
  const step = confirmed ? await stepOf(mfa, userId, confirmed.encrypted_secret, code) : null
  if (!confirmed || step === null) return false
  // RFC 6238, 5.2: a code is accepted once.
  return await markStepUsed(realmDb, confirmed.one_time_code_id, { step: BigInt(step), at: now })
}

/** The time step of the code: the current one or its neighbours; null if it matches none. Compares in constant time. */
async function stepOf(
  mfa: MfaContext,
  userId: string,
  encryptedSecret: string,
  code: string,
): Promise<number | null> {
  const secret = cipherOf(mfa, userId).decrypt(encryptedSecret)
  if (secret === null) throw new Error('a one-time code secret cannot be decrypted')
  if (!/^\d{6}$/.test(code)) return null
  const epochSeconds = Math.floor(mfa.now.getTime() / 1000)
  const result = await verify({
    secret,
    token: code,
    period: stepSeconds,
    epoch: epochSeconds,
    epochTolerance: toleranceSeconds,
  })
  return result.valid ? Math.floor(epochSeconds / stepSeconds) + result.delta : null
}
