import type { ReceivedUpload } from '../../../contract/endpoint.ts'
import { fieldProblem, Problem } from '../../../contract/problems.ts'
import type { Actor } from '../../../server/auth/actor.ts'
import { requesterOf } from '../../../server/heavy-work/requester.ts'
import type { BaseContext } from '../../../server/http/request-context.ts'
import {
  type DocumentMediaType,
  maxDocumentBytes,
  documentFiles as mediaTypes,
} from '../../files/domain/document-files.ts'
import { examineDocument } from '../../files/server/examine/examine-file.ts'

type Scan = Pick<BaseContext, 'scanFile' | 'log'>
type Context = BaseContext & { actor: Actor }

/** The part of an uploaded file that may be stored, and the finding of the virus scanner. */
export type ExaminedUpload = { mediaType: DocumentMediaType; bytes: Uint8Array; finding: string | null }

/** Examines and scans an uploaded document. @throws Problem validation on `file` with the reason if it is refused. */
export async function examineUpload(upload: ReceivedUpload, context: Context): Promise<ExaminedUpload> {
  const { mediaType, bytes } = await examineDocument(upload, requesterOf(context))
  if (!isDocument(mediaType)) throw new Error(`the examination accepted ${mediaType}`)
  // A picture may grow when it is encoded again.
  if (bytes.length > maxDocumentBytes)
    throw fieldProblem(
      'file',
      'The picture is too large. Save it with fewer pixels or with more compression.',
    )
  return { mediaType, bytes, finding: await scan(upload, context) }
}

export const quarantined = (finding: string) =>
  fieldProblem(
    'file',
    `The virus scanner found ${finding} in this file. It was quarantined, and no one can open it.`,
  )

const isDocument = (mediaType: string): mediaType is DocumentMediaType => Object.hasOwn(mediaTypes, mediaType)

/** What the scanner found; null if nothing, or without a scanner. */
async function scan(upload: ReceivedUpload, { scanFile, log }: Scan): Promise<string | null> {
  if (scanFile === null) return null
  try {
    return (await scanFile(upload.parts())).found
  } catch (error) {
    log.error(error, 'the virus scanner cannot be reached')
    throw new Problem('service-unavailable', { service: 'our virus scanner' })
  }
}
