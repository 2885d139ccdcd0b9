import { z } from 'zod'
import { realmTask } from '../../../server/jobs/task.ts'
import { endRelationshipsIn } from './end-relationships.ts'
import { Refused } from './operator.ts'
import { findPerson } from './staff.queries.ts'

/**
 * Ends the relationships of a person whose access has ended, in every book of the realm. An account of which they became the last donor
 * keeps them, until people decide about its money; it gives them no access.
 */
export const endRelationships = realmTask(
  'end-relationships',
  z.object({ userId: z.uuid(), endedBy: z.uuid() }),
  async ({ userId, endedBy }, { db, books, clock, signal }) => {
    const now = clock.now()
    const person = await findPerson(db, { userId }, now)
    // Somebody who has access again was not the one who left.
    if (!person || person.hasAccess || person.isSuspended) return
    const operator = await findPerson(db, { userId: endedBy }, now)
    if (!operator) throw new Error('the person who ended the access is gone')
    for (const book of books) {
      signal.throwIfAborted()
      await endRelationshipsIn(book, { userId, operator, at: now }).catch((error: unknown) => {
        if (!(error instanceof Refused)) throw error
      })
    }
  },
)
