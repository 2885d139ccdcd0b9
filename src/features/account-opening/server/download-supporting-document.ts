import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import type * as contract from '../account-opening.contract.ts'
import { findVisibleApplication, type OpeningContext } from './find-application.ts'
import { addApplicationLink } from './link-to-supporting-document.ts'
import { requireDocumentAccess } from './require-document-access.ts'
import { findSupportingDocument } from './supporting-documents.queries.ts'

/** A link for this session to a supporting document of an application. */
export async function downloadSupportingDocument(
  { params: { applicationId, documentId } }: HandlerInput<typeof contract.downloadSupportingDocument>,
  context: OpeningContext,
): Promise<Reply<typeof contract.downloadSupportingDocument>> {
  requireDocumentAccess(await findVisibleApplication(applicationId, context))
  if (!(await findSupportingDocument(context.db, applicationId, documentId))) throw new Problem('not-found')
  return await addApplicationLink(applicationId, documentId, context)
}
