import { z } from 'zod'
import { books, clientOfBook } from '../../clients/clients.ts'
import { dateOf, hourOf } from '../../domain/dates.ts'
import { type DueWork, type FailedWork, runDueWork } from './due-work.ts'
import { type RealmTaskContext, realmTask, type Task } from './task.ts'

/** Does the due work of each book of the realm. Its failures are in the log of jobs and in the table due_work. */
export const dueWorkTask = (
  works: (context: RealmTaskContext) => readonly DueWork[],
): Task<Record<string, never>> => realmTask('run-due-work', z.object({}), run(works), { slots: 'long' })

const run =
  (works: (context: RealmTaskContext) => readonly DueWork[]) =>
  async (_payload: unknown, realmContext: RealmTaskContext): Promise<void> => {
    const { books: ofRealm, documentFiles, signal, clock } = realmContext
    const ofEach = works(realmContext)
    const failed: FailedWork[] = []
    for (const { name, db } of ofRealm) {
      const book = books.find(each => each.name === name)
      if (!book) throw new Error(`there is no book ${name}`)
      const { timeZone } = clientOfBook(name)
      const now = clock.now()
      const time = { today: dateOf(now, timeZone), hour: hourOf(now, timeZone) }
      const context = { book, db, now, ...time, documentFiles, signal }
      failed.push(...(await runDueWork(ofEach, context)))
    }
    if (failed.length > 0)
      throw new AggregateError(
        failed.map(({ error }) => error),
        failed.map(({ work, day, error }) => `${work} of ${day}: ${String(error)}`).join('; '),
      )
  }
