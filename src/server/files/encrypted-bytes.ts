import { createCipheriv, createDecipheriv } from 'node:crypto'
import type { DataKeys, WrappedKey } from './data-keys.ts'

/** Bytes in a row of the database, encrypted by AES-256-GCM under a data key of their own. */
export type EncryptedBytes = { ciphertext: Buffer; dataKey: WrappedKey }

const tagBytes = 16
const bytesAtOnce = 64 * 1024
/** The same for all, because a data key encrypts one row and is never used again. */
const nonce = Buffer.alloc(12)

/** @param owner names the row: bytes or a key that were moved to another row cannot be decrypted. */
export function encryptBytes(keys: DataKeys, owner: string, plain: Uint8Array): EncryptedBytes {
  const key = keys.create()
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  cipher.setAAD(Buffer.from(owner))
  const ciphertext = Buffer.allocUnsafe(plain.length + tagBytes)
  // Some at a time, because the file of a bank may be large, and is not held a third time.
  for (let from = 0; from < plain.length; from += bytesAtOnce)
    cipher.update(plain.subarray(from, from + bytesAtOnce)).copy(ciphertext, from)
  cipher.final()
  cipher.getAuthTag().copy(ciphertext, plain.length)
  return { ciphertext, dataKey: keys.wrap(key, owner) }
}

/** @throws Error if the bytes, their key or their owner are not those that were encrypted. */
export function decryptBytes(keys: DataKeys, owner: string, { ciphertext, dataKey }: EncryptedBytes): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', keys.unwrap(dataKey, owner), nonce, {
    authTagLength: tagBytes,
  })
  decipher.setAAD(Buffer.from(owner))
  decipher.setAuthTag(ciphertext.subarray(-tagBytes))
  return Buffer.concat([decipher.update(ciphertext.subarray(0, -tagBytes)), decipher.final()])
}
