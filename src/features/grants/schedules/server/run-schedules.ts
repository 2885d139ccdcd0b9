import type { Kysely } from 'kysely'
import { clientOfBook } from '../../../../clients/clients.ts'
import { dateOf, type IsoDate } from '../../../../domain/dates.ts'
import type { DB } from '../../../../server/db/schema.ts'
import type { DueWork } from '../../../../server/jobs/due-work.ts'
import { lockFund } from '../../server/grants.queries.ts'
import { type RunSettings, runNextOccurrence } from './run-occurrence.ts'
import { type DueSchedule, findDueSchedules, lockSchedule } from './schedules.queries.ts'

const batchSize = 500

/** The hour of the client's clock at which the dates of a day run (§13). */
const scheduleHour = 6

/**
 * Recommends what the book's schedules have due on the day or before it. Each occurrence has its own transaction, which also moves its
 * schedule on, so a run that is interrupted or runs twice recommends no date twice. A schedule that fails stops no other; the day is
 * tried again later.
 */
export const grantSchedules: DueWork = {
  name: 'grant-schedules',
  fromHour: scheduleHour,
  run: async ({ db, book, day, now, signal }) => {
    const client = clientOfBook(book.name)
    const settings = { client, book, now, today: dateOf(now, client.timeZone) }
    const errors: unknown[] = []
    let after: DueSchedule | null = null
    for (;;) {
      const batch: DueSchedule[] = await findDueSchedules(db, day, after, batchSize)
      for (const schedule of batch) {
        signal.throwIfAborted()
        await runDates(db, schedule, { ...settings, day }).catch((error: unknown) => errors.push(error))
        after = schedule
      }
      if (batch.length < batchSize) break
    }
    const [first] = errors
    if (errors.length > 0)
      throw new AggregateError(errors, `${errors.length} schedules failed, the first with: ${String(first)}`)
  },
}

/** Runs each date of one schedule that is due, the oldest first. */
async function runDates(
  db: Kysely<DB>,
  { schedule_id: scheduleId, account_id: accountId }: DueSchedule,
  settings: RunSettings & { day: IsoDate },
): Promise<void> {
  for (let hasMore = true; hasMore; ) {
    hasMore = await db.transaction().execute(async trx => {
      const fund = await lockFund(trx, accountId)
      const schedule = fund && (await lockSchedule(trx, accountId, scheduleId))
      if (!schedule) return false
      const after = await runNextOccurrence(trx, schedule, {
        ...settings,
        fundStatus: fund.account_status,
      })
      return after !== null
    })
  }
}
