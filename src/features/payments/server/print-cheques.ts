import type { Client } from '../../../clients/client.ts'
import { formatDate, type IsoDate } from '../../../domain/dates.ts'
import { localEnglish } from '../../../domain/local-english.ts'
import { type Currency, formatMoney } from '../../../domain/money.ts'
import type { Requester } from '../../../server/heavy-work/fair-queue.ts'
import { drawPdf } from '../../../server/pdf/draw-pdf.ts'
import type { PlacedPage, PlacedText } from '../../../server/pdf/placed-page.ts'
import type { GrantVoucher } from '../../grants/domain/grant-letter.ts'
import { amountInWords } from '../domain/amount-in-words.ts'
import { linesOfAddress } from './payment-letter.ts'

/** A cheque with its voucher. */
export type ChequeToPrint = {
  number: string
  payeeName: string
  payeeAddress: string | null
  amountMinor: bigint
  paymentOn: IsoDate
  reference: string
  grantNumber: string
  voucher: GrantVoucher
}

type ChequesPdf = { client: Client; title: string; createdAt: Date }

/** The most cheques in one document. */
export const chequesPerFile = 500

/**
 * Cheques for paper of 8.5 by 11 inches that the bank or its printer has prepared: the cheque at the top, below it the payee’s voucher and the
 * copy for the file. The paper has the sponsor’s and the bank’s name, the number and the MICR line; nothing is printed in their places. Equal
 * cheques give equal bytes.
 */
export async function writeCheques(
  cheques: readonly ChequeToPrint[],
  { client, title, createdAt }: ChequesPdf,
  requester: Requester,
): Promise<Uint8Array> {
  return await drawPdf(
    {
      title,
      text: [],
      pages: cheques.map(cheque => pageOf(cheque, client)),
      paper: 'LETTER',
      client,
      origin: '',
      versionOf: null,
      createdAt,
      maxPages: cheques.length,
    },
    requester,
  )
}

/** A third of the page each, in points. The lowest five eighths of an inch of the cheque stay clear for the MICR line. */
const tops = { payeeCopy: 252, fileCopy: 522 } as const
const leftPt = 36
const rightPt = 576
const signature = { fromPt: 366, toPt: rightPt, yPt: 190 } as const
/** The most lines of the address in the window of an envelope. */
const maxAddressLines = 4

function pageOf(cheque: ChequeToPrint, client: Client): PlacedPage {
  const { locale, book } = client
  return {
    texts: [
      ...chequeTexts(cheque, { locale, currency: book.currency }),
      ...voucherTexts(cheque, { client, topPt: tops.payeeCopy, title: 'Payee’s copy' }),
      ...voucherTexts(cheque, { client, topPt: tops.fileCopy, title: 'File copy' }),
    ],
    rules: [signature],
  }
}

/** Figures and words that begin and end with asterisks leave no room for others. */
const guard = '**'

function chequeTexts(
  { payeeName, payeeAddress, amountMinor, paymentOn, reference }: ChequeToPrint,
  { locale, currency }: { locale: string; currency: Currency },
): PlacedText[] {
  const address = payeeAddress === null ? [] : linesOfAddress(payeeAddress)
  const kept = address.slice(0, maxAddressLines - 1)
  const rest = address.slice(maxAddressLines - 1).join(', ')
  const figures = formatMoney(amountMinor, currency, locale, { symbol: false })
  return [
    {
      ...{ xPt: 456, yPt: 56, widthPt: 120, sizePt: 10.5, isAtEnd: true },
      text: formatDate(paymentOn, locale),
    },
    { ...{ xPt: leftPt, yPt: 87, widthPt: 78, sizePt: 7.5, isQuiet: true }, text: 'Pay to the order of' },
    { ...{ xPt: 118, yPt: 84, widthPt: 330, sizePt: 11, face: 'strong', shrinks: true }, text: payeeName },
    {
      ...{ xPt: 456, yPt: 84, widthPt: 120, sizePt: 11, face: 'strong', isAtEnd: true, shrinks: true },
      text: `$${guard}${figures}`,
    },
    {
      ...{ xPt: leftPt, yPt: 108, widthPt: 490, sizePt: 10.5, shrinks: true },
      text: `${guard}${amountInWords(amountMinor)}${guard}`,
    },
    {
      ...{ xPt: 536, yPt: 110, widthPt: 40, sizePt: 7.5, isQuiet: true, isAtEnd: true },
      text: 'Dollars',
    },
    {
      ...{ xPt: 63, yPt: 128, widthPt: 300, sizePt: 9, shrinks: true },
      text: [payeeName, ...kept, rest].filter(line => line !== '').join('\n'),
    },
    {
      ...{ xPt: 70, yPt: 188, widthPt: 280, sizePt: 9 },
      label: { text: 'Memo', xPt: leftPt },
      text: reference,
    },
    {
      ...{ xPt: signature.fromPt, yPt: 193, widthPt: 210, sizePt: 7.5, isQuiet: true },
      text: 'Authorized signature',
    },
  ]
}

type Copy = { client: Client; topPt: number; title: string }

function voucherTexts(cheque: ChequeToPrint, { client, topPt, title }: Copy): PlacedText[] {
  const { locale, book, displayName, support } = client
  const { from, purpose } = cheque.voucher
  const rows: readonly (readonly [string, string])[] = [
    ['Date', formatDate(cheque.paymentOn, locale)],
    ['Paid to', cheque.payeeName],
    ['Amount', formatMoney(cheque.amountMinor, book.currency, locale)],
    ['Grant number', cheque.grantNumber],
    ['From', from],
    ['Purpose', purpose],
  ]
  const edge = { sizePt: 11, face: 'strong' } as const
  return [
    { ...edge, xPt: leftPt, yPt: topPt + 22, widthPt: 360, text: `${displayName}. ${title}`, shrinks: true },
    {
      ...{ ...edge, xPt: 396, yPt: topPt + 22, widthPt: 180, isAtEnd: true },
      text: `${localEnglish('Cheque', locale)} ${cheque.number}`,
    },
    ...rows.map(([label, text], index): PlacedText => {
      const isLast = index === rows.length - 1
      return {
        ...{ xPt: 126, yPt: topPt + 50 + index * 17, widthPt: rightPt - 126, sizePt: 10, text },
        label: { text: label, xPt: leftPt },
        // The purpose has the room for its lines.
        ...(isLast ? {} : { shrinks: true }),
      }
    }),
    {
      ...{ xPt: leftPt, yPt: topPt + 238, widthPt: rightPt - leftPt, sizePt: 8, isQuiet: true },
      text: `Questions: ${support.phone}, ${support.email}`,
    },
  ]
}
