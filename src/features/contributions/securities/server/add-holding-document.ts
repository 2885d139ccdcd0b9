import type { HandlerInput, Reply } from '../../../../contract/endpoint.ts'
import { fieldProblem, Problem } from '../../../../contract/problems.ts'
import { violates } from '../../../../server/db/violates.ts'
import type { ContextOf } from '../../../../server/http/request-context.ts'
import { storeExaminedUpload } from '../../../documents/server/store-examined-upload.ts'
import type * as contract from '../holding-documents.contract.ts'
import { maxHoldingDocuments } from '../holding-documents.contract.ts'
import { findHolding, insertHoldingDocument } from './holdings.queries.ts'

/**
 * Stores a document about an asset with the documents of its account, examined and scanned like any other. Throws `not-found`, and
 * `validation` on `file` for another kind of file, for one in which the scanner found something, for one that the asset has already, and
 * for one too many.
 */
export async function addHoldingDocument(
  { params: { holdingId }, query, upload }: HandlerInput<typeof contract.addHoldingDocument>,
  context: ContextOf<typeof contract.addHoldingDocument>,
): Promise<Reply<typeof contract.addHoldingDocument>> {
  const { accountId } = context.account
  if (!(await findHolding(context.db, accountId, holdingId))) throw new Problem('not-found')
  const document = { accountId, type: 'asset' as const, name: query.name }
  try {
    const documentId = await storeExaminedUpload(upload, document, context, async (trx, documentId) => {
      await insertHoldingDocument(trx, { holdingId, documentId })
    })
    return { documentId }
  } catch (error) {
    if (violates(error, 'document_of_asset_once'))
      throw fieldProblem('file', 'This asset already has this document')
    if (violates(error, 'documents_of_asset'))
      throw fieldProblem('file', `An asset can have up to ${maxHoldingDocuments} documents`)
    throw error
  }
}
