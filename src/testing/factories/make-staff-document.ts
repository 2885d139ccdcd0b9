import type { StaffDocumentType } from '../../features/documents/domain/staff-document-types.ts'
import { uploadStaffDocument } from '../../features/documents/staff-documents.contract.ts'
import type { TestApp, TestSession } from '../app.ts'
import { pdfOf } from './make-file.ts'

/** Stores a document of staff (default: an agreement with one empty page), as a super user does. */
export async function makeStaffDocument(
  { call }: Pick<TestApp, 'call'>,
  as: TestSession,
  about: { type?: StaffDocumentType; name?: string; bytes?: Uint8Array<ArrayBuffer> } = {},
): Promise<string> {
  const { type = 'agreement', name = 'Agency agreement', bytes = pdfOf() } = about
  const { reply } = await call(uploadStaffDocument, { query: { name, type }, upload: bytes }, { as })
  return reply.documentId
}
