import { createHmac, randomInt } from 'node:crypto'
import type { Kysely } from 'kysely'
import { derivedKey } from '../../../../server/auth/encryption.ts'
import type { DB } from '../../../../server/db/schema.ts'
import { markCodeUsed, replaceCodes } from './backup-codes.queries.ts'
import type { MfaContext } from './mfa-context.ts'

const codeCount = 10
const groups = 3
const groupLength = 4
/** Without characters that look alike on paper. 31 characters give a code 59 bits. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'

/**
 * Creates ten single-use codes that replace the former ones. Returns them in plain text, only this once. `record` runs in the
 * same transaction.
 */
export async function makeBackupCodes(
  mfa: MfaContext,
  userId: string,
  record: (trx: Kysely<DB>) => Promise<void>,
): Promise<string[]> {
  const codes = new Set<string>()
  while (codes.size < codeCount) codes.add(randomCode())
  await mfa.realmDb.transaction().execute(async tx => {
    await replaceCodes(
      tx,
      userId,
      [...codes].map(code => ({ code_hash: hashOf(mfa, userId, code), created_at: mfa.now })),
    )
    await record(tx)
  })
  return [...codes].map(code => code.match(/.{4}/g)?.join('-') ?? code)
}

/** Consumes a backup code; true if it is an unused one of this person. */
export async function consumeBackupCode(mfa: MfaContext, userId: string, code: string): Promise<boolean> {
  return await markCodeUsed(mfa.realmDb, userId, { hash: hashOf(mfa, userId, code), at: mfa.now })
}

/** A keyed hash, so that the table reveals no code. It includes the person, so that equal codes of two people differ. */
function hashOf({ secret, client }: MfaContext, userId: string, code: string): Buffer {
  return createHmac('sha256', derivedKey(secret, `backup codes ${client.realm}`))
    .update(`${userId} ${code}`)
    .digest()
}

function randomCode(): string {
  return Array.from({ length: groups * groupLength }, () => alphabet[randomInt(alphabet.length)]).join('')
}
