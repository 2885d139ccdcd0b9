import type { ReceivedUpload } from '../../../contract/endpoint.ts'
import type { Actor } from '../../../server/auth/actor.ts'
import type { BaseContext } from '../../../server/http/request-context.ts'
import { examineUpload, quarantined } from './examine-upload.ts'
import { type DocumentOwner, type NewDocument, storeDocument } from './store-document.ts'

/**
 * Examines, scans and stores an upload of the caller. Throws `validation` on `file` with the reason if it is refused, and if the scanner
 * found something: then it is in quarantine.
 *
 * @param completeWith as in storeDocument, but not for a document in quarantine.
 * @returns the id of the document.
 */
export async function storeExaminedUpload(
  upload: ReceivedUpload,
  document: DocumentOwner & Pick<NewDocument, 'type' | 'name' | 'readers'>,
  context: BaseContext & { actor: Actor },
  completeWith?: Parameters<typeof storeDocument>[2],
): Promise<string> {
  const { db, book, documentFiles, actor, request, clock } = context
  const { mediaType, bytes, finding } = await examineUpload(upload, context)
  const { documentId } = await storeDocument(
    { db, book: book.name, documentFiles },
    {
      ...document,
      mediaType,
      bytes,
      ...(finding === null ? {} : { finding }),
      addedBy: { userId: actor.userId, sessionId: actor.sessionId, address: request.ip },
      at: clock.now(),
    },
    finding === null ? completeWith : undefined,
  )
  if (finding !== null) throw quarantined(finding)
  return documentId
}
