import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** A key for one purpose, from the root of all keys; 32 bytes. */
export function derivedKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `almoner ${purpose}`, 32))
}

export type Cipher = {
  /** Text that only the same key can read and nobody can alter, as base64url. */
  encrypt(text: string): string
  /** What was sealed; null for anything that this key did not seal. */
  open(encrypted: string): string | null
}

const ivBytes = 12
const tagBytes = 16

/** AES-256-GCM under a key for this purpose alone. */
export function cipherFor(secret: string, purpose: string): Cipher {
  const key = derivedKey(secret, purpose)
  return {
    encrypt: text => {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv('aes-256-gcm', key, iv)
      return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString(
        'base64url',
      )
    },
    open: encrypted => {
      const bytes = Buffer.from(encrypted, 'base64url')
      if (bytes.length < ivBytes + tagBytes) return null
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes), {
        authTagLength: tagBytes,
      })
      decipher.setAuthTag(bytes.subarray(-tagBytes))
      try {
        const text = decipher.update(bytes.subarray(ivBytes, -tagBytes))
        return Buffer.concat([text, decipher.final()]).toString('utf8')
      } catch {
        return null
      }
    },
  }
}
