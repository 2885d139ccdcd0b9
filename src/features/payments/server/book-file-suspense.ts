import { z } from 'zod'
import { dateOf } from '../../../domain/dates.ts'
import { invariant } from '../../../domain/invariant.ts'
import { task } from '../../../server/jobs/task.ts'
import { bookSuspense } from '../../suspense/server/book-suspense.ts'
import { findBankFileAuthor, lockBankFiles } from './bank-files.queries.ts'

/**
 * Books the credits of a statement that nothing explains into suspense, some hundred in one transaction, so that a large file holds up
 * neither the request that applies it nor another file. A job that is interrupted continues where it stopped: what is in suspense is not
 * booked again.
 */
export const bookFileSuspense = task(
  'book-suspense',
  z.object({ client: z.string(), bankFileId: z.uuid() }),
  async ({ client: name, bankFileId }, { db, signal, clock, client: clientOf }) => {
    const { book, timeZone } = clientOf(name)
    const author = await findBankFileAuthor(db, bankFileId)
    invariant(author, 'a file that was applied has somebody who applied it')
    const about = { book, today: dateOf(clock.now(), timeZone), userId: author.applied_by }
    let after: string | null = null
    do {
      if (signal.aborted)
        throw new Error('the server is stopping: the rest of the file is booked after the next start')
      const from: string | null = after
      after = await db.transaction().execute(async trx => {
        await lockBankFiles(trx)
        return await bookSuspense(trx, { bankFileId, after: from }, about)
      })
    } while (after !== null)
  },
)
