import type { Kysely } from 'kysely'
import { fieldProblem } from '../../../contract/problems.ts'
import type { DB } from '../../../server/db/schema.ts'
import type { DocumentType } from '../../documents/domain/document-types.ts'
import { documentsOf } from './case-facts.queries.ts'
import type { CaseRow } from './cases.queries.ts'

/** The type of the document that a case rests on; null: a closing's instruction may have come as a letter. */
export const documentTypeOf = (kind: CaseRow['kind']): DocumentType | null =>
  kind === 'death' ? 'death-certificate' : null

/** Throws `validation` unless the account has this document, of this type. */
export async function requireDocument(
  trx: Kysely<DB>,
  accountId: string,
  documentId: string | null,
  type: DocumentType | null,
): Promise<void> {
  const document = (await documentsOf(trx, accountId)).find(each => each.document_id === documentId)
  if (!document) throw fieldProblem('documentId', 'Choose a document of this account')
  if (type !== null && document.type !== type)
    throw fieldProblem('documentId', 'Choose a document that was added as a death certificate')
}
