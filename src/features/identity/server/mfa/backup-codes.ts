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
 * Makes ten codes, each good once, in place of those that there were. They are told here and never again; `note` writes
 * down, in the same transaction, that they were made.
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

/** Whether the code is one of the person's that was not used before; it is used by being asked for. */
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
