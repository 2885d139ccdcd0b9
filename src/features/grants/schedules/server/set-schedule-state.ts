import type { Kysely } from 'kysely'
import { Problem } from '../../../../contract/problems.ts'
import { hourOf } from '../../../../domain/dates.ts'
import { inTransaction } from '../../../../server/db/in-transaction.ts'
import type { DB } from '../../../../server/db/schema.ts'
import { lastDueDay } from '../../../../server/jobs/due-work.ts'
import { lockFund } from '../../server/grants.queries.ts'
import { runNextOccurrence } from './run-occurrence.ts'
import { grantSchedules } from './run-schedules.ts'
import { type Edited, lockRunning, recordScheduleChange, type ScheduleSettings } from './schedule-terms.ts'
import { updateSchedule } from './schedules.queries.ts'

/** Pauses, resumes or stops a schedule. Dates that passed while it was paused stay skipped. Throws as `changeSchedule`. */
export async function setScheduleState(
  db: Kysely<DB>,
  accountId: string,
  { state, ...edited }: Edited & { state: 'active' | 'paused' | 'stopped' },
  settings: ScheduleSettings,
): Promise<void> {
  await inTransaction(db, async trx => {
    const fund = await lockFund(trx, accountId)
    if (!fund) throw new Problem('not-found')
    let schedule = await lockRunning(trx, accountId, edited, settings)
    if (schedule.state === state) return
    const { client, book, today, now } = settings
    const day = lastDueDay(grantSchedules, { today, hour: hourOf(now, client.timeZone) })
    const run = { client, book, today, now, day, fundStatus: fund.account_status }
    // Dates that fell due before the change are decided by the previous state.
    for (let next = await runNextOccurrence(trx, schedule, run); next !== null; ) {
      schedule = next
      next = await runNextOccurrence(trx, schedule, run)
    }
    if (schedule.next_on === null) return
    const revision = schedule.revision + 1
    const columns = state === 'stopped' ? { state, next_on: null } : { state }
    await updateSchedule(trx, schedule.schedule_id, { ...columns, revision, changed_at: now })
    await recordScheduleChange(
      trx,
      { accountId, scheduleId: schedule.schedule_id, revision, before: schedule, after: { state } },
      settings,
    )
  })
}
