import type { Kysely } from 'kysely'
import { z } from 'zod'
import { minuteMs } from '../../../domain/durations.ts'
import type { DB } from '../../../server/db/schema.ts'
import { addJobs } from '../../../server/jobs/add-job.ts'
import { realmTask } from '../../../server/jobs/task.ts'
import type { ApplicationDraft } from '../domain/draft.ts'
import type { Duplicate } from '../review.contract.ts'
import { advanceApplication } from './advance-application.ts'
import { findApplication, findUnfinished } from './applications.queries.ts'
import {
  fundsLike,
  maxDuplicates,
  partiesLike,
  saveDuplicates,
  usersLike,
  withoutDuplicateCheck,
} from './duplicates.queries.ts'

type InBook = { name: string; db: Kysely<DB> }

/**
 * Looks in every book of the realm for people and funds that may be those of an application, and stores what it finds with the
 * application. Only a job of the realm reaches all books.
 */
export const findApplicationDuplicates = realmTask(
  'find-application-duplicates',
  z.object({ book: z.string(), applicationId: z.uuid() }),
  async ({ book, applicationId }, { db: realmDb, books, clock }) => {
    const own = books.find(({ name }) => name === book)
    if (!own) throw new Error(`the realm has no book ${book}`)
    const row = await findApplication(own.db, applicationId)
    if (!row || row.erased_at !== null) return
    const found = [...(await usersLike(realmDb, row.draft)), ...(await inBooks(books, row.draft))]
    await saveDuplicates(own.db, applicationId, found.slice(0, maxDuplicates), clock.now())
  },
)

/** How long an application may stay unchanged before its next step counts as missed. */
const pollIntervalMs = 15 * minuteMs
const batchSize = 500

/** Finds applications whose next step was missed, and submitted ones without a check for duplicates, in every book. */
export const pollApplications = realmTask(
  'poll-applications',
  z.object({}),
  async (_payload, { db, books, clock }) => {
    const since = new Date(clock.now().getTime() - pollIntervalMs)
    for (const { name, db: book } of books) {
      const unfinished = await findUnfinished(book, { since, limit: batchSize })
      await addJobs(
        book,
        advanceApplication,
        unfinished.map(applicationId => ({ payload: { applicationId }, key: applicationId })),
      )
      const unchecked = await withoutDuplicateCheck(book, batchSize)
      await addJobs(
        db,
        findApplicationDuplicates,
        unchecked.map(applicationId => ({ payload: { book: name, applicationId }, key: applicationId })),
      )
    }
  },
)

async function inBooks(books: readonly InBook[], draft: ApplicationDraft): Promise<Duplicate[]> {
  const found: Duplicate[] = []
  for (const { db } of books) {
    found.push(...(await fundsLike(db, draft.account.accountName)))
    found.push(...(await partiesLike(db, draft)))
  }
  return found
}
