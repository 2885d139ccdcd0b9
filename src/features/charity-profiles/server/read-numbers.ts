import type { Kysely } from 'kysely'
import type { DB } from '../../../server/db/schema.ts'
import type { DataKeys } from '../../../server/files/data-keys.ts'
import type { BankNumbers } from '../domain/bank-numbers.ts'
import { type EncryptedNumbers, listNumbers } from './bank-details.queries.ts'
import { decryptBankNumbers, ownerOf } from './encrypt-bank-numbers.ts'

type Keyed = { keys: DataKeys; realm: string }

/** Reads details of any state by their ids. Returns by id the numbers, or null for details that are unknown or cannot be decrypted. */
export async function readNumbers(
  realmDb: Kysely<DB>,
  detailsIds: readonly string[],
  keyed: Keyed,
): Promise<(detailsId: string) => BankNumbers | null> {
  const rows = new Map((await listNumbers(realmDb, detailsIds)).map(row => [row.details_id, row]))
  return detailsId => {
    const row = rows.get(detailsId)
    return row === undefined ? null : openNumbers(row, keyed)
  }
}

/** The numbers of a row; null if they cannot be decrypted, because their key is missing or the row was altered. */
export function openNumbers(row: EncryptedNumbers, { keys, realm }: Keyed): BankNumbers | null {
  const dataKey = { keyId: row.key_id, wrapped: row.data_key }
  try {
    return decryptBankNumbers(keys, ownerOf(realm, row.details_id), { ciphertext: row.ciphertext, dataKey })
  } catch {
    return null
  }
}
