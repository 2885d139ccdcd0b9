import type { Kysely } from 'kysely'
import type { Book, Client } from '../../clients/client.ts'
import type { Clock } from '../../domain/clock.ts'
import { dateOf } from '../../domain/dates.ts'
import { dayMs } from '../../domain/durations.ts'
import { publishedBlock } from '../../features/content/server/published-content.ts'
import {
  type ContributionContent,
  kindsOfContribution,
} from '../../features/contributions/domain/contribution.ts'
import {
  insertDocument,
  setDecision,
  setDocumentState,
  startSending,
} from '../../features/contributions/server/contribution-documents.queries.ts'
import {
  findContribution,
  insertContribution,
} from '../../features/contributions/server/contributions.queries.ts'
import { contentOf, drawDocument } from '../../features/contributions/server/document-content.ts'
import { signersFor } from '../../features/contributions/server/signers.ts'
import type { DocumentStore } from '../../features/documents/server/store-document.ts'
import { embeddedProvider } from '../../features/signing/server/embedded-provider.ts'
import { decide } from '../../features/signing/server/envelopes.queries.ts'
import { noCache } from '../../server/db/notified-cache.ts'
import type { DB } from '../../server/db/schema.ts'
import { portalOf } from '../../server/heavy-work/requester.ts'
import type { Signer } from '../../server/signatures/provider.ts'
import { uuidOf } from '../../server/uuid-of.ts'
import { demoPeople } from '../people/demo-users.ts'
import { accountsOfDonor } from './demo-documents.queries.ts'

type Place = DocumentStore & {
  bookOfClient: Book
  client: Client
  realmDb: Kysely<DB>
  clock: Clock
  staffId: string
}
type DemoContribution = {
  accountId: string
  content: ContributionContent
  daysAgo: number
  /** Its donors have signed, and the sponsor has not. */
  awaitsCountersignature?: boolean
}

/**
 * Contributions whose documents wait for signatures, at a few clients. The donor's first account, which two donors sign for, has many at
 * the first client and one that waits for the sponsor at the second; the donor's next account has exactly one.
 */
const contributionsOf: Readonly<Record<string, (first: string, next: string) => DemoContribution[]>> = {
  npt: (first, next) => [
    ...Array.from(
      { length: 12 },
      (_, index): DemoContribution => ({
        accountId: first,
        content: contents[index % contents.length] ?? contents[0],
        daysAgo: 12 - index,
      }),
    ),
    { accountId: next, content: contents[0], daysAgo: 3 },
  ],
  rathbones: first => [
    { accountId: first, content: contents[1], daysAgo: 5, awaitsCountersignature: true },
    { accountId: first, content: contents[2], daysAgo: 2 },
  ],
}

const contents: [ContributionContent, ContributionContent, ContributionContent] = [
  { kind: 'cash', amountMinor: 25_000_00n },
  { kind: 'wire', amountMinor: 150_000_00n },
  {
    kind: 'securities',
    assets: [
      { ticker: 'LMX', description: 'Linden Broad Market ETF', quantity: '420' },
      { ticker: null, description: 'Heron Valley Growth Fund, Class I', quantity: '1180.375' },
    ],
  },
]

/** Enters these contributions and prepares their documents with the portal's own provider. Sends no mail. */
export async function writeDemoContributions(
  store: DocumentStore,
  about: { client: Client; realmDb: Kysely<DB>; donorId: string; staffId: string; clock: Clock },
): Promise<void> {
  const { client, donorId } = about
  const [first, next = first] = await accountsOfDonor(store.db, donorId)
  const planned = contributionsOf[client.name]
  if (first === undefined || next === undefined || !planned) return
  const place = { ...store, ...about, bookOfClient: client.book }
  for (const contribution of planned(first.account_id, next.account_id)) await writeOne(place, contribution)
}

async function writeOne(
  place: Place,
  { accountId, content, daysAgo, ...about }: DemoContribution,
): Promise<void> {
  const { db, client, clock, staffId, bookOfClient: book } = place
  const { awaitsCountersignature: needsCountersignature = false } = about
  const at = new Date(clock.now().getTime() - daysAgo * dayMs)
  const entered = await db.transaction().execute(
    async trx =>
      await insertContribution(trx, {
        accountId,
        content,
        currency: book.currency,
        needsCountersignature,
        enteredBy: { userId: staffId, name: staffName, sessionId: null, address: null },
        at,
        idempotencyKey: uuidOf(`${client.name} ${accountId} ${daysAgo}`),
      }),
  )
  const contribution = entered && (await findContribution(db, accountId, entered.contributionId))
  const kind = kindsOfContribution[content.kind].document
  const today = dateOf(clock.now(), client.timeZone)
  const template = await publishedBlock({ ...place, book, contentCache: noCache, today }, kind)
  if (!contribution || !template) throw new Error(`the demonstration has no ${kind} of ${client.name}`)
  const signers = await signersFor(db, accountId, { client, needsCountersignature })
  const text = contentOf(template, contribution, { book, client, signers, at })
  const row = {
    contribution_id: contribution.contribution_id,
    account_id: accountId,
    kind,
    client: client.name,
    provider: 'embedded',
    file_name: `${text.title} ${contribution.transaction_id}.pdf`,
    template_version: template.version,
    content: JSON.stringify(text),
    prepared_by: staffId,
    prepared_by_name: staffName,
    prepared_at: at,
  }
  const documentId = await insertDocument(db, row, signers)
  if (documentId === null) throw new Error('the document was not created')
  const origin = `https://${client.name}.example.org`
  const bytes = await drawDocument(text, { client, origin, createdAt: at }, portalOf(client))
  const { envelopeId } = await embeddedProvider({ ...place, book: place.book, origin }).createEnvelope({
    requestKey: `contribution-document:${documentId}`,
    about: { kind: 'account', accountId },
    subject: row.file_name.replace(/\.pdf$/, ''),
    document: { name: row.file_name, bytes },
    signers,
  })
  await startSending(db, documentId, at)
  await setDocumentState(db, documentId, { from: 'preparing', to: 'pending', envelope_id: envelopeId })
  if (needsCountersignature) await signAsDonors(db, { documentId, envelopeId, signers, at })
}

async function signAsDonors(
  db: Kysely<DB>,
  {
    documentId,
    envelopeId,
    signers,
    at,
  }: { documentId: string; envelopeId: string; signers: readonly Signer[]; at: Date },
): Promise<void> {
  for (const { signerId, userId, name } of signers) {
    if (userId === null) continue
    await decide(db, envelopeId, signerId, {
      state: 'signed',
      at,
      userId,
      name,
      typedName: name,
      drawing: null,
    })
    await setDecision(db, documentId, signerId, { state: 'signed', at, reason: null })
  }
}

const staffName = `${demoPeople.super.firstName} ${demoPeople.super.lastName}`
