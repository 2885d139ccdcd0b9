import type { Kysely } from 'kysely'
import type { DB } from '../db/schema.ts'
import type { DataKeys, WrappedKey } from './data-keys.ts'
import { type EncryptedTable, replaceDataKey, rowsWithOldKeys } from './encrypted-rows.queries.ts'

const batchSize = 200

export type Rotation = { rotated: number; failed: { rowId: string; keyId: string }[] }

type Encrypted = {
  /** Bound to the book or realm of the rows. */
  db: Kysely<DB>
  keys: DataKeys
  table: EncryptedTable
  /** The owner for which a row's data key was wrapped. */
  ownerOf: (rowId: string) => string
  /** Records in `trx`, the transaction of their change, how many keys were replaced; a command of an operator records it. */
  record?: (trx: Kysely<DB>, rotated: number) => Promise<void>
}

/**
 * Encrypts the data keys of a table with the current key of the server. The files themselves stay as they are. Safe to run while the
 * portal runs, and to repeat after an interruption.
 *
 * @returns how many were rotated, and those whose key the server does not have or cannot use.
 */
export async function rotateKeys({ db, keys, table, ownerOf, record }: Encrypted): Promise<Rotation> {
  const failed: Rotation['failed'] = []
  let rotated = 0
  let after: string | null = null
  for (;;) {
    const batch = await rowsWithOldKeys(db, table, {
      currentKeyId: keys.currentKeyId,
      after,
      limit: batchSize,
    })
    const replaced = await db.transaction().execute(async trx => {
      let count = 0
      for (const { rowId, former } of batch) {
        const next = rewrap(keys, former, ownerOf(rowId))
        if (next === null) failed.push({ rowId, keyId: former.keyId })
        else if (await replaceDataKey(trx, table, { rowId, former, next })) count += 1
      }
      if (count > 0) await record?.(trx, count)
      return count
    })
    rotated += replaced
    const last = batch.at(-1)
    if (!last) return { rotated, failed }
    after = last.rowId
  }
}

function rewrap(keys: DataKeys, former: WrappedKey, owner: string): WrappedKey | null {
  try {
    return keys.wrap(keys.unwrap(former, owner), owner)
  } catch {
    return null
  }
}
