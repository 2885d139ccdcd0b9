import { clientOfBook } from '../../../../clients/clients.ts'
import { addDays } from '../../../../domain/dates.ts'
import { addJobs } from '../../../../server/jobs/add-job.ts'
import type { DueWork } from '../../../../server/jobs/due-work.ts'
import { reminderDays } from '../../domain/announcement.ts'
import { findOverdue } from './announcements.queries.ts'
import { mailContributionReminder } from './mail-contribution-reminder.ts'

/**
 * Reminds of announced contributions that have not arrived. A day that runs twice mails once, because each contribution has one mail for each
 * number of days.
 */
export const remindOfAnnouncements: DueWork = {
  name: 'remind-of-announcements',
  run: async ({ db, book, day }) => {
    const client = clientOfBook(book.name)
    const daysOf = new Map(reminderDays.map(days => [addDays(day, -days), days]))
    await db.transaction().execute(async trx => {
      const overdue = await findOverdue(trx, { days: [...daysOf.keys()], timeZone: client.timeZone })
      await addJobs(
        trx,
        mailContributionReminder,
        overdue.flatMap(({ contribution_id: contributionId, account_id: accountId, since }) => {
          const days = daysOf.get(since)
          return days === undefined
            ? []
            : [{ payload: { client: client.name, accountId, contributionId, days } }]
        }),
      )
    })
  },
}
