import type { Kysely } from 'kysely'
import { z } from 'zod'
import { clientOfBook } from '../../../clients/clients.ts'
import { dateOf, type IsoDate } from '../../../domain/dates.ts'
import type { DB } from '../../../server/db/schema.ts'
import { realmTask } from '../../../server/jobs/task.ts'
import { addEvent } from './applications.queries.ts'
import { eraseContent, findDue } from './due-applications.queries.ts'

const batchSize = 500

/** Erases applications at the end of their retention period (§17), in every book of the realm. */
export const eraseApplications = realmTask(
  'erase-applications',
  z.object({}),
  async (_payload, { books, clock }) => {
    const now = clock.now()
    for (const { name, db } of books) {
      await eraseDue(db, { today: dateOf(now, clientOfBook(name).timeZone), at: now })
    }
  },
)

/**
 * Erases the draft, the signers and the history of each application whose retention period has ended. Its supporting documents go first:
 * the retention of documents lists and removes them (src/features/documents/server/retention.ts).
 *
 * @returns how many were erased.
 */
export async function eraseDue(db: Kysely<DB>, { today, at }: { today: IsoDate; at: Date }): Promise<number> {
  const due = await findDue(db, today, batchSize)
  for (const applicationId of due)
    await db.transaction().execute(async trx => {
      // It may have been changed since it was found.
      if (!(await eraseContent(trx, applicationId, { today, at }))) return
      await addEvent(trx, applicationId, {
        kind: 'erased',
        at,
        userId: null,
        name: 'The portal',
        bySponsor: true,
      })
    })
  return due.length
}
