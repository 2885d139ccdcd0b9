import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import { storeExaminedUpload } from '../../documents/server/store-examined-upload.ts'
import type * as contract from '../account-opening.contract.ts'
import { findVisibleApplication } from './find-application.ts'
import { requireDocumentAccess } from './require-document-access.ts'
import { toSupportingDocument } from './show-application.ts'
import { supportingDocumentsOf } from './supporting-documents.queries.ts'

const endedStates = ['accepted', 'declined', 'withdrawn']

/**
 * Stores a supporting document of an application, once it was examined and scanned. The starter and staff may add some until the
 * application is decided.
 */
export async function addSupportingDocument(
  { params, query, upload }: HandlerInput<typeof contract.addSupportingDocument>,
  context: ContextOf<typeof contract.addSupportingDocument>,
): Promise<Reply<typeof contract.addSupportingDocument>> {
  const { db, client } = context
  const { applicationId } = params
  const seen = await findVisibleApplication(applicationId, context)
  requireDocumentAccess(seen)
  if (endedStates.includes(seen.row.state))
    throw new Problem('conflict', {
      detail: 'This application has been decided, so you can’t add more documents.',
    })
  const document = { applicationId, type: query.type, name: query.name }
  const documentId = await storeExaminedUpload(upload, document, context)
  const row = (await supportingDocumentsOf(db, applicationId)).find(
    ({ document_id: id }) => id === documentId,
  )
  if (!row) throw new Problem('not-found')
  return toSupportingDocument(row, client.timeZone)
}
