import type { PaymentSettings } from '../../../../clients/client.ts'
import type { IsoDate } from '../../../../domain/dates.ts'
import type { Currency } from '../../../../domain/money.ts'
import type { BankNumbers } from '../../../charity-profiles/domain/bank-numbers.ts'
import { bankName, hasLetterOrDigit } from '../../../charity-profiles/domain/bank-text.ts'

/** One payment of a file, in the order of their places. */
export type FilePayment = {
  place: number
  /** `GRANT-1000042`. */
  reference: string
  amountMinor: bigint
  payeeName: string
  payeeAddress: string | null
  numbers: BankNumbers
}

type Transfer<Format extends PaymentSettings['format']> = Extract<PaymentSettings, { format: Format }>

/** The input for a bank file. `made` is the sponsor's wall clock, `YYYY-MM-DDTHH:MM`. */
export type PaymentFile<Format extends PaymentSettings['format']> = {
  runNumber: number
  paymentOn: IsoDate
  made: string
  sponsor: string
  /** The sponsor's address, as written: `12 Acorn Yard, London WC1X 0XX`. */
  sponsorAddress: string
  currency: Currency
  settings: Transfer<Format>
  payments: readonly FilePayment[]
}

/** The digits, padded with zeros. @throws Error if there are more, or it is not a number. */
export function digits(value: bigint | number | string, length: number): string {
  const text = String(value)
  if (!/^\d+$/.test(text) || text.length > length) throw new Error(`${text} does not fit ${length} digits`)
  return text.padStart(length, '0')
}

/** A name in the characters of the format, padded with spaces. @throws Error if nothing of it is left, which the check of a run refuses first. */
export function nameField(name: string, format: 'nacha' | 'bacs18', length: number): string {
  const written = bankName(name, format).slice(0, length)
  if (!hasLetterOrDigit(written)) throw new Error('a name has no character that the bank can read')
  return written.trimEnd().padEnd(length)
}

/** Capital letters without accents, cut and padded with spaces; what the character set lacks becomes a space. */
export function letters(text: string, length: number, allowed: RegExp): string {
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toUpperCase()
  return [...plain]
    .map(character => (allowed.test(character) ? character : ' '))
    .join('')
    .slice(0, length)
    .padEnd(length)
}

/** @throws Error if the record has another length: a bank would refuse the whole file. */
export function record(text: string, length: number): string {
  if (text.length !== length) throw new Error(`a record has ${text.length} characters instead of ${length}`)
  return text
}

export const sumOf = (payments: readonly Pick<FilePayment, 'amountMinor'>[]): bigint =>
  payments.reduce((sum, { amountMinor }) => sum + amountMinor, 0n)

/** `1250.50`. */
export const decimal = (amountMinor: bigint): string =>
  `${amountMinor / 100n}.${String(amountMinor % 100n).padStart(2, '0')}`
