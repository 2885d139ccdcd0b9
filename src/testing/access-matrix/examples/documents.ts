import {
  downloadDocument,
  listDocuments,
  uploadDocument,
} from '../../../features/documents/documents.contract.ts'
import { pngOf } from '../../factories/make-file.ts'
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
]
