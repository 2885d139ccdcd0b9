import * as z from 'zod/mini'
import type { Book, Client } from '../../../clients/client.ts'
import { type Block, type RichText, richText } from '../../../contract/rich-text.ts'
import { dateOf, formatDate } from '../../../domain/dates.ts'
import { localEnglish } from '../../../domain/local-english.ts'
import { formatMoney } from '../../../domain/money.ts'
import type { Requester } from '../../../server/heavy-work/fair-queue.ts'
import { heading, table, text } from '../../../server/pdf/blocks.ts'
import { drawKeptPdf } from '../../../server/pdf/draw-pdf.ts'
import type { Signer } from '../../../server/signatures/provider.ts'
import { formatQuantity, kindsOfContribution, titleOfDocument } from '../domain/contribution.ts'
import { instructionFacts } from '../fund/server/contribution-accounts.ts'
import type { ContributionRow } from './contributions.queries.ts'

/** A document to sign, as it is stored: the complete content of its PDF. */
const documentContent = z.object({ title: z.string(), text: richText })
export type DocumentContent = z.infer<typeof documentContent>

/** The managed text of the document with the data of the contribution before it and the signers after it. */
export function contentOf(
  template: { title: string | null; body: RichText },
  contribution: ContributionRow,
  { book, client, signers, at }: { book: Book; client: Client; signers: readonly Signer[]; at: Date },
): DocumentContent {
  const { locale, timeZone } = client
  const { kind, amount_minor: amountMinor, currency, assets } = contribution
  const facts = [
    ['Given to', sponsorNamed(client)],
    ['Account', contribution.account_name],
    ['Account ID', String(contribution.fund_id)],
    [
      'Contribution',
      `${contribution.transaction_id}, ${localEnglish(kindsOfContribution[kind].label, client.locale)}`,
    ],
    ...(amountMinor === null ? [] : [['Amount', formatMoney(amountMinor, currency, locale)]]),
    ...(contribution.announced?.sentFrom ? [['Sent from', contribution.announced.sentFrom]] : []),
    ['Date', formatDate(dateOf(at, timeZone), locale)],
  ]
  const lines = assets.map(({ ticker, description, quantity }) => [
    description,
    ticker ?? '–',
    formatQuantity(quantity, locale),
  ])
  return {
    title: template.title ?? titleOfDocument(kindsOfContribution[kind].document, locale),
    text: [
      table(['This document', 'Details'], facts),
      ...(lines.length === 0 ? [] : [table(['Asset', 'Ticker', 'Quantity'], lines)]),
      ...deliveryBlocks(contribution, book, client),
      ...template.body,
      ...signatureBlocks(signers.map(({ name }) => name)),
    ],
  }
}

/** The texts name the portal's sponsor as people know it; what is signed names the organization too. */
export function sponsorNamed({ displayName, sponsor: { legalName, number } }: Client): string {
  const organization = `${legalName}, ${number}`
  return displayName === legalName ? organization : `${organization}, called ${displayName} below`
}

/** Where a bank, broker or custodian delivers to, so that the signed letter is one on which it can act. */
function deliveryBlocks(
  { kind, announced, account_name: accountName, fund_id: fundId, transaction_id: number }: ContributionRow,
  book: Book,
  client: Client,
): Block[] {
  if (kindsOfContribution[kind].document !== 'letter-of-authorization') return []
  const way = announced?.way ?? (kind === 'securities' ? 'securities' : 'wire')
  const facts = instructionFacts(way, { accountName, fundId: Number(fundId) }, book, client)
  return [
    table(
      ['Deliver to', 'Details'],
      [...facts.map(({ label, value }) => [label, value]), ['Reference', String(number)]],
    ),
  ]
}

/** Who signs a document, in their order. */
export const signatureBlocks = (names: readonly string[]): Block[] => [
  heading('Signatures', 'signatures'),
  {
    kind: 'paragraph',
    children: text(
      names.length === 1
        ? 'This document is signed electronically by:'
        : 'This document is signed electronically, in this order, by:',
    ),
  },
  {
    kind: 'list',
    start: names.length === 1 ? null : 1,
    items: names.map(name => [{ kind: 'paragraph', children: text(name) }]),
  },
]

/** The document as a tagged PDF, without pictures: a document to sign has their description instead. The same content gives the same bytes. */
export async function drawDocument(
  content: unknown,
  { client, origin, createdAt }: { client: Client; origin: string; createdAt: Date },
  requester: Requester,
): Promise<Uint8Array> {
  const { title, text: body } = z.parse(documentContent, content)
  return await drawKeptPdf({ title, text: body, client, origin, versionOf: null, createdAt }, requester)
}
