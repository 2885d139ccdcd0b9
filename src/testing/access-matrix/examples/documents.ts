import {
  downloadDocument,
  listDocuments,
  uploadDocument,
} from '../../../features/documents/documents.contract.ts'
import {
  archiveStaffDocument,
  downloadStaffDocument,
  listStaffDocuments,
  uploadStaffDocument,
} from '../../../features/documents/staff-documents.contract.ts'
import { pngOf } from '../../factories/make-file.ts'
import { command, type Example, example, fund } from './example.ts'

export const documentsExamples: readonly Example[] = [
  example(listDocuments, {
    needs: 'ACCOUNT_DETAIL_VIEW',
    sent: fund,
    contains: ({ book }) => `Statement of ${book}`,
  }),
  example(uploadDocument, {
    needs: 'DOCUMENT_MANAGE',
    sent: about => ({
      ...fund(about),
      query: { name: 'Letter.png', type: 'other' as const },
      upload: pngOf(4, 3),
    }),
    contains: () => 'Letter.png',
  }),
  example(downloadDocument, {
    needs: 'DOCUMENT_VIEW',
    sent: ({ fundId, accountId, documentId }) => ({
      params: { fundId, documentId },
      query: { entityId: accountId, type: 'statement' as const },
    }),
    contains: () => '/documents/',
  }),
  example(listStaffDocuments, {
    needs: 'SUPER_DASHBOARD_VIEW',
    sent: () => ({}),
    contains: ({ book }) => `Minutes of ${book}`,
  }),
  // A service team holds DOCUMENT_MANAGE on accounts, and staff documents belong to none.
  example(uploadStaffDocument, {
    needs: 'DOCUMENT_MANAGE',
    onlyFor: 'super_user',
    sent: () => ({ query: { name: 'Letter.png', type: 'other' as const }, upload: pngOf(4, 3) }),
    contains: () => 'Letter.png',
  }),
  example(downloadStaffDocument, {
    needs: 'SUPER_DASHBOARD_VIEW',
    sent: ({ staffDocumentId }) => ({ params: { documentId: staffDocumentId } }),
    contains: () => '/documents/staff/',
  }),
  example(archiveStaffDocument, {
    needs: 'DOCUMENT_MANAGE',
    onlyFor: 'super_user',
    sent: ({ staffDocumentId }) => ({
      params: { documentId: staffDocumentId },
      body: command({ isArchived: false }),
    }),
    contains: ({ book }) => `Minutes of ${book}`,
  }),
]
