import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { requesterOf } from '../../../server/heavy-work/requester.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import { keyOfDocument } from '../../documents/server/store-document.ts'
import { storeExaminedUpload } from '../../documents/server/store-examined-upload.ts'
import { findDataKey } from '../../documents/server/stored-documents.queries.ts'
import type {
  addApplicationPaper,
  getApplicationDocument,
  getApplicationPaper,
} from '../account-opening.contract.ts'
import { drawApplication, fileNameOf, signedApplication } from './advance-application.ts'
import { findVisibleApplication, type OpeningContext, type VisibleApplication } from './find-application.ts'
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
function requirePapers({ isStarter, isReviewer }: VisibleApplication): void {
  if (!isStarter && !isReviewer) throw new Problem('not-found')
}

export async function sendPaper(
  { params }: HandlerInput<typeof getApplicationPaper>,
  context: OpeningContext,
): Promise<Reply<typeof getApplicationPaper>> {
  const { db, book, documentFiles } = context
  const seen = await findVisibleApplication(params.applicationId, context)
  requirePapers(seen)
  const paper = (await papersOf(db, params.applicationId)).find(
    ({ document_id: id }) => id === params.documentId,
  )
  const scope = { table: 'document' as const, applicationId: params.applicationId }
  const dataKey = paper && (await findDataKey(db, scope, paper.document_id))
  if (!paper || !dataKey) throw new Problem('not-found')
  const file = { key: keyOfDocument(book.name, paper.document_id), dataKey, bytes: paper.bytes }
  // The screen knows the document's own name, which need not be ASCII.
  return fileReply('paper', paper.media_type, () => documentFiles.read(file))
}

/** The document that the donors sign; with their signatures once everyone has signed. */
export async function sendApplicationDocument(
  { params }: HandlerInput<typeof getApplicationDocument>,
  context: OpeningContext,
): Promise<Reply<typeof getApplicationDocument>> {
  const { db, book, documentFiles, signatures, clock, origin } = context
  const { row } = await findVisibleApplication(params.applicationId, context)
  if (row.document === null) throw new Problem('not-found')
  const place = { book: book.name, db, documentFiles, signatures, clock, originPattern: origin }
  const isSigned = row.submitted_at !== null && row.state !== 'draft' && row.state !== 'signing'
  const bytes = isSigned
    ? await signedApplication(place, row)
    : await drawApplication(place, row, requesterOf(context))
  return fileReply(fileNameOf(row), 'application/pdf', async function* () {
    yield bytes
  })
}

const fileReply = (name: string, mediaType: string, bytes: () => AsyncIterable<Uint8Array>) => ({
  name,
  mediaType,
  totalRows: null,
  rowsWritten: () => 1,
  bytes: bytes(),
})
