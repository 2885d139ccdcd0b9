import { z } from 'zod'
import { books, clients } from '../../clients/clients.ts'
import { dateOf, hourOf } from '../../domain/dates.ts'
import { type DueWork, type FailedWork, runDueWork } from './due-work.ts'
import { type RealmTaskContext, realmTask, type Task } from './task.ts'

/** Does the due work of each book of the realm. Its failures are in the log of jobs and in the table due_work. */
export const dueWorkTask = (works: readonly DueWork[]): Task<Record<string, never>> =>
  realmTask('run-due-work', z.object({}), run(works), { takesLong: true })

const run =
  (works: readonly DueWork[]) =>
  async (_payload: unknown, { books: ofRealm, documentFiles, signal }: RealmTaskContext): Promise<void> => {
    const failed: FailedWork[] = []
    for (const { name, db } of ofRealm) {
      const book = books.find(each => each.name === name)
      const timeZone = clients[name]?.timeZone
      if (!book || timeZone === undefined) throw new Error(`the book ${name} has no client of its name`)
      const now = new Date()
      const clock = { today: dateOf(now, timeZone), hour: hourOf(now, timeZone) }
      const context = { book, db, now, ...clock, documentFiles, signal }
      failed.push(...(await runDueWork(works, context)))
    }
    if (failed.length > 0)
      throw new AggregateError(
        failed.map(({ error }) => error),
        failed.map(({ work, day, error }) => `${work} of ${day}: ${String(error)}`).join('; '),
      )
  }
