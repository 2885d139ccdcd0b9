import type { Kysely } from 'kysely'
import { z } from 'zod'
import { minuteMs } from '../../../domain/durations.ts'
import type { DB } from '../../../server/db/schema.ts'
import { addJobs } from '../../../server/jobs/add-job.ts'
import { realmTask } from '../../../server/jobs/task.ts'
import { issueReceipt } from './issue-receipt.ts'
import { findWithoutReceipt } from './receipts.queries.ts'

const patienceMs = 5 * minuteMs
const batchSize = 200

/** Finds contributions whose receipt was not issued or not stored, in every book of the realm: its job was lost, or given up. */
export const pollReceipts = realmTask('poll-receipts', z.object({}), async (_payload, { books, clock }) => {
  for (const { db } of books) await addMissingReceipts(db, clock.now())
})

export async function addMissingReceipts(db: Kysely<DB>, now: Date): Promise<number> {
  const before = new Date(now.getTime() - patienceMs)
  const found = await findWithoutReceipt(db, { before, limit: batchSize })
  await addJobs(
    db,
    issueReceipt,
    found.map(contributionId => ({ payload: { contributionId }, key: `receipt:${contributionId}` })),
  )
  return found.length
}
