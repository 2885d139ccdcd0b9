import { type AccountKind, kindOf } from '../../../charity-profiles/domain/bank-numbers.ts'
import {
  decimal,
  digits,
  type FilePayment,
  letters,
  nameField,
  type PaymentFile,
  record,
  sumOf,
} from './payment-file.ts'

const recordLength = 94
const recordsPerBlock = 10
const ascii = /[\x20-\x7e]/
const text = (value: string, length: number) => letters(value, length, ascii)
const hashLimit = 10_000_000_000n
const modifiers = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

/**
 * A file of ACH credits in the format of the Nacha Operating Rules (appendix 3): one batch of corporate credits (CCD), each with an addenda
 * record that names the grant. 94 characters a record, ten records a block.
 */
export function writeNacha(file: PaymentFile<'nacha'>): string {
  const { settings, sponsor, payments } = file
  const odfi = settings.routingNumber.slice(0, 8)
  const batchNumber = digits(1, 7)
  const entries = payments.flatMap(payment => entryRecords(payment, odfi))
  const hash = payments.reduce((sum, { numbers }) => sum + BigInt(numbers.bank.slice(0, 8)), 0n)
  const totals = `${digits(hash % hashLimit, 10)}${digits(0, 12)}${digits(sumOf(payments), 12)}`
  const records = [
    fileHeader(file),
    `5220${nameField(sponsor, 'nacha', 16)}${' '.repeat(20)}${text(settings.companyId, 10)}CCD${text('GRANTS', 10)}${shortDate(file.made)}${shortDate(file.paymentOn)}   1${odfi}${batchNumber}`,
    ...entries,
    `8220${digits(entries.length, 6)}${totals}${text(settings.companyId, 10)}${' '.repeat(25)}${odfi}${batchNumber}`,
  ]
  const blocks = Math.ceil((records.length + 1) / recordsPerBlock)
  records.push(`9${digits(1, 6)}${digits(blocks, 6)}${digits(entries.length, 8)}${totals}${' '.repeat(39)}`)
  while (records.length % recordsPerBlock !== 0) records.push('9'.repeat(recordLength))
  return `${records.map(each => record(each, recordLength)).join('\n')}\n`
}

/** The modifier tells the files of one day apart. */
function fileHeader({ runNumber, made, sponsor, settings }: PaymentFile<'nacha'>): string {
  const modifier = modifiers[runNumber % modifiers.length]
  return `101${settings.routingNumber.padStart(10)}${settings.companyId.padStart(10)}${shortDate(made)}${made.slice(11, 13)}${made.slice(14, 16)}${modifier}094101${text(settings.bankName, 23)}${nameField(sponsor, 'nacha', 22)} ${' '.repeat(8)}`
}

/** Transaction codes of credits. */
const creditCodes = { checking: '22', savings: '32' } as const satisfies Record<AccountKind, string>

/** A credit to a checking or savings account, and the remittance segment of X12 820 that names what it is for. */
function entryRecords({ place, reference, amountMinor, payeeName, numbers }: FilePayment, odfi: string) {
  const trace = digits(place, 7)
  return [
    `6${creditCodes[kindOf(numbers)]}${numbers.bank}${text(numbers.account, 17)}${digits(amountMinor, 10)}${text(reference, 15)}${nameField(payeeName, 'nacha', 22)}  1${odfi}${trace}`,
    `705${text(`RMR*ZZ*${reference}**${decimal(amountMinor)}\\`, 80)}${digits(1, 4)}${trace}`,
  ]
}

/** `YYMMDD`. */
const shortDate = (date: string) => date.slice(2, 10).replaceAll('-', '')
