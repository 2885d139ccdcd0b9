import type { Kysely } from 'kysely'
import type { DB } from '../../../server/db/schema.ts'
import { addJob } from '../../../server/jobs/add-job.ts'
import { advanceDocument } from './advance-document.ts'
import { findByEnvelope } from './contribution-documents.queries.ts'

/** Adds the job that follows an envelope's contribution document. @returns false if no document of the book has this envelope. */
export async function followContributionDocument(
  db: Kysely<DB>,
  { provider, envelopeId }: { provider: string; envelopeId: string },
): Promise<boolean> {
  const documentId = await findByEnvelope(db, provider, envelopeId)
  if (documentId === undefined) return false
  await addJob(db, advanceDocument, { documentId }, { key: documentId })
  return true
}
