import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { dateOf } from '../../../domain/dates.ts'
import { keysetPage, splitPage } from '../../../server/http/keyset-page.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import { acceptsSignatures } from '../domain/contribution.ts'
import type * as contract from '../pending-documents.contract.ts'
import type { PendingDocument } from '../pending-documents.contract.ts'
import type { PendingRow } from './pending-documents.queries.ts'
import { listPendingRows, pendingKeysets } from './pending-documents.queries.ts'

type Context = ContextOf<typeof contract.listPendingDocuments>

type PageQuery = Pick<HandlerInput<typeof contract.listPendingDocuments>['query'], 'first' | 'after' | 'sort'>

/** The account's documents that wait for signatures, oldest first (§2.10). */
export async function listPendingDocuments(
  { query }: { query: PageQuery },
  context: Context,
): Promise<Reply<typeof contract.listPendingDocuments>> {
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
