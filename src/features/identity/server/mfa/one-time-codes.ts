import type { Kysely } from 'kysely'
import { generateSecret, generateURI, verify } from 'otplib'
import type { OneTimeCodeSetUp } from '../../../../contract/factors.ts'
import { cipherFor } from '../../../../server/auth/encryption.ts'
import type { DB } from '../../../../server/db/schema.ts'
import type { MfaContext } from './mfa-context.ts'

/** The RFC 6238 settings that every app supports: SHA-1, six digits, 30 seconds. A clock may be one step off. */
const stepSeconds = 30
const toleranceSeconds = 30
/** How long a new secret can be confirmed. */
const setUpLifetimeMs = 10 * 60 * 1000

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
  await realmDb
    .deleteFrom('one_time_code')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is', null)
    .execute()
  const { one_time_code_id: setUpId } = await realmDb
    .insertInto('one_time_code')
    .values({ user_id: userId, encrypted_secret: cipherOf(mfa, userId).encrypt(secret), created_at: now })
    .returning('one_time_code_id')
    .executeTakeFirstOrThrow()
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
  const unconfirmed = await realmDb
    .selectFrom('one_time_code')
    .select(['encrypted_secret'])
    .where('one_time_code_id', '=', setUpId)
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is', null)
    .where('created_at', '>', new Date(now.getTime() - setUpLifetimeMs))
    .executeTakeFirst()
  const step = unconfirmed ? await stepOf(mfa, userId, unconfirmed.encrypted_secret, code) : null
  if (step === null) return false
  return realmDb.transaction().execute(async tx => {
    await tx
      .deleteFrom('one_time_code')
      .where('user_id', '=', userId)
      .where('one_time_code_id', '!=', setUpId)
      .execute()
    const { numUpdatedRows } = await tx
      .updateTable('one_time_code')
      .set({ confirmed_at: now, last_step: BigInt(step) })
      .where('one_time_code_id', '=', setUpId)
      .where('confirmed_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) return false
    await record(tx)
    return true
  })
}

/** Accepts the person's current code if it is later than the last accepted one. */
export async function checkOneTimeCode(mfa: MfaContext, userId: string, code: string): Promise<boolean> {
  const { realmDb, now } = mfa
  const confirmed = await realmDb
    .selectFrom('one_time_code')
    .select(['one_time_code_id', 'encrypted_secret'])
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  const step = confirmed ? await stepOf(mfa, userId, confirmed.encrypted_secret, code) : null
  if (!confirmed || step === null) return false
  // RFC 6238, 5.2: a code is accepted once. The condition also holds for concurrent calls.
  const { numUpdatedRows } = await realmDb
    .updateTable('one_time_code')
    .set({ last_step: BigInt(step), last_used_at: now })
    .where('one_time_code_id', '=', confirmed.one_time_code_id)
    .where('last_step', '<', BigInt(step))
    .executeTakeFirst()
  return numUpdatedRows === 1n
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
