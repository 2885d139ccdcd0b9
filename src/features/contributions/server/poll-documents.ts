import type { Kysely } from 'kysely'
import { z } from 'zod'
import { minuteMs } from '../../../domain/durations.ts'
import type { DB } from '../../../server/db/schema.ts'
import { addJobs } from '../../../server/jobs/add-job.ts'
import { realmTask } from '../../../server/jobs/task.ts'
import { advanceDocument } from './advance-document.ts'
import { findUnfinished } from './contribution-documents.queries.ts'

/** Providers limit how often one envelope may be polled. */
export const pollIntervalMs = 15 * minuteMs
const batchSize = 500

/** Finds documents whose webhook or job was lost, in every book of the realm. */
export const pollContributionDocuments = realmTask(
  'poll-contribution-documents',
  z.object({}),
  async (_payload, { books, clock }) => {
    for (const { db } of books) await pollDocuments(db, clock.now())
  },
)

/** Advances each document of the book without news for a while, the oldest first. */
export async function pollDocuments(db: Kysely<DB>, now: Date): Promise<number> {
  const since = new Date(now.getTime() - pollIntervalMs)
  const found = await findUnfinished(db, { since, limit: batchSize })
  await addJobs(
    db,
    advanceDocument,
    found.map(documentId => ({ payload: { documentId }, key: documentId })),
  )
  return found.length
}
