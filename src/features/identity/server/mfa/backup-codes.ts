import { createHmac, randomInt } from 'node:crypto'
import type { Kysely } from 'kysely'
import { derivedKey } from '../../../../server/auth/encryption.ts'
import type { DB } from '../../../../server/db/schema.ts'
import type { RequestedFactor } from './requested-factor.ts'

const codesMade = 10
const groups = 3
const groupLength = 4
/** Without the letters and digits that are taken for each other on paper; 31 of them: 59 bits a code. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'

/**
 * Creates ten single-use codes that replace the former ones. Returns them in plain text, only this once. `note` records it in
 * the same transaction.
 */
export async function makeBackupCodes(
  asked: RequestedFactor,
  userId: string,
  note: (trx: Kysely<DB>) => Promise<void>,
): Promise<string[]> {
  const codes = new Set<string>()
  while (codes.size < codesMade) codes.add(randomCode())
  await asked.realmDb.transaction().execute(async tx => {
    await tx.deleteFrom('backup_code').where('user_id', '=', userId).execute()
    await tx
      .insertInto('backup_code')
      .values(
        [...codes].map(code => ({
          user_id: userId,
          code_hash: hashOf(asked, userId, code),
          created_at: asked.now,
        })),
      )
      .execute()
    await note(tx)
  })
  return [...codes].map(code => code.match(/.{4}/g)?.join('-') ?? code)
}

/** Consumes a backup code; true if it is an unused one of this person. */
export async function consumeBackupCode(
  asked: RequestedFactor,
  userId: string,
  code: string,
): Promise<boolean> {
  const { numUpdatedRows } = await asked.realmDb
    .updateTable('backup_code')
    .set({ used_at: asked.now })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashOf(asked, userId, code))
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Keyed, so that the table alone gives no code away; by person, so that equal codes of two look different. */
function hashOf({ secret, client }: RequestedFactor, userId: string, code: string): Buffer {
  return createHmac('sha256', derivedKey(secret, `backup codes ${client.realm}`))
    .update(`${userId} ${code}`)
    .digest()
}

function randomCode(): string {
  return Array.from({ length: groups * groupLength }, () => alphabet[randomInt(alphabet.length)]).join('')
}
