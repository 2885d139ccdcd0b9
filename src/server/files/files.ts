/**
 * Where the program keeps files: by a key, whole, in a folder of its own or in an S3 bucket (docs/operate.md). What a file is, who
 * may have it and whether it still exists for anybody stands in the database; here lie bytes.
 */
export type Files = {
  /** Keeps the bytes under the key; what lay there before is replaced, wholly or not at all. */
  put(key: FileKey, bytes: Uint8Array): Promise<void>
  /** null: nothing lies there. */
  get(key: FileKey): Promise<Buffer | null>
  /** Nothing there is no error: a repeat finishes what was begun. */
  remove(key: FileKey): Promise<void>
}

declare const checked: unique symbol
export type FileKey = string & { readonly [checked]: true }

/** One part of a key: nothing that a path or an address would read as more than a name. */
const part = /^[a-z0-9][a-z0-9_-]{0,99}$/

/**
 * The key of something that belongs to a realm: `npt/content-files/0192…`. Each part is a name of small letters, digits,
 * hyphens and underscores, so that no key leads out of its realm.
 *
 * @throws Error for a part that is none; keys are made by the program, never from what somebody typed.
 */
export function fileKey(realm: string, ...parts: [string, ...string[]]): FileKey {
  for (const each of [realm, ...parts])
    if (!part.test(each)) throw new Error(`no part of a file key: ${each}`)
  return [realm, ...parts].join('/') as FileKey
}
