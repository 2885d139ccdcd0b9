import * as z from 'zod/mini'
import { endpoint } from '../../contract/endpoint.ts'
import { fileName, fundId, isoDate, listOf, listQuery } from '../../contract/wire.ts'
import { maxDocumentBytes } from '../files/domain/document-files.ts'
import { documentTypeNames, readerRoles } from './domain/document-types.ts'

const documentType = z.enum(documentTypeNames)

/** A document of an account (§3). */
const document = z.object({
  documentId: z.string(),
  fileName: z.string(),
  type: documentType,
  addedDate: isoDate,
  bytes: z.int(),
  /** The roles that may read it; null to callers without DOCUMENT_MANAGE. */
  readers: z.nullable(z.array(z.enum(readerRoles))),
  /** The day on which it will be deleted because its retention period is over (§17); null to callers without DOCUMENT_MANAGE. */
  deletionDate: z.nullable(isoDate),
})
export type AccountDocument = z.output<typeof document>

/** The documents that the caller may read, newest first (§2.8). */
export const listDocuments = endpoint({
  method: 'GET',
  path: '/api/accounts/{fundId}/documents',
  summary: 'Lists the documents of a fund account that the caller may read',
  access: 'ACCOUNT_DETAIL_VIEW',
  params: z.object({ fundId }),
  query: z.object({ ...listQuery, type: z.optional(documentType) }),
  reply: listOf(document),
})

/** The roles that may read a document, separated by commas. */
const readers = z.string().check(z.maxLength(120), z.regex(/^[a-z_]+(,[a-z_]+)*$/, 'Choose who may read it'))

/**
 * The body is the file itself. Its bytes decide its type. `readers` replaces the readers of the document's type.
 * `call(uploadDocument, { params, query: { name: file.name, type }, upload: file })`.
 */
export const uploadDocument = endpoint({
  method: 'POST',
  path: '/api/accounts/{fundId}/documents',
  summary: 'Stores a document of a fund account: a PDF, PNG or JPEG of at most 25 MB',
  records: ['document-added', 'document-quarantined'],
  access: 'DOCUMENT_MANAGE',
  params: z.object({ fundId }),
  query: z.object({
    name: fileName,
    type: documentType,
    readers: z.optional(readers),
  }),
  upload: { maxBytes: maxDocumentBytes },
  reply: document,
})

/** Where one session saves a document, once; the first request is recorded. */
export const documentLink = z.object({ href: z.string() })

/**
 * §7's download: `entityId` is the account's id, `type` the document's. The link works in the session that asked for it. Its first
 * request must come within 60 seconds; from then on it serves the document, or ranges of it, for 10 minutes.
 */
export const downloadDocument = endpoint({
  method: 'GET',
  path: '/api/accounts/{fundId}/documents/{documentId}/download',
  summary: 'Returns a link that downloads a document of a fund account',
  access: 'DOCUMENT_VIEW',
  params: z.object({ fundId, documentId: z.uuid() }),
  query: z.object({ entityId: z.uuid(), type: documentType }),
  reply: documentLink,
})
