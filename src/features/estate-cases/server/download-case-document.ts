import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { findDocument } from '../../documents/server/documents.queries.ts'
import { addLinkTo } from '../../documents/server/link-to-document.ts'
import type * as contract from '../estate-cases.contract.ts'
import { type CaseContext, requireCase } from './case-context.ts'

export async function downloadCaseDocument(
  { params: { caseId } }: HandlerInput<typeof contract.downloadCaseDocument>,
  context: CaseContext,
): Promise<Reply<typeof contract.downloadCaseDocument>> {
  const { document_account_id: accountId, document_id: documentId } = await requireCase(context.db, caseId)
  const document =
    accountId === null || documentId === null
      ? undefined
      : await findDocument(context.db, accountId, documentId)
  if (!document) throw new Problem('not-found')
  return await addLinkTo(document, context)
}
