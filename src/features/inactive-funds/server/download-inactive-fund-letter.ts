import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { findDocument } from '../../documents/server/documents.queries.ts'
import { addLinkTo } from '../../documents/server/link-to-document.ts'
import type * as contract from '../inactive-funds.contract.ts'
import type { FundContext } from './fund-context.ts'
import { findLetterDocument } from './inactive-funds.queries.ts'

/** Throws `not-found` for another fund's letter, and until it is stored. */
export async function downloadInactiveFundLetter(
  { params: { accountId, stepId } }: HandlerInput<typeof contract.downloadInactiveFundLetter>,
  context: FundContext,
): Promise<Reply<typeof contract.downloadInactiveFundLetter>> {
  const documentId = await findLetterDocument(context.db, accountId, stepId)
  const document =
    documentId === undefined ? undefined : await findDocument(context.db, accountId, documentId)
  if (!document) throw new Problem('not-found')
  return await addLinkTo(document, context)
}
