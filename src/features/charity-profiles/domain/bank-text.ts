import { asciiText } from '../../../domain/ascii-text.ts'

/** What the field of a name may contain, besides letters, and how long it is. */
type NameField = { refused: RegExp; maxLength: number; isUpperCase: boolean }

const nameFields = {
  nacha: { refused: /[^\x20-\x7e]/g, maxLength: 22, isUpperCase: true },
  bacs18: { refused: /[^A-Z0-9.\-/& ]/g, maxLength: 18, isUpperCase: true },
  // The characters that every scheme of ISO 20022 accepts, and no others.
  'pain.001': { refused: /[^a-zA-Z0-9/\-?:().,'+ ]/g, maxLength: 140, isUpperCase: false },
} as const satisfies Record<string, NameField>

export type BankFormat = keyof typeof nameFields

/** A text in the characters of a format, not cut. ISO 20022 fields neither begin nor end with `/`, and have no `//`. */
export function bankText(text: string, format: BankFormat): string {
  const { refused, isUpperCase } = nameFields[format]
  const ascii = isUpperCase ? asciiText(text).toUpperCase() : asciiText(text).replaceAll('&', '+')
  const spaced = ascii.replaceAll(refused, ' ').replaceAll(/ +/g, ' ')
  return (format === 'pain.001' ? withoutSlashes(spaced) : spaced).trim()
}

const withoutSlashes = (text: string) => text.replaceAll(/\/[/ ]*\//g, '/').replaceAll(/^[ /]+|[ /]+$/g, '')

/** A name as the bank reads it: at most as long as the field, and without blanks around it. Empty if nothing of it is left. */
export function bankName(name: string, format: BankFormat): string {
  return bankText(bankText(name, format).slice(0, nameFields[format].maxLength), format)
}

/** The name as the file for the bank has it, null where it does not differ. Case does not count: two of the formats have capital letters only. */
export function otherBankName(name: string, format: BankFormat): string | null {
  const written = bankName(name, format)
  return written.toUpperCase() === name.toUpperCase() ? null : written
}

/** Whether a text that a bank reads names anything. */
export const hasLetterOrDigit = (text: string): boolean => /[A-Z0-9]/i.test(text)
