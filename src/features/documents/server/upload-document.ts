import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { fieldProblem, Problem } from '../../../contract/problems.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import type * as contract from '../documents.contract.ts'
import { type DocumentType, possibleReaders, type ReaderRole, rulesOf } from '../domain/document-types.ts'
import { documentReader, mayRead } from './document-reader.ts'
import { findDocument } from './documents.queries.ts'
import { toResponse } from './list-documents.ts'
import { storeExaminedUpload } from './store-examined-upload.ts'

type Context = ContextOf<typeof contract.uploadDocument>

/**
 * Stores what staff upload, once it was examined and scanned. Throws `validation` on `file` with the reason if it is refused, and on
 * `readers` for a role that may not read the type or if the caller could not read the document.
 */
export async function uploadDocument(
  { query, upload }: HandlerInput<typeof contract.uploadDocument>,
  context: Context,
): Promise<Reply<typeof contract.uploadDocument>> {
  const { db, account } = context
  const readers = readersOf(query.type, query.readers)
  requireReader({ type: query.type, readers }, context)
  const document = { accountId: account.accountId, type: query.type, name: query.name, readers }
  const documentId = await storeExaminedUpload(upload, document, context)
  const row = await findDocument(db, account.accountId, documentId)
  if (!row) throw new Problem('not-found')
  return toResponse(row, context)
}

function readersOf(type: DocumentType, named: string | undefined): ReaderRole[] {
  if (named === undefined) return [...rulesOf(type).readers]
  const chosen = possibleReaders(type).filter(role => named.split(',').includes(role))
  if (chosen.length !== new Set(named.split(',')).size)
    throw fieldProblem('readers', 'Choose readers who may read documents of this type')
  return chosen
}

/** Nobody may file a document that they could not read afterwards. */
function requireReader(
  document: { type: DocumentType; readers: readonly ReaderRole[] },
  { actor }: Pick<Context, 'actor'>,
): void {
  if (!mayRead(documentReader(actor), document))
    throw fieldProblem('readers', 'Choose readers that include you')
}
