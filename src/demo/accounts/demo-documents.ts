import type { Client } from '../../clients/client.ts'
import type { RichText } from '../../contract/rich-text.ts'
import { bankCalendarOf } from '../../domain/bank-holidays.ts'
import { dateOf } from '../../domain/dates.ts'
import { dayMs } from '../../domain/durations.ts'
import { localEnglish } from '../../domain/local-english.ts'
import type { DocumentType } from '../../features/documents/domain/document-types.ts'
import { type DocumentStore, storeDocument } from '../../features/documents/server/store-document.ts'
import { lastQuarterDue } from '../../features/statements/domain/quarters.ts'
import { storeStatement } from '../../features/statements/server/store-statement.ts'
import { writePdf } from '../../server/pdf/write-pdf.ts'
import { accountsOfDonor } from './demo-documents.queries.ts'

type DemoDocument = { type: DocumentType; name: string; daysAgo: number; paragraphs: readonly string[] }

const documentsOf = ({ displayName }: Client): readonly DemoDocument[] => {
  return [
    {
      type: 'application',
      name: 'Application to open an account',
      daysAgo: 1700,
      paragraphs: [
        'The donors asked to open a donor-advised fund account and accepted the terms, among them that every contribution is irrevocable.',
      ],
    },
    {
      type: 'agreement',
      name: 'Agency agreement',
      daysAgo: 900,
      paragraphs: [
        `The donors authorise their primary adviser to recommend grants from the account. They may end this at any time by telling ${displayName}.`,
      ],
    },
    {
      type: 'instruction',
      name: 'Instruction on correspondence',
      daysAgo: 420,
      paragraphs: ['Please send all correspondence about the account by e-mail.'],
    },
    {
      type: 'correspondence',
      name: 'Letter about your giving plan',
      daysAgo: 60,
      paragraphs: [
        'Thank you for the conversation about your plans for the year.',
        'As discussed, grants to organisations that you have supported before usually reach them within ten working days.',
      ],
    },
  ]
}

/** Files a few documents in the accounts of the demonstration's donor, the same for each account of a book. */
export async function writeDemoDocuments(
  store: DocumentStore,
  { client, donorId, now }: { client: Client; donorId: string; now: Date },
): Promise<void> {
  const accounts = await accountsOfDonor(store.db, donorId)
  for (const { type, name, daysAgo, paragraphs } of documentsOf(client)) {
    const at = new Date(now.getTime() - daysAgo * dayMs)
    const bytes = await writePdf({
      title: name,
      text: paragraphs.map(text => asParagraph(localEnglish(text, client.locale))),
      client,
      origin: `https://${client.name}.example.org`,
      versionOf: dateOf(at, client.timeZone),
      createdAt: at,
      pictures: new Map(),
    })
    for (const { account_id: accountId } of accounts)
      await storeDocument(store, {
        accountId,
        type,
        name,
        mediaType: 'application/pdf',
        bytes,
        addedBy: null,
        at,
      })
  }
  const quarter = lastQuarterDue(dateOf(now, client.timeZone), bankCalendarOf(client.defaultPhoneCountry))
  for (const account of accounts.filter(({ opened_on }) => opened_on !== null && opened_on <= quarter.to))
    await storeStatement(store, account, {
      ...{ client, currency: client.book.currency, quarter, now },
      // The demonstration's statements are in the past, so nobody is notified.
      announce: async () => {},
    })
}

const asParagraph = (text: string): RichText[number] => ({
  kind: 'paragraph',
  children: [{ kind: 'text', text }],
})
