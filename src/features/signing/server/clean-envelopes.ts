import { z } from 'zod'
import { dayMs, hourMs, minuteMs } from '../../../domain/durations.ts'
import { addJobs } from '../../../server/jobs/add-job.ts'
import { realmTask } from '../../../server/jobs/task.ts'
import { abandonOldFiles, filesWithBytesToRemove, markFileBytesRemoved } from './envelope-files.queries.ts'
import { type EnvelopeStore, keyOfFile } from './envelope-store.ts'
import { envelopesToSeal } from './envelopes.queries.ts'
import { sealEnvelope } from './seal-envelope.ts'

const batchSize = 500

/** Removes leftovers of crashes from envelopes, and seals documents that have waited too long for their seal. */
export const cleanEnvelopeStores = realmTask('clean-envelopes', z.object({}), async (_payload, context) => {
  const { books, documentFiles } = context
  if (documentFiles === null) throw new Error('the worker has no store of documents')
  for (const { name, db } of books)
    await cleanEnvelopes({ book: name, db, documentFiles }, context.clock.now(), context.signal)
})

/**
 * Safe to run at any time and more than once.
 *
 * @returns how many files were removed from the store.
 */
export async function cleanEnvelopes(
  { book, db, documentFiles }: EnvelopeStore,
  now: Date,
  signal?: AbortSignal,
): Promise<number> {
  const before = (ms: number) => new Date(now.getTime() - ms)
  // The queue stops retrying a job that failed too often.
  const toSeal = await envelopesToSeal(db, before(10 * minuteMs))
  await addJobs(
    db,
    sealEnvelope,
    toSeal.map(envelopeId => ({ payload: { envelopeId }, key: `seal-${envelopeId}` })),
  )
  await abandonOldFiles(db, { since: before(hourMs), at: now })
  let removed = 0
  for (const { fileId, removedAt } of await filesWithBytesToRemove(db, batchSize)) {
    if (signal?.aborted) break
    await documentFiles.remove(keyOfFile(book, fileId))
    removed += 1
    // A hanging program may still write the bytes of an abandoned upload, so they are removed again for a day.
    if (removedAt < before(dayMs)) await markFileBytesRemoved(db, fileId, now)
  }
  return removed
}
