import type { Kysely } from 'kysely'
import { generateSecret, generateURI, verify } from 'otplib'
import type { OneTimeCodeSetUp } from '../../../../contract/factors.ts'
import { cipherFor } from '../../../../server/auth/encryption.ts'
import type { DB } from '../../../../server/db/schema.ts'
import type { RequestedFactor } from './requested-factor.ts'

/** RFC 6238 as every app has it: SHA-1, six digits, 30 seconds; a clock may be one step off. */
const stepSeconds = 30
const toleranceSeconds = 30
/** How long a secret waits for its first code. */
const setUpLifetimeMs = 10 * 60 * 1000

/** A key of this person alone, so that a row that is put in another's place opens nothing. */
const cipherOf = ({ secret, client }: RequestedFactor, userId: string) =>
  cipherFor(secret, `one-time codes ${client.realm} ${userId}`)

/** Makes a secret, which counts as soon as a code of it has been shown. One that was begun before is dropped. */
export async function startOneTimeCode(
  asked: RequestedFactor,
  { userId, ssoId }: { userId: string; ssoId: string },
): Promise<OneTimeCodeSetUp> {
  const { realmDb, client, now } = asked
  const secret = generateSecret()
  await realmDb
    .deleteFrom('one_time_code')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is', null)
    .execute()
  const { one_time_code_id: setUpId } = await realmDb
    .insertInto('one_time_code')
    .values({ user_id: userId, encrypted_secret: cipherOf(asked, userId).encrypt(secret), created_at: now })
    .returning('one_time_code_id')
    .executeTakeFirstOrThrow()
  return {
    setUpId,
    uri: generateURI({ issuer: client.displayName, label: ssoId, secret, period: stepSeconds }),
    secret: secret.match(/.{1,4}/g)?.join(' ') ?? secret,
  }
}

/**
 * Takes the first code of a secret that was begun; former codes are of no more use. False where the code is not right.
 * `note` writes down, in the same transaction, that it was.
 */
export async function confirmOneTimeCode(
  asked: RequestedFactor,
  userId: string,
  { setUpId, code }: { setUpId: string; code: string },
  note: (trx: Kysely<DB>) => Promise<void>,
): Promise<boolean> {
  const { realmDb, now } = asked
  const begun = await realmDb
    .selectFrom('one_time_code')
    .select(['encrypted_secret'])
    .where('one_time_code_id', '=', setUpId)
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is', null)
    .where('created_at', '>', new Date(now.getTime() - setUpLifetimeMs))
    .executeTakeFirst()
  const step = begun ? await stepOf(asked, userId, begun.encrypted_secret, code) : null
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
    await note(tx)
    return true
  })
}

/** Whether the code is the person's of this moment, and later than the last one that was accepted. */
export async function checkOneTimeCode(
  asked: RequestedFactor,
  userId: string,
  code: string,
): Promise<boolean> {
  const { realmDb, now } = asked
  const known = await realmDb
    .selectFrom('one_time_code')
    .select(['one_time_code_id', 'encrypted_secret'])
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  const step = known ? await stepOf(asked, userId, known.encrypted_secret, code) : null
  if (!known || step === null) return false
  // RFC 6238, 5.2: a code is accepted once. Of two at the same moment, one finds the step still unused.
  const { numUpdatedRows } = await realmDb
    .updateTable('one_time_code')
    .set({ last_step: BigInt(step), last_used_at: now })
    .where('one_time_code_id', '=', known.one_time_code_id)
    .where('last_step', '<', BigInt(step))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** The time step whose code this is, among now and one either way; null where it is none's. Compared in constant time. */
async function stepOf(
  asked: RequestedFactor,
  userId: string,
  encryptedSecret: string,
  code: string,
): Promise<number | null> {
  const secret = cipherOf(asked, userId).open(encryptedSecret)
  if (secret === null) throw new Error('a secret of one-time codes cannot be opened')
  if (!/^\d{6}$/.test(code)) return null
  const epochSeconds = Math.floor(asked.now.getTime() / 1000)
  const found = await verify({
    secret,
    token: code,
    period: stepSeconds,
    epoch: epochSeconds,
    epochTolerance: toleranceSeconds,
  })
  return found.valid ? Math.floor(epochSeconds / stepSeconds) + found.delta : null
}
