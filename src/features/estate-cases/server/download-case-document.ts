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
  const { account_id, document_id } = await requireCase(context.db, caseId)
  const document = await findDocument(context.db, account_id, document_id)
  if (!document) throw new Problem('not-found')
  return await addLinkTo(document, context)
}
