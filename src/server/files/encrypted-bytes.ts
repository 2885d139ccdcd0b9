import { createCipheriv, createDecipheriv } from 'node:crypto'
import { createPauses } from '../heavy-work/pauses.ts'
import type { DataKeys, WrappedKey } from './data-keys.ts'

/** Bytes in a row of the database, encrypted by AES-256-GCM under a data key of their own. */
export type EncryptedBytes = { ciphertext: Buffer; dataKey: WrappedKey }

const tagBytes = 16
const bytesAtOnce = 64 * 1024
/** The same for all, because a data key encrypts one row and is never used again. */
const nonce = Buffer.alloc(12)

/** @param owner names the row: bytes or a key that were moved to another row cannot be decrypted. */
export function encryptBytes(keys: DataKeys, owner: string, plain: Uint8Array): EncryptedBytes {
  const parts = encryptInParts(keys, owner, plain)
  for (let part = parts.next(); ; part = parts.next()) if (part.done) return part.value
}

/** As encryptBytes, for bytes of which there may be so many that other requests would have to wait. */
export async function encryptManyBytes(
  keys: DataKeys,
  owner: string,
  plain: Uint8Array,
): Promise<EncryptedBytes> {
  const pauses = createPauses()
  const parts = encryptInParts(keys, owner, plain)
  for (let part = parts.next(); ; part = parts.next()) {
    if (part.done) return part.value
    if (pauses.isDue()) await pauses.pause()
  }
}

/** Some at a time, because the file of a bank may be large, and is not held a third time. */
function* encryptInParts(
  keys: DataKeys,
  owner: string,
  plain: Uint8Array,
): Generator<undefined, EncryptedBytes, void> {
  const key = keys.create()
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  cipher.setAAD(Buffer.from(owner))
  const ciphertext = Buffer.allocUnsafe(plain.length + tagBytes)
  for (let from = 0; from < plain.length; from += bytesAtOnce) {
    cipher.update(plain.subarray(from, from + bytesAtOnce)).copy(ciphertext, from)
    yield
  }
  cipher.final()
  cipher.getAuthTag().copy(ciphertext, plain.length)
  return { ciphertext, dataKey: keys.wrap(key, owner) }
}

export function decryptBytes(keys: DataKeys, owner: string, { ciphertext, dataKey }: EncryptedBytes): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', keys.unwrap(dataKey, owner), nonce, {
    authTagLength: tagBytes,
  })
  decipher.setAAD(Buffer.from(owner))
  decipher.setAuthTag(ciphertext.subarray(-tagBytes))
  return Buffer.concat([decipher.update(ciphertext.subarray(0, -tagBytes)), decipher.final()])
}

/** The ciphertext of many bytes in the order in which it is read. */
export type CiphertextParts = { length: number; dataKey: WrappedKey; parts: AsyncIterable<Uint8Array> }

/** As decryptBytes, for bytes of which there may be many: they are read in parts, and none are given before all were verified. */
export async function decryptManyBytes(
  keys: DataKeys,
  owner: string,
  { length, dataKey, parts }: CiphertextParts,
): Promise<Buffer<ArrayBuffer>> {
  const decipher = createDecipheriv('aes-256-gcm', keys.unwrap(dataKey, owner), nonce, {
    authTagLength: tagBytes,
  })
  decipher.setAAD(Buffer.from(owner))
  const plain = Buffer.allocUnsafeSlow(length - tagBytes)
  const tag = Buffer.alloc(tagBytes)
  let at = 0
  for await (const part of parts) {
    const ofTag = Math.max(0, at + part.length - plain.length)
    const ofPlain = part.length - Math.min(part.length, ofTag)
    decipher.update(part.subarray(0, ofPlain)).copy(plain, at)
    Buffer.from(part.subarray(ofPlain)).copy(tag, Math.max(0, at - plain.length))
    at += part.length
  }
  if (at !== length) throw new Error('a stored file is not as long as it says')
  decipher.setAuthTag(tag)
  decipher.final()
  return plain
}
