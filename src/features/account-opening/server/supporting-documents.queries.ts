import { type Kysely, sql } from 'kysely'
import type { DB } from '../../../server/db/schema.ts'

export type DocumentRow = {
  document_id: string
  name: string
  type: 'identity' | 'application'
  media_type: 'application/pdf' | 'image/png' | 'image/jpeg'
  bytes: number
  added_at: Date
}

/** The complete supporting documents of an application, oldest first. */
export async function supportingDocumentsOf(db: Kysely<DB>, applicationId: string): Promise<DocumentRow[]> {
  const { rows } = await sql<DocumentRow>`
    select document_id, name, type, media_type, bytes, added_at from document
    where application_id = ${applicationId} and state = 'stored' and cause is null
    order by added_at, document_id limit 100`.execute(db)
  return rows
}

/** A complete supporting document of an application. */
export async function findSupportingDocument(
  db: Kysely<DB>,
  applicationId: string,
  documentId: string,
): Promise<(DocumentRow & { sha256: Buffer }) | undefined> {
  const { rows } = await sql<DocumentRow & { sha256: Buffer }>`
    select document_id, name, type, media_type, bytes, sha256, added_at from document
    where application_id = ${applicationId} and document_id = ${documentId} and state = 'stored' and cause is null`.execute(
    db,
  )
  return rows[0]
}

/** Moves the supporting documents and the signed document to the account. */
export async function moveDocumentsToAccount(
  trx: Kysely<DB>,
  applicationId: string,
  accountId: string,
): Promise<void> {
  for (const table of ['document', 'envelope'] as const)
    await trx
      .updateTable(table)
      .set({ account_id: accountId })
      .where('application_id', '=', applicationId)
      .where('account_id', 'is', null)
      .execute()
}
