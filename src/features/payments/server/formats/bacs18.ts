import { addDays, type IsoDate, isoDate } from '../../../../domain/dates.ts'
import { dayMs } from '../../../../domain/durations.ts'
import { digits, letters, nameField, type PaymentFile, record, sumOf } from './payment-file.ts'

const labelLength = 80
const paymentLength = 100
const allowed = /[A-Z0-9.\-/& ]/
const text = (value: string, length: number) => letters(value, length, allowed)
const spaces = (count: number) => ' '.repeat(count)

/** Bank credits, and the debit of the sponsor’s account that pays for them. */
const credit = '99'
const contra = '17'

/** A file of Bacs credits in Standard 18, for one processing day: labels of 80 characters, payments of 100. */
export function writeBacs18(file: PaymentFile<'bacs18'>): string {
  const { runNumber, made, paymentOn, sponsor, settings, payments } = file
  const user = digits(settings.serviceUserNumber, 6)
  const serial = text(`A${digits(runNumber % 100_000, 5)}`, 6)
  const own = `${digits(settings.sortCode, 6)}${digits(settings.accountNumber, 8)}`
  const total = sumOf(payments)
  const created = yearDay(isoDate(made.slice(0, 10)))
  const header = (label: string) => [
    `${label}1A${user}S  1${user}${serial}00010001${spaces(6)}${created}${yearDay(addDays(paymentOn, 1))} 000000${spaces(20)}`,
    `${label}2F0200000100${spaces(35)}00${spaces(28)}`,
  ]
  const movement = (to: string, code: string, amountMinor: bigint, reference: string, name: string) =>
    `${to}0${code}${own}${spaces(4)}${digits(amountMinor, 11)}${nameField(sponsor, 'bacs18', 18)}${text(reference, 18)}${nameField(name, 'bacs18', 18)}`
  const lines = [
    ...[
      `VOL1${serial}0${spaces(20)}${spaces(6)}${spaces(4)}${user}${spaces(4)}${spaces(28)}1`,
      ...header('HDR'),
      `UHL1${yearDay(paymentOn)}999999${spaces(4)}00000000${text('1 DAILY  001', 12)}${spaces(40)}`,
    ].map(label => record(label, labelLength)),
    ...[
      ...payments.map(({ numbers, amountMinor, reference, payeeName }) =>
        movement(`${numbers.bank}${numbers.account}`, credit, amountMinor, reference, payeeName),
      ),
      movement(own, contra, total, `CONTRA RUN ${runNumber}`, sponsor),
    ].map(payment => record(payment, paymentLength)),
    ...[
      ...header('EOF'),
      `UTL1${digits(total, 13)}${digits(total, 13)}${digits(1, 7)}${digits(payments.length, 7)}${spaces(36)}`,
    ].map(label => record(label, labelLength)),
  ]
  return `${lines.join('\r\n')}\r\n`
}

/** ` YYDDD`: the day of the year. */
function yearDay(date: IsoDate): string {
  const day = (Date.parse(date) - Date.parse(`${date.slice(0, 4)}-01-01`)) / dayMs + 1
  return ` ${date.slice(2, 4)}${digits(day, 3)}`
}
