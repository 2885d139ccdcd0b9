import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import type * as contract from '../documents.contract.ts'
import { findDocument } from './documents.queries.ts'
import { addLinkTo } from './link-to-document.ts'

/**
 * A link for this session to a document that the caller may read. What they may not read, and a document of another account or type,
 * does not exist for them (§14).
 */
export async function downloadDocument(
  { params, query }: HandlerInput<typeof contract.downloadDocument>,
  context: ContextOf<typeof contract.downloadDocument>,
): Promise<Reply<typeof contract.downloadDocument>> {
  const document = await findDocument(context.db, context.account.accountId, params.documentId)
  const isNamed = query.entityId === context.account.accountId && query.type === document?.type
  if (!document || !isNamed) throw new Problem('not-found')
  return await addLinkTo(document, context)
}
