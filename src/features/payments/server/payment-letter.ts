import { z } from 'zod'
import type { Client } from '../../../clients/client.ts'
import type { Block, Inline, RichText } from '../../../contract/rich-text.ts'
import { formatDate, type IsoDate } from '../../../domain/dates.ts'
import { formatMoney } from '../../../domain/money.ts'
import type { Requester } from '../../../server/heavy-work/fair-queue.ts'
import { drawPdf } from '../../../server/pdf/draw-pdf.ts'
import { grantLetter, grantVoucher } from '../../grants/domain/grant-letter.ts'
import { choicesOf } from '../../grants/server/grant-choices.ts'
import type { LetterFactsRow } from './letters.queries.ts'

/** The letter to the charity, stored at the approval of the run, so it does not change afterwards. */
const letterSchema = z.object({
  salutation: z.string(),
  paragraphs: z.array(z.string()),
  closing: z.string(),
  /** Of approvals before vouchers were printed: none. */
  voucher: z.object({ from: z.string(), purpose: z.string() }).optional(),
})
type StoredLetter = z.infer<typeof letterSchema>

/** @throws if it is not a letter that an approval stored. */
export const storedLetter = (value: unknown): StoredLetter => letterSchema.parse(value)

export function letterOf(facts: LetterFactsRow, { displayName, locale, book }: Client): StoredLetter {
  const about = {
    fundName: facts.fund_name,
    donorName: facts.donor_name,
    ...choicesOf(facts),
    locale,
  }
  const letter = grantLetter({
    ...about,
    sponsor: displayName,
    charity: facts.charity_name,
    amount: formatMoney(facts.amount_minor, book.currency, locale),
    donorAddress: facts.donor_address,
    grantNumber: String(facts.transaction_id),
  })
  return { ...letter, voucher: grantVoucher(about) }
}

/** A letter with its recipient and its enclosure. */
type LetterToPrint = {
  letter: StoredLetter
  payeeName: string
  payeeAddress: string | null
  /** `Check 100418`; null for a transfer. */
  cheque: string | null
}

type LetterPdf = { client: Client; title: string; paymentOn: IsoDate; createdAt: Date }

/** The most letters in one document: drawing more would exceed the time limit of the thread. */
export const lettersPerFile = 1_000

/** Letters as one tagged PDF in the client's look. Equal letters give equal bytes. */
export async function writeLetters(
  letters: readonly LetterToPrint[],
  { client, title, paymentOn, createdAt }: LetterPdf,
  requester: Requester,
): Promise<Uint8Array> {
  return await drawPdf(
    {
      title,
      text: [],
      letters: letters.map(letter => blocksOf(letter, client, formatDate(paymentOn, client.locale))),
      client,
      origin: '',
      versionOf: null,
      createdAt,
      maxPages: letters.length * 3,
    },
    requester,
  )
}

const paragraph = (...children: Inline[]): Block => ({ kind: 'paragraph', children })
const words = (text: string): Inline => ({ kind: 'text', text })

/** The parts of an address that stands on one line. In the United States, city, state, and ZIP code share a line. */
export const linesOfAddress = (address: string): string[] => address.split(/\n|, (?![A-Z]{2} \d{5})/)

/** Lines of an address as one paragraph. */
const linesOf = (lines: readonly string[]): Block =>
  paragraph(
    ...lines.flatMap((line, index) =>
      index === 0 ? [words(line)] : [{ kind: 'break' } as const, words(line)],
    ),
  )

function blocksOf(
  { letter, payeeName, payeeAddress, cheque }: LetterToPrint,
  { support }: Client,
  date: string,
): RichText {
  const address = [payeeName, ...(payeeAddress === null ? [] : linesOfAddress(payeeAddress))]
  return [
    linesOf(support.address),
    linesOf(address),
    paragraph(words(cheque === null ? date : `${date}. ${cheque} is enclosed.`)),
    paragraph({ kind: 'strong', children: [words(letter.salutation)] }),
    ...letter.paragraphs.map(text => paragraph(words(text))),
    paragraph(words(letter.closing)),
  ]
}
