import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { dateOf } from '../../../domain/dates.ts'
import { exportList } from '../../../server/export/export-list.ts'
import { keysetPage, splitPage } from '../../../server/http/keyset-page.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import { addJob } from '../../../server/jobs/add-job.ts'
import type { EnvelopeStatus } from '../../../server/signatures/provider.ts'
import { openProvider, unavailableProblem } from '../../../server/signatures/providers.ts'
import { acceptsSignatures } from '../domain/contribution.ts'
import type {
  exportPendingDocuments,
  getSigningOutcome,
  listPendingDocuments,
  PendingDocument,
} from '../pending-documents.contract.ts'
import { pendingDocumentsList } from '../pending-documents.list.ts'
import { advanceDocument } from './advance-document.ts'
import {
  type DocumentRow,
  findByTransaction,
  findSigners,
  type StoredSigner,
} from './contribution-documents.queries.ts'
import { listPendingRows, type PendingRow, pendingKeysets } from './pending-documents.queries.ts'

type Context = ContextOf<typeof listPendingDocuments>
type PageQuery = Pick<HandlerInput<typeof listPendingDocuments>['query'], 'first' | 'after' | 'sort'>

/** The account's documents that wait for signatures, oldest first (§2.10). */
export async function showPendingDocuments(
  { query }: { query: PageQuery },
  context: Context,
): Promise<Reply<typeof listPendingDocuments>> {
  const { db, account, client, signatures } = context
  const page = keysetPage({ query, defaultSort: 'transactionDate', keysetsOf: pendingKeysets })
  const found = await listPendingRows(db, account.accountId, page)
  const { rows, meta } = splitPage(page, found.rows, found.total)
  const name = signatures.nameFor(client)
  const provider = signatures.open(name, { ...context, book: context.book.name })
  return {
    data: rows.map(row => toResponse(row, context)),
    meta,
    provider: provider?.name ?? client.displayName,
    redirectOnSingleDocument: client.redirectOnSingleDocument,
  }
}

export async function exportPending(
  { query: { format, ...query } }: HandlerInput<typeof exportPendingDocuments>,
  context: ContextOf<typeof exportPendingDocuments>,
): Promise<Reply<typeof exportPendingDocuments>> {
  return await exportList({
    ...context,
    list: pendingDocumentsList,
    format,
    fileName: 'Pending-Documents',
    sheet: 'Pending Documents',
    readPage: page => showPendingDocuments({ query: { ...query, ...page } }, context),
  })
}

function toResponse(row: PendingRow, { actor, account, client }: Context): PendingDocument {
  const { next_user_id: nextUserId, next_name: nextName } = row
  const maySign =
    actor.actions.has('DOCUMENT_SIGN') && nextUserId === actor.userId && acceptsSignatures(account.status)
  return {
    fileName: row.file_name,
    accountId: row.account_id,
    transactionId: Number(row.transaction_id),
    transactionDate: dateOf(row.prepared_at, client.timeZone),
    maySign,
    waitsFor: maySign ? null : nextName,
  }
}

/**
 * The state of a document that the caller went to sign. If its provider knows more than the portal, a job is added that records it;
 * asking again then shows it.
 */
export async function showOutcome(
  { params }: HandlerInput<typeof getSigningOutcome>,
  context: ContextOf<typeof getSigningOutcome>,
): Promise<Reply<typeof getSigningOutcome>> {
  const { db, account, actor } = context
  const document = await findByTransaction(db, account.accountId, params.transactionId)
  if (!document) throw new Problem('not-found')
  const documentId = document.contribution_document_id
  const signers = await findSigners(db, documentId)
  const own = signers.find(({ user_id: userId }) => userId === actor.userId)
  if (own && (document.state === 'signed' || (await hasNews(document, signers, context))))
    await addJob(db, advanceDocument, { documentId }, { key: documentId })
  return {
    fileName: document.file_name,
    state: document.state,
    ownState: own?.state ?? null,
    waitsFor:
      document.state === 'pending' ? (signers.find(({ state }) => state === 'waiting')?.name ?? null) : null,
  }
}

async function hasNews(
  { state, envelope_id: envelopeId, provider: name }: DocumentRow,
  signers: readonly StoredSigner[],
  context: ContextOf<typeof getSigningOutcome>,
): Promise<boolean> {
  if (state !== 'pending' || envelopeId === null) return false
  const provider = openProvider(context.signatures, name, { ...context, book: context.book.name })
  let status: EnvelopeStatus
  try {
    status = await provider.status(envelopeId)
  } catch (error) {
    throw unavailableProblem(error)
  }
  const stored = new Map(signers.map(({ signer_id: id, state: known }) => [id, known]))
  return (
    status.state !== 'sent' || status.signers.some(({ signerId, state: now }) => stored.get(signerId) !== now)
  )
}
