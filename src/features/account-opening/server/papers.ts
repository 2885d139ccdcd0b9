import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import { storeExaminedUpload } from '../../documents/server/store-examined-upload.ts'
import type { addApplicationPaper } from '../account-opening.contract.ts'
import { findVisibleApplication, type VisibleApplication } from './find-application.ts'
import { papersOf } from './papers.queries.ts'
import { paperOf } from './show-application.ts'

const endedStates = ['accepted', 'declined', 'withdrawn']

/**
 * Stores a supporting document of an application, once it was examined and scanned. The starter and staff may add some until the
 * application is decided.
 */
export async function addPaper(
  { params, query, upload }: HandlerInput<typeof addApplicationPaper>,
  context: ContextOf<typeof addApplicationPaper>,
): Promise<Reply<typeof addApplicationPaper>> {
  const { db, client } = context
  const { applicationId } = params
  const seen = await findVisibleApplication(applicationId, context)
  requirePapers(seen)
  if (endedStates.includes(seen.row.state))
    throw new Problem('conflict', {
      detail: 'This application has been decided, so you can’t add more documents.',
    })
  const document = { applicationId, type: query.type, name: query.name }
  const documentId = await storeExaminedUpload(upload, document, context)
  const row = (await papersOf(db, applicationId)).find(({ document_id: id }) => id === documentId)
  if (!row) throw new Problem('not-found')
  return paperOf(row, client.timeZone)
}

/** Only the starter and the reviewers may open supporting documents: other signers must not see a co-donor's passport. */
export function requirePapers({ isStarter, isReviewer }: VisibleApplication): void {
  if (!isStarter && !isReviewer) throw new Problem('not-found')
}
