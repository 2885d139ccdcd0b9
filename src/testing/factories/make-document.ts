import type { DocumentType, ReaderRole } from '../../features/documents/domain/document-types.ts'
import { storeDocument } from '../../features/documents/server/store-document.ts'
import type { TestApp } from '../app.ts'
import type { MadeAccount } from './make-account.ts'
import { pdfOf } from './make-file.ts'

/** Stores a document of an account (default: a statement with one empty page), as the portal does. */
export async function makeDocument(
  portal: Pick<TestApp, 'databases' | 'documentFiles' | 'clock'>,
  { accountId, book }: Pick<MadeAccount, 'accountId' | 'book'>,
  about: {
    type?: DocumentType
    name?: string
    bytes?: Uint8Array
    readers?: readonly ReaderRole[]
    at?: Date
    cause?: string
  } = {},
): Promise<string> {
  const { type = 'statement', name = 'Statement Q3 2026', bytes = pdfOf(), readers, at, cause } = about
  const { documentId } = await storeDocument(
    { book, db: portal.databases.book(book), documentFiles: portal.documentFiles },
    {
      accountId,
      type,
      name,
      mediaType: 'application/pdf',
      bytes,
      ...(readers === undefined ? {} : { readers }),
      ...(cause === undefined ? {} : { cause }),
      addedBy: null,
      at: at ?? portal.clock.now(),
    },
  )
  return documentId
}
