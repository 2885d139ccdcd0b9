import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import type * as contract from '../account-opening.contract.ts'
import { findVisibleApplication, type OpeningContext } from './find-application.ts'
import { addApplicationLink } from './link-to-supporting-document.ts'

/** A link for this session to the document that the donors sign; with their signatures once everyone has signed. */
export async function downloadApplicationDocument(
  { params: { applicationId } }: HandlerInput<typeof contract.downloadApplicationDocument>,
  context: OpeningContext,
): Promise<Reply<typeof contract.downloadApplicationDocument>> {
  const { row } = await findVisibleApplication(applicationId, context)
  if (row.document === null) throw new Problem('not-found')
  return await addApplicationLink(applicationId, null, context)
}
