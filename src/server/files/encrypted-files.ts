import { createCipheriv, createDecipheriv } from 'node:crypto'
import { type DataKeys, dataKeysOf, type KeyRing, type WrappedKey } from './data-keys.ts'
import type { ByteRange, FileKey, Files } from './files.ts'

export const chunkBytes = 64 * 1024
const tagBytes = 16
const storedChunkBytes = chunkBytes + tagBytes
/** How many chunks are read from the store at a time: 1 MB. */
const chunksPerRead = 16

/** A file whose bytes are in the store. */
export type EncryptedFile = { key: FileKey; dataKey: WrappedKey; bytes: number }

/**
 * Files that are encrypted at rest (docs/decisions/0034-account-documents.md): AES-256-GCM in chunks of 64 KB, under one key per file.
 * The key's number and whether it is the last chunk are part of each nonce, so chunks cannot be swapped, dropped or repeated.
 */
export type EncryptedFiles = {
  keys: DataKeys
  /** A new key for a file, to be committed in its row before `put`. */
  createKey(key: FileKey): WrappedKey
  put(file: { key: FileKey; dataKey: WrappedKey }, plain: Uint8Array): Promise<void>
  /** Decrypts only the chunks of the range. Throws if the bytes are missing or were altered. */
  read(file: EncryptedFile, range?: ByteRange): AsyncGenerator<Buffer>
  remove(key: FileKey): Promise<void>
}

export function encryptedFiles(files: Files, ring: KeyRing): EncryptedFiles {
  const keys = dataKeysOf(ring)
  return {
    keys,
    createKey: key => keys.wrap(keys.create(), key),
    put: (file, plain) => files.put(file.key, encrypt(plain, keys.unwrap(file.dataKey, file.key))),
    read: (file, range = { start: 0, end: file.bytes }) =>
      decryptRange(files, file, { dataKey: keys.unwrap(file.dataKey, file.key), range }),
    remove: key => files.remove(key),
  }
}

/** Never the same twice for one key, because a key encrypts one file and is never used again. */
function nonceOf(chunk: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUInt32BE(chunk, 7)
  nonce.writeUInt8(isLast ? 1 : 0, 11)
  return nonce
}

const lastChunkOf = (bytes: number) => Math.max(0, Math.ceil(bytes / chunkBytes) - 1)

function encrypt(plain: Uint8Array, dataKey: Buffer): Buffer {
  const last = lastChunkOf(plain.length)
  const parts: Buffer[] = []
  for (let chunk = 0; chunk <= last; chunk += 1) {
    const cipher = createCipheriv('aes-256-gcm', dataKey, nonceOf(chunk, chunk === last))
    const part = plain.subarray(chunk * chunkBytes, (chunk + 1) * chunkBytes)
    parts.push(cipher.update(part), cipher.final(), cipher.getAuthTag())
  }
  return Buffer.concat(parts)
}

function decrypt(stored: Buffer, dataKey: Buffer, nonce: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', dataKey, nonce, { authTagLength: tagBytes })
  decipher.setAuthTag(stored.subarray(-tagBytes))
  return Buffer.concat([decipher.update(stored.subarray(0, -tagBytes)), decipher.final()])
}

async function* decryptRange(
  files: Files,
  { key, bytes }: EncryptedFile,
  { dataKey, range }: { dataKey: Buffer; range: ByteRange },
): AsyncGenerator<Buffer> {
  const last = lastChunkOf(bytes)
  const lastOfRange = Math.floor((range.end - 1) / chunkBytes)
  for (let first = Math.floor(range.start / chunkBytes); first <= lastOfRange; first += chunksPerRead) {
    const count = Math.min(chunksPerRead, lastOfRange - first + 1)
    const stored = await files.getRange(key, {
      start: first * storedChunkBytes,
      end: (first + count) * storedChunkBytes,
    })
    if (!stored) throw new Error(`the bytes of ${key} are missing`)
    for (let at = 0; at < count; at += 1) {
      const chunk = first + at
      const part = stored.subarray(at * storedChunkBytes, (at + 1) * storedChunkBytes)
      if (part.length <= tagBytes) throw new Error(`the bytes of ${key} are incomplete`)
      const plain = decrypt(part, dataKey, nonceOf(chunk, chunk === last))
      const start = Math.max(0, range.start - chunk * chunkBytes)
      yield plain.subarray(start, Math.min(plain.length, range.end - chunk * chunkBytes))
    }
  }
}
