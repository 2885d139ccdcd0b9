import { createCipheriv, createDecipheriv } from 'node:crypto'
import type { DataKeys, WrappedKey } from '../../../server/files/data-keys.ts'
import type { BankNumbers } from '../domain/bank-numbers.ts'

export type SealedNumbers = { sealed: Buffer; dataKey: WrappedKey }

/** Whose key it is: a key or numbers that were moved to another row cannot be opened. */
export const ownerOf = (realm: string, detailsId: string): string => `bank-details/${realm}/${detailsId}`

const tagBytes = 16
/** The same for each, because a data key seals one row and is never used again. */
const nonce = Buffer.alloc(12)

/** Seals the numbers by AES-256-GCM under a new data key. */
export function sealBankNumbers(keys: DataKeys, owner: string, numbers: BankNumbers): SealedNumbers {
  const key = keys.create()
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  cipher.setAAD(Buffer.from(owner))
  const sealed = Buffer.concat([
    cipher.update(JSON.stringify(numbers), 'utf8'),
    cipher.final(),
    cipher.getAuthTag(),
  ])
  return { sealed, dataKey: keys.wrap(key, owner) }
}

/** Opens the numbers for a payment. @throws Error if they, their key or their owner are not those that were sealed. */
export function openBankNumbers(
  keys: DataKeys,
  owner: string,
  { sealed, dataKey }: SealedNumbers,
): BankNumbers {
  const decipher = createDecipheriv('aes-256-gcm', keys.unwrap(dataKey, owner), nonce, {
    authTagLength: tagBytes,
  })
  decipher.setAAD(Buffer.from(owner))
  decipher.setAuthTag(sealed.subarray(-tagBytes))
  const plain = Buffer.concat([decipher.update(sealed.subarray(0, -tagBytes)), decipher.final()])
  return JSON.parse(plain.toString('utf8')) as BankNumbers
}
