import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { DB } from '../db/schema.ts'
import { decryptBytes } from './encrypted-bytes.ts'
import type { EncryptedFiles } from './encrypted-files.ts'
import { type EncryptedRow, type EncryptedTable, encryptedRows } from './encrypted-rows.queries.ts'
import { type FileKey, fileKey } from './files.ts'

/** Rows of vetting documents hold up to 25 MB each. */
const batchSize = 20

export type FileCheck = { checked: number; failed: { rowId: string; problem: string }[] }

type Checked = {
  /** Bound to the book or realm of the rows. */
  db: Kysely<DB>
  files: EncryptedFiles
  table: EncryptedTable
  /** The owner for which a row's data key was wrapped; of a file in the store, its key there. */
  ownerOf: (rowId: string) => string
  /** So many rows at random, at most twenty, instead of all. */
  sample?: number
}

/**
 * Reads everything that a table has encrypted: whether the server has the key, whether the bytes are there, and whether they are those
 * that were stored. Changes nothing.
 */
export async function checkFiles({ sample, ...rows }: Checked): Promise<FileCheck> {
  const { db, table } = rows
  const failed: FileCheck['failed'] = []
  let checked = 0
  let after: string | null = null
  for (;;) {
    const which = sample === undefined ? { after, limit: batchSize } : { sample: Math.min(sample, batchSize) }
    const batch: EncryptedRow[] = await encryptedRows(db, table, which)
    failed.push(...(await failuresOf(batch, rows)))
    checked += batch.length
    if (sample !== undefined) return { checked, failed }
    const last = batch.at(-1)
    if (!last) return { checked, failed }
    after = last.rowId
  }
}

/** A row that was removed while its bytes were read has no problem. */
async function failuresOf(
  batch: readonly EncryptedRow[],
  { db, files, table, ownerOf }: Omit<Checked, 'sample'>,
): Promise<FileCheck['failed']> {
  const failed: FileCheck['failed'] = []
  for (const row of batch) {
    const problem = await problemOf(row, ownerOf(row.rowId), files)
    if (problem !== null) failed.push({ rowId: row.rowId, problem })
  }
  if (failed.length === 0) return []
  const there = await encryptedRows(db, table, { rowIds: failed.map(({ rowId }) => rowId) })
  return failed.filter(({ rowId }) => there.some(row => row.rowId === rowId))
}

async function problemOf(row: EncryptedRow, owner: string, files: EncryptedFiles): Promise<string | null> {
  try {
    files.keys.unwrap(row.dataKey, owner)
  } catch {
    return `its key ${row.dataKey.keyId} is missing or does not match`
  }
  try {
    if ('ciphertext' in row) {
      decryptBytes(files.keys, owner, row)
      return null
    }
    const digest = createHash('sha256')
    for await (const part of files.read({ key: storedKey(owner), dataKey: row.dataKey, bytes: row.bytes }))
      digest.update(part)
    return digest.digest().equals(row.sha256) ? null : 'its bytes are not those that were stored'
  } catch (error) {
    return isMissing(error) ? 'its bytes are missing' : 'its bytes are damaged'
  }
}

/** The owner of a file in the store is its key there (tools/encrypted-tables.ts). */
function storedKey(owner: string): FileKey {
  const [bookOrRealm = '', folder = '', ...rest] = owner.split('/')
  return fileKey(bookOrRealm, folder, ...rest)
}

const isMissing = (error: unknown) =>
  error instanceof Error && /^the bytes of .* are missing$/.test(error.message)
