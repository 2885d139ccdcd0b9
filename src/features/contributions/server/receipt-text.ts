import * as z from 'zod/mini'
import type { Client } from '../../../clients/client.ts'
import type { RichText } from '../../../contract/rich-text.ts'
import { formatDate, type IsoDate } from '../../../domain/dates.ts'
import { localEnglish } from '../../../domain/local-english.ts'
import { type Currency, formatMoney } from '../../../domain/money.ts'
import { linesBelow, paragraph, sponsorLines, table } from '../../../server/pdf/rich-text-parts.ts'
import { contributionKinds, formatQuantity } from '../domain/contribution.ts'
import { contributionMethods, mayDeduct, methodTexts, type PayerKind, payerKinds } from '../domain/payer.ts'

/** What a receipt says beside its number, its date of gift and its amount. It is stored, so that each attempt to draw it says the same. */
export const receiptFacts = z.object({
  payer: z.object({ kind: z.enum(payerKinds), name: z.string(), address: z.nullable(z.string()) }),
  accountName: z.string(),
  fundId: z.int(),
  transactionId: z.int(),
  kind: z.enum(contributionKinds),
  method: z.nullable(z.enum(contributionMethods)),
  assets: z.array(
    z.object({ ticker: z.nullable(z.string()), description: z.string(), quantity: z.string() }),
  ),
  sponsor: z.object({
    legalName: z.string(),
    number: z.string(),
    address: z.array(z.string()),
    usStatus: z.nullable(z.string()),
  }),
  /** The number of the receipt whose place this one takes. */
  supersedes: z.nullable(z.string()),
})
export type ReceiptFacts = z.output<typeof receiptFacts>

export type Receipt = {
  /** `2026-000012`. */
  number: string
  giftDate: IsoDate
  /** Null for securities, of which a receipt never has a value. */
  amountMinor: bigint | null
  currency: Currency
  facts: ReceiptFacts
}

type Style = Pick<Client, 'locale'>

/** A receipt for a payer who may deduct the gift; for others an acknowledgment. */
export const titleOfReceipt = (kind: PayerKind, { locale }: Style): string =>
  mayDeduct(kind) ? 'Receipt' : localEnglish('Acknowledgement', locale)

/** The text of a receipt: who received what from whom, and what the law asks it to say. */
export function receiptText(receipt: Receipt, style: Style): RichText {
  const { sponsor, supersedes } = receipt.facts
  return [
    sponsorLines(sponsor),
    linesBelow(receipt.facts.payer.name, receipt.facts.payer.address?.split('\n') ?? []),
    table([titleOfReceipt(receipt.facts.payer.kind, style), receipt.number], factRows(receipt, style)),
    ...assetTable(receipt.facts, style),
    ...statements(receipt, style).map(paragraph),
    ...(supersedes === null
      ? []
      : [paragraph(`This replaces receipt ${supersedes}, which is no longer valid.`)]),
  ]
}

function factRows({ giftDate, amountMinor, currency, facts }: Receipt, { locale }: Style): string[][] {
  const { accountName, fundId, transactionId, method } = facts
  return [
    ['Date of gift', formatDate(giftDate, locale)],
    ...(amountMinor === null ? [] : [['Amount', formatMoney(amountMinor, currency, locale)]]),
    ...(method === null ? [] : [['Given by', localEnglish(methodTexts[method].label, locale)]]),
    ['Account', `${accountName}, Account ID ${fundId}`],
    ['Contribution', String(transactionId)],
  ]
}

const assetTable = ({ assets }: ReceiptFacts, { locale }: Style): RichText =>
  assets.length === 0
    ? []
    : [
        table(
          ['Asset', 'Ticker', 'Quantity'],
          assets.map(({ ticker, description, quantity }) => [
            description,
            ticker ?? '–',
            formatQuantity(quantity, locale),
          ]),
        ),
      ]

/** What a receipt says beside its facts, in the words of the sponsor's country. */
function statements({ facts }: Receipt, { locale }: Style): string[] {
  const { payer, assets, sponsor } = facts
  const { legalName, usStatus } = sponsor
  const isDeductible = mayDeduct(payer.kind)
  return [
    openingOf(payer, sponsor),
    ...(usStatus === null ? [] : [`${legalName} is ${usStatus}.`]),
    `${legalName} provided no goods or services in return for this contribution.`,
    `${legalName} has exclusive legal control over the assets contributed.`,
    ...(assets.length > 0 ? ['The assets are described, and no value of them is stated.'] : []),
    ...(usStatus !== null && isDeductible
      ? [
          localEnglish(
            'Please keep this receipt with your tax records. It is the written acknowledgement that sections 170(f)(8) and 170(f)(18) of the Internal Revenue Code require. The date of gift decides the tax year of a deduction.',
            locale,
          ),
        ]
      : []),
    ...(locale === 'en-GB'
      ? ['This is not a claim for Gift Aid, and not a declaration that Gift Aid may be claimed.']
      : []),
  ]
}

function openingOf(
  { kind, name }: ReceiptFacts['payer'],
  { legalName, usStatus }: ReceiptFacts['sponsor'],
): string {
  if (mayDeduct(kind)) return `Thank you. ${legalName} received this contribution from ${name}.`
  if (kind === 'ira') {
    const opening = `${legalName} acknowledges this distribution from the individual retirement account of ${name}.`
    return usStatus === null
      ? opening
      : `${opening} It was not made as a qualified charitable distribution, which a donor-advised fund cannot receive.`
  }
  return `${legalName} acknowledges this grant from ${name}.`
}
