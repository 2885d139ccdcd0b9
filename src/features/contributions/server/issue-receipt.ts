import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Client } from '../../../clients/client.ts'
import { clientOfBook } from '../../../clients/clients.ts'
import { dateOf } from '../../../domain/dates.ts'
import { invariant } from '../../../domain/invariant.ts'
import { inTransaction } from '../../../server/db/in-transaction.ts'
import type { DB } from '../../../server/db/schema.ts'
import { portalOf } from '../../../server/heavy-work/requester.ts'
import { addJob } from '../../../server/jobs/add-job.ts'
import { type TaskContext, task } from '../../../server/jobs/task.ts'
import { drawPdf } from '../../../server/pdf/draw-pdf.ts'
import { areValidAt, type Sealer } from '../../../server/signatures/seal/sealer.ts'
import { storeDocumentInJob } from '../../documents/server/store-document.ts'
import { type ContributionRow, findContributionById, lockContribution } from './contributions.queries.ts'
import { mailReceiptReady } from './mail-receipt-ready.ts'
import { findPosted } from './payers.queries.ts'
import { receiptText, titleOfReceipt } from './receipt-text.ts'
import {
  findIssuedReceipt,
  findToSupersede,
  insertReceipt,
  type ReceiptRow,
  setReceiptDocument,
} from './receipts.queries.ts'

/**
 * Issues the receipt of a contribution that was received, once however often it runs: numbers it in one transaction, and stores its sealed
 * document in another. Does nothing for one that was taken back meanwhile. A worker without documents or a seal leaves the document to
 * another (poll-receipts.ts).
 */
export const issueReceipt = task(
  'issue-receipt',
  z.object({ contributionId: z.uuid() }),
  async ({ contributionId }, context) => {
    const { db, origin, clock, documentFiles, sealer } = context
    if (!('book' in origin)) throw new Error('receipts belong to a book')
    const client = clientOfBook(origin.book)
    const receipt = await inTransaction(db, trx => numberOnce(trx, contributionId, client, clock.now()))
    if (!receipt || receipt.documentId !== null || documentFiles === null || sealer === null) return
    const bytes = await drawSealed(receipt, { client, sealer, at: clock.now() })
    const store = { book: origin.book, db, documentFiles }
    await storeReceipt(receipt, bytes, store, { client, at: clock.now() })
  },
)

/** The receipt of the contribution, which gets its number now if it has none. Null: it was not received, or was taken back. */
async function numberOnce(
  trx: Kysely<DB>,
  contributionId: string,
  client: Client,
  at: Date,
): Promise<ReceiptRow | null> {
  const state = await lockContribution(trx, contributionId)
  const contribution = await findContributionById(trx, contributionId)
  if (state !== 'received' || !contribution || contribution.payer === null) return null
  const issued = await findIssuedReceipt(trx, contributionId)
  if (issued) return issued
  await insertNext(trx, contribution, client, at)
  return (await findIssuedReceipt(trx, contributionId)) ?? null
}

async function insertNext(
  trx: Kysely<DB>,
  contribution: ContributionRow,
  client: Client,
  at: Date,
): Promise<void> {
  const { contribution_id: contributionId, account_id: accountId, entry_id: entryId, payer } = contribution
  const { gift_date: giftDate, kind, method, assets, currency } = contribution
  invariant(entryId !== null && giftDate !== null && payer !== null, 'what was received has an entry')
  const { amountMinor } = await findPosted(trx, { entryId, accountId })
  const earlier = await findToSupersede(trx, contributionId)
  const { legalName, number, address, usStatus } = client.sponsor
  await insertReceipt(trx, {
    year: Number(dateOf(at, client.timeZone).slice(0, 4)),
    contributionId,
    accountId,
    giftDate,
    amountMinor: kind === 'securities' ? null : amountMinor,
    currency,
    facts: {
      payer: { kind: payer.kind, name: payer.name, address: payer.address },
      accountName: contribution.account_name,
      fundId: Number(contribution.fund_id),
      transactionId: Number(contribution.transaction_id),
      ...{ kind, method, assets },
      sponsor: { legalName, number, address: [...address], usStatus },
      supersedes: earlier?.number ?? null,
    },
    supersedesId: earlier?.receiptId ?? null,
    at,
  })
}

const nameOf = ({ number, facts }: ReceiptRow, client: Client) =>
  `${titleOfReceipt(facts.payer.kind, client)} ${number}`

async function drawSealed(
  receipt: ReceiptRow,
  { client, sealer, at }: { client: Client; sealer: Sealer; at: Date },
): Promise<Buffer> {
  // The poll adds the job again until the certificate has been replaced.
  if (!areValidAt(sealer.certificates, at))
    throw new Error(`the receipt ${receipt.number} waits for a valid certificate of the seal`)
  // Times in a PDF have a precision of seconds.
  const sealedAt = new Date(Math.floor(at.getTime() / 1000) * 1000)
  const document = await drawPdf(
    {
      title: nameOf(receipt, client),
      text: receiptText(receipt, client),
      client,
      // It has no links.
      origin: '',
      versionOf: null,
      createdAt: receipt.issuedAt,
    },
    portalOf(client),
  )
  // Loaded with the first seal, because it is large and nothing else needs it.
  const { sealPdf } = await import('../../../server/signatures/seal/seal-pdf.ts')
  const { legalName } = receipt.facts.sponsor
  return await sealPdf(
    { document, record: null },
    { sealedBy: legalName, reason: `Issued by ${legalName}`, at: sealedAt },
    sealer,
    portalOf(client),
  )
}

type Store = {
  book: string
  db: TaskContext['db']
  documentFiles: NonNullable<TaskContext['documentFiles']>
}

/** Files the document of a receipt, once. One that ended meanwhile is not filed. */
async function storeReceipt(
  receipt: ReceiptRow,
  bytes: Buffer,
  store: Store,
  { client, at }: { client: Client; at: Date },
): Promise<void> {
  const { receiptId, accountId } = receipt
  const document = {
    accountId,
    type: 'tax',
    name: `${nameOf(receipt, client)}.pdf`,
    mediaType: 'application/pdf',
    bytes,
    cause: `receipt:${receiptId}`,
    addedBy: null,
    at,
  } as const
  try {
    await storeDocumentInJob(store, document, async (trx, documentId) => {
      if (!(await setReceiptDocument(trx, receiptId, documentId))) throw new EndedMeanwhile()
      await addJob(trx, mailReceiptReady, { client: client.name, receiptId }, { key: receiptId })
    })
  } catch (error) {
    if (!(error instanceof EndedMeanwhile)) throw error
  }
}

/** The receipt was superseded or withdrawn while its document was made, which is then not filed. */
class EndedMeanwhile extends Error {}
