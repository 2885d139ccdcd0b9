import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { dateOf } from '../../../domain/dates.ts'
import { keysetPage, splitPage } from '../../../server/http/keyset-page.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import type * as contract from '../documents.contract.ts'
import type { AccountDocument } from '../documents.contract.ts'
import { documentReader } from './document-reader.ts'
import { type DocumentRow, listDocumentRows } from './documents.queries.ts'
import { listedForMs } from './retention.ts'
import { documentKeysets } from './stored-documents.queries.ts'

type Context = ContextOf<typeof contract.listDocuments>

export async function listDocuments(
  { query }: HandlerInput<typeof contract.listDocuments>,
  context: Context,
): Promise<Reply<typeof contract.listDocuments>> {
  const { db, account, actor } = context
  const page = keysetPage({ query, defaultSort: '-addedDate', keysetsOf: documentKeysets })
  const search = { accountId: account.accountId, type: query.type ?? null, reader: documentReader(actor) }
  const found = await listDocumentRows(db, search, page)
  const { rows, meta } = splitPage(page, found.rows, found.total)
  return { data: rows.map(row => toResponse(row, context)), meta }
}

export function toResponse(
  row: DocumentRow,
  { actor, client }: Pick<Context, 'actor' | 'client'>,
): AccountDocument {
  const isManager = actor.actions.has('DOCUMENT_MANAGE')
  const { removal_listed_at: listedAt } = row
  const deletesAt = isManager && listedAt !== null ? new Date(listedAt.getTime() + listedForMs) : null
  return {
    documentId: row.document_id,
    fileName: row.name,
    type: row.type,
    addedDate: dateOf(row.added_at, client.timeZone),
    bytes: row.bytes,
    readers: isManager ? row.readers : null,
    deletionDate: deletesAt === null ? null : dateOf(deletesAt, client.timeZone),
  }
}
