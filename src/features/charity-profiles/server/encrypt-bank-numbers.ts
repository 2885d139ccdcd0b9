import type { DataKeys } from '../../../server/files/data-keys.ts'
import { decryptBytes, type EncryptedBytes, encryptBytes } from '../../../server/files/encrypted-bytes.ts'
import type { BankNumbers } from '../domain/bank-numbers.ts'

/** The owner of the key: a key or numbers that were moved to another row cannot be decrypted. */
export const ownerOf = (realm: string, detailsId: string): string => `bank-details/${realm}/${detailsId}`

/** Encrypts the numbers under a new data key. */
export const encryptBankNumbers = (keys: DataKeys, owner: string, numbers: BankNumbers): EncryptedBytes =>
  encryptBytes(keys, owner, Buffer.from(JSON.stringify(numbers)))

/** Decrypts the numbers for a payment. @throws Error if the numbers, their key or their owner are not those that were encrypted. */
export const decryptBankNumbers = (keys: DataKeys, owner: string, encrypted: EncryptedBytes): BankNumbers =>
  // Authenticated encryption: nothing else than encryptBankNumbers has written it.
  JSON.parse(decryptBytes(keys, owner, encrypted).toString('utf8')) as BankNumbers
