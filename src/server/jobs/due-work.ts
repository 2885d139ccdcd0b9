import type { Kysely } from 'kysely'
import type { BookOfRealm } from '../../clients/clients.ts'
import { addDays, type IsoDate } from '../../domain/dates.ts'
import { hourMs, minuteMs } from '../../domain/durations.ts'
import type { DB } from '../db/schema.ts'
import type { EncryptedFiles } from '../files/encrypted-files.ts'
import { finishDay, planDays, recordFailure, unfinishedDays, withWorkLock } from './due-work.queries.ts'

export type DueWorkContext = {
  book: BookOfRealm
  db: Kysely<DB>
  /** The day whose work it is; earlier than today if the program missed it. */
  day: IsoDate
  now: Date
  documentFiles: EncryptedFiles | null
  /** Aborts when the server stops; long work checks it and throws. */
  signal: AbortSignal
}

/**
 * Work of a feature that every book has on every day. Each day runs once, but a program that is killed after the work and
 * before its record repeats it: what it makes has a unique key, such as the cause of a document.
 */
export type DueWork = {
  /** Stored with each day, so it must never change. */
  name: string
  /** The hour of the client's clock from which the work of a day runs; absent: from midnight. */
  fromHour?: number
  run(context: DueWorkContext): Promise<void>
}

/** The client's clock when due work runs. */
type WorkClock = { today: IsoDate; hour: number }

/** The last day whose work runs at this time: today, or yesterday before the work's hour. */
export const lastDueDay = (
  { fromHour = 0 }: Pick<DueWork, 'fromHour'>,
  { today, hour }: WorkClock,
): IsoDate => (hour >= fromHour ? today : addDays(today, -1))

export type FailedWork = { work: string; day: IsoDate; error: unknown }

const maxDelayMs = 6 * hourMs

/** When a day that failed is tried again: after 5, 10, 20 minutes and so on, at most six hours. */
const nextAttempt = (attempts: number, now: Date) =>
  new Date(now.getTime() + Math.min(maxDelayMs, 5 * minuteMs * 2 ** Math.min(attempts, 10)))

/**
 * Does all work that is due in a book until today, the oldest day first. A day that fails is tried again later; it stops neither
 * later days nor other work. Only one copy of the program does a book's work of one name at a time.
 *
 * @returns what failed this time.
 */
export async function runDueWork(
  works: readonly DueWork[],
  context: Omit<DueWorkContext, 'day'> & WorkClock,
): Promise<FailedWork[]> {
  const failed: FailedWork[] = []
  for (const work of works) {
    if (context.signal.aborted) break
    await withWorkLock(context.db, context.book.name, work.name, async () => {
      failed.push(...(await runDaysOf(work, context)))
    })
  }
  return failed
}

async function runDaysOf(
  work: DueWork,
  { today, hour, ...context }: Omit<DueWorkContext, 'day'> & WorkClock,
): Promise<FailedWork[]> {
  const { db, now, signal } = context
  const failed: FailedWork[] = []
  await planDays(db, work.name, lastDueDay(work, { today, hour }))
  for (const { day, attempts } of await unfinishedDays(db, work.name, now)) {
    if (signal.aborted) break
    try {
      await work.run({ ...context, day })
    } catch (error) {
      // An interrupted day is no failure: the next start repeats it at once.
      if (signal.aborted) break
      await recordFailure(db, work.name, day, { error, nextAttemptAt: nextAttempt(attempts, now) })
      failed.push({ work: work.name, day, error })
      continue
    }
    await finishDay(db, work.name, day, now)
  }
  return failed
}
