import { type Kysely, type Selectable, sql } from 'kysely'
import type { BankFile, DB } from '../../../server/db/schema.ts'

/** The name of a bank file, and what identifies its bytes. */
export async function findStoredName(
  db: Kysely<DB>,
  bankFileId: string,
): Promise<Pick<Selectable<BankFile>, 'file_name' | 'file_hash'> | undefined> {
  return await db
    .selectFrom('bank_file')
    .select(['file_name', 'file_hash'])
    .where('bank_file_id', '=', bankFileId)
    .executeTakeFirst()
}

/** What is needed to read a stored bank file, without its bytes. */
export async function findStoredFile(db: Kysely<DB>, bankFileId: string) {
  return await db
    .selectFrom('bank_file')
    .select(['file_name', 'file_hash', 'key_id', 'data_key'])
    .select(sql<number>`octet_length(file_ciphertext)`.as('bytes'))
    .where('bank_file_id', '=', bankFileId)
    .executeTakeFirst()
}

const bytesAtOnce = 2 ** 20

/** The encrypted bytes of a bank file, some at a time, because a driver holds what it receives three times. */
export async function* readCiphertext(db: Kysely<DB>, bankFileId: string, bytes: number) {
  for (let from = 1; from <= bytes; from += bytesAtOnce) {
    const { part } = await db
      .selectFrom('bank_file')
      .select(sql<Buffer>`substring(file_ciphertext from ${from}::int for ${bytesAtOnce}::int)`.as('part'))
      .where('bank_file_id', '=', bankFileId)
      .executeTakeFirstOrThrow()
    yield part
  }
}
