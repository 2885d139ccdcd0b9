import * as z from 'zod/mini'
import { endpoint } from '../../../contract/endpoint.ts'
import { fileName, fundId, isoDate } from '../../../contract/wire.ts'
import { maxDocumentBytes } from '../../files/domain/document-files.ts'

export const maxHoldingDocuments = 20

/** A document about an asset. `downloadDocument` of its own account serves it. */
export const holdingDocument = z.object({
  documentId: z.uuid(),
  fileName: z.string(),
  addedDate: isoDate,
  /** The account where it is stored: another one than the asset’s where the contribution moved. */
  fundId: z.int(),
  accountId: z.uuid(),
})
export type HoldingDocument = z.output<typeof holdingDocument>

/** The body is the file itself, as in `uploadDocument`. */
export const addHoldingDocument = endpoint({
  method: 'POST',
  path: '/api/accounts/{fundId}/holdings/{holdingId}/documents',
  summary: 'Stores a document about an asset, such as its appraisal: a PDF, PNG or JPEG of at most 25 MB',
  records: ['document-added', 'document-quarantined'],
  access: 'DOCUMENT_MANAGE',
  params: z.object({ fundId, holdingId: z.uuid() }),
  query: z.object({ name: fileName }),
  upload: { maxBytes: maxDocumentBytes },
  reply: z.object({ documentId: z.string() }),
})
