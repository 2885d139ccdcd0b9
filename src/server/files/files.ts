/**
 * Stores files by key, in a folder or in an S3 bucket (docs/operate.md). This store holds only bytes; the database holds what a
 * file is and who may read it.
 */
export type Files = {
  /** Stores the bytes under the key. An existing file is replaced atomically. */
  put(key: FileKey, bytes: Uint8Array): Promise<void>
  /** The file's bytes; null if there is no such file. */
  get(key: FileKey): Promise<Buffer | null>
  /** The bytes from `start` up to and without `end`, fewer if the file is shorter; null if there is no such file. */
  getRange(key: FileKey, range: ByteRange): Promise<Buffer | null>
  /** Removes the file. It is no error if there is none, so that a removal can be repeated. */
  remove(key: FileKey): Promise<void>
}

/** From `start` up to and without `end`. */
export type ByteRange = { start: number; end: number }

declare const checked: unique symbol
export type FileKey = string & { readonly [checked]: true }

/** A part of a key contains nothing that is special in a path or a URL. */
const part = /^[a-z0-9][a-z0-9_-]{0,99}$/

/**
 * The key of a file that belongs to a realm: `npt/content-files/0192…`. Parts consist of lower-case letters, digits, hyphens and
 * underscores, so that no key leaves its realm.
 *
 * @throws Error for an invalid part. Keys must never be built from what a person typed.
 */
export function fileKey(realm: string, ...parts: [string, ...string[]]): FileKey {
  for (const each of [realm, ...parts])
    if (!part.test(each)) throw new Error(`${each} is not a valid part of a file key`)
  // Its parts were checked above.
  return [realm, ...parts].join('/') as FileKey
}
