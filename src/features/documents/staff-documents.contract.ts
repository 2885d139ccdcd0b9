import * as z from 'zod/mini'
import { endpoint } from '../../contract/endpoint.ts'
import { command, fileName, isoDate, listOf, listQuery } from '../../contract/wire.ts'
import { maxDocumentBytes } from '../files/domain/document-files.ts'
import { staffDocumentTypes } from './domain/staff-document-types.ts'

// Documents of the sponsor's staff, which belong to a realm and to no account. All of it also needs the permission by a role on the
// realm: DOCUMENT_VIEW to read, DOCUMENT_MANAGE to change.

const type = z.enum(staffDocumentTypes)

const staffDocument = z.object({
  documentId: z.string(),
  fileName: z.string(),
  type,
  addedDate: isoDate,
  bytes: z.int(),
  /** When it was archived; null: it is in use. */
  archivedDate: z.nullable(isoDate),
  /** The day on which it will be deleted because its retention period is over (§17). */
  deletionDate: z.nullable(isoDate),
})
export type StaffDocument = z.output<typeof staffDocument>

export const listStaffDocuments = endpoint({
  method: 'GET',
  path: '/api/staff-documents',
  summary: 'Lists the documents of staff that belong to no account, newest first',
  access: 'SUPER_DASHBOARD_VIEW',
  query: z.object(listQuery),
  reply: listOf(staffDocument),
})

/** The body is the file itself, as with uploadDocument. */
export const uploadStaffDocument = endpoint({
  method: 'POST',
  path: '/api/staff-documents',
  summary: 'Stores a document of staff: a PDF, PNG or JPEG of at most 25 MB',
  records: ['staff-document-added', 'staff-document-quarantined'],
  access: 'DOCUMENT_MANAGE',
  query: z.object({ name: fileName, type }),
  upload: { maxBytes: maxDocumentBytes },
  reply: staffDocument,
})

const params = z.object({ documentId: z.uuid() })

/** The link works as that of downloadDocument. */
export const downloadStaffDocument = endpoint({
  method: 'GET',
  path: '/api/staff-documents/{documentId}/download',
  summary: 'Returns a link that downloads a document of staff',
  access: 'SUPER_DASHBOARD_VIEW',
  params,
  reply: z.object({ href: z.string() }),
})

/** The retention period of an archived document starts now. Archiving it twice changes nothing. */
export const archiveStaffDocument = endpoint({
  method: 'POST',
  path: '/api/staff-documents/{documentId}/archive',
  summary: 'Archives a staff document, or restores it',
  records: ['staff-document-archived', 'staff-document-restored'],
  access: 'DOCUMENT_MANAGE',
  params,
  body: command(z.object({ isArchived: z.boolean() })),
  reply: staffDocument,
})
