import { asciiText } from '../../../../domain/ascii-text.ts'
import type { IsoDate } from '../../../../domain/dates.ts'
import type { PositivePayLayout } from '../../../../domain/positive-pay.ts'
import { decimal, digits, record } from './payment-file.ts'

/** What the bank is told about a cheque. `voidedOn`: null for one that it shall pay. */
export type PositivePayItem = {
  chequeNumber: bigint
  amountMinor: bigint
  payeeName: string
  issuedOn: IsoDate
  voidedOn: IsoDate | null
}

/** The largest number and amount that a layout has room for; the amount with two implied decimals. */
type Layout = {
  mediaType: string
  extension: string
  chequeDigits: number
  amountDigits: number
  write: (item: PositivePayItem, accountNumber: string) => string
  lineEnd: string
}

const recordLength = 79
const monthFirst = (date: IsoDate) => `${date.slice(5, 7)}${date.slice(8, 10)}${date.slice(0, 4)}`
/** A payee without what separates or quotes the columns of a file. */
const payee = (name: string, length: number) =>
  asciiText(name)
    .replaceAll(/[^A-Za-z0-9 .&'()/-]/g, ' ')
    .replaceAll(/ +/g, ' ')
    .trim()
    .toUpperCase()
    .slice(0, length)
    .trimEnd()

/**
 * The layouts that their banks publish for files of issued cheques. First American Bank: records of 79 characters without header and trailer.
 * Chase: comma-separated values without a heading. Neither says its totals, so the page does.
 */
const layouts: Readonly<Record<PositivePayLayout, Layout>> = {
  'first-american': {
    mediaType: 'text/plain; charset=us-ascii',
    extension: 'txt',
    chequeDigits: 10,
    amountDigits: 10,
    lineEnd: '\r\n',
    write: ({ chequeNumber, amountMinor, payeeName, issuedOn, voidedOn }, accountNumber) =>
      record(
        [
          digits(accountNumber, 11),
          digits(chequeNumber, 10),
          monthFirst(issuedOn),
          digits(amountMinor, 10),
          payee(payeeName, 30).padEnd(30),
          voidedOn === null ? ' '.repeat(10) : ` V${monthFirst(voidedOn)}`,
        ].join(''),
        recordLength,
      ),
  },
  chase: {
    mediaType: 'text/csv; charset=us-ascii',
    extension: 'csv',
    chequeDigits: 12,
    amountDigits: 12,
    lineEnd: '\r\n',
    write: ({ chequeNumber, amountMinor, payeeName, issuedOn, voidedOn }, accountNumber) => {
      const day = monthFirst(issuedOn)
      return [
        voidedOn === null ? 'I' : 'C',
        accountNumber,
        String(chequeNumber),
        `${day.slice(0, 4)}${day.slice(6)}`,
        decimal(amountMinor),
        payee(payeeName, 40),
      ].join(',')
    },
  },
}

/** What a file in this layout is called and sent as. */
export const positivePayFileType = (layout: PositivePayLayout): Pick<Layout, 'mediaType' | 'extension'> =>
  layouts[layout]

/** Whether the layout has room for the number and the amount of a cheque. */
export function fitsPositivePay(
  { chequeNumber, amountMinor }: Pick<PositivePayItem, 'chequeNumber' | 'amountMinor'>,
  layout: PositivePayLayout,
): boolean {
  const { chequeDigits, amountDigits } = layouts[layout]
  return String(chequeNumber).length <= chequeDigits && String(amountMinor).length <= amountDigits
}

/** @throws Error for an account, a number or an amount that the layout has no room for. */
export function writePositivePay(
  items: readonly PositivePayItem[],
  { layout, accountNumber }: { layout: PositivePayLayout; accountNumber: string },
): string {
  const { write, lineEnd } = layouts[layout]
  return items.map(item => `${write(item, accountNumber)}${lineEnd}`).join('')
}
