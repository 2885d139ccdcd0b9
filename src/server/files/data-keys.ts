import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/** The key of a file, encrypted with a key of the server. `keyId` names that key. */
export type WrappedKey = { keyId: string; wrapped: Buffer }

/** Keys of the server by id. The first encrypts new data keys; the others decrypt older ones until they are rotated. */
export type KeyRing = readonly { keyId: string; key: Buffer }[]

const dataKeyBytes = 32
const ivBytes = 12
const tagBytes = 16
/** Says how the rest is encrypted, should that ever change. */
const version = 1

export type DataKeys = {
  currentKeyId: string
  create(): Buffer
  /** `owner` is the file's key in the store: a wrapped key that was moved to another file cannot be decrypted. */
  wrap(dataKey: Buffer, owner: string): WrappedKey
  /** @throws Error if the server lacks the key or the wrapped key was altered. */
  unwrap(key: WrappedKey, owner: string): Buffer
}

/** Encrypts data keys by AES-256-GCM. */
export function dataKeysOf(ring: KeyRing): DataKeys {
  const [current] = ring
  if (!current) throw new Error('there is no key for documents')
  const byId = new Map(ring.map(({ keyId, key }) => [keyId, key]))
  return {
    currentKeyId: current.keyId,
    create: () => randomBytes(dataKeyBytes),
    wrap: (dataKey, owner) => {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv('aes-256-gcm', current.key, iv)
      cipher.setAAD(authenticated(current.keyId, owner))
      const wrapped = Buffer.concat([
        Buffer.from([version]),
        iv,
        cipher.update(dataKey),
        cipher.final(),
        cipher.getAuthTag(),
      ])
      return { keyId: current.keyId, wrapped }
    },
    unwrap: ({ keyId, wrapped }, owner) => {
      const key = byId.get(keyId)
      if (!key) throw new Error(`the server has no key ${keyId} for documents`)
      if (wrapped[0] !== version || wrapped.length !== 1 + ivBytes + dataKeyBytes + tagBytes)
        throw new Error('a wrapped key has an unknown format')
      const decipher = createDecipheriv('aes-256-gcm', key, wrapped.subarray(1, 1 + ivBytes), {
        authTagLength: tagBytes,
      })
      decipher.setAAD(authenticated(keyId, owner))
      decipher.setAuthTag(wrapped.subarray(-tagBytes))
      return Buffer.concat([decipher.update(wrapped.subarray(1 + ivBytes, -tagBytes)), decipher.final()])
    },
  }
}

const authenticated = (keyId: string, owner: string) => Buffer.from(`almoner data key ${keyId} ${owner}`)
