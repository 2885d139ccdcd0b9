import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** Derives the 32-byte key for one purpose from the root secret. */
export function derivedKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `almoner ${purpose}`, 32))
}

export type Cipher = {
  /** Returns authenticated ciphertext as base64url. */
  encrypt(text: string): string
  /** Returns the plain text; null if the text was altered or encrypted with another key. */
  decrypt(encrypted: string): string | null
}

const ivBytes = 12
const tagBytes = 16

/** AES-256-GCM with a key for this purpose only. */
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
    decrypt: encrypted => {
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
