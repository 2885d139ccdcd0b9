import {
  downloadDocument,
  listDocuments,
  uploadDocument,
} from '../../../features/documents/documents.contract.ts'
import { pdfOf } from '../../factories/make-file.ts'
import { type Example, example, fund } from './example.ts'

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
      query: { name: 'Letter.pdf', type: 'other' as const },
      upload: pdfOf(),
    }),
    contains: () => 'Letter.pdf',
  }),
  example(downloadDocument, {
    needs: 'DOCUMENT_VIEW',
    sent: ({ fundId, accountId, documentId }) => ({
      params: { fundId, documentId },
      query: { entityId: accountId, type: 'statement' as const },
    }),
    contains: () => '/documents/',
  }),
]
