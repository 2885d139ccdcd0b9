import { clientOfBook } from '../../../../clients/clients.ts'
import { addDays } from '../../../../domain/dates.ts'
import { addJobs } from '../../../../server/jobs/add-job.ts'
import type { DueWork } from '../../../../server/jobs/due-work.ts'
import { certificationMonths } from '../domain/schedule.ts'
import { mailCertification } from './mail-certification.ts'
import { findCertificationsThatEnd } from './schedules.queries.ts'

/** Days before its end on which people are reminded of a certification. */
const remindedDays = 30

/**
 * Reminds of schedules whose certification ends in thirty days: without a new one their dates wait. A day that runs twice mails once, because
 * each certification is the cause of one mail.
 */
export const remindOfCertifications: DueWork = {
  name: 'remind-of-certifications',
  run: async ({ db, book, day }) => {
    const client = clientOfBook(book.name)
    const endsOn = addDays(day, remindedDays)
    await db.transaction().execute(async trx => {
      const ending = await findCertificationsThatEnd(trx, {
        endsOn,
        months: certificationMonths,
        timeZone: client.timeZone,
      })
      await addJobs(
        trx,
        mailCertification,
        ending.map(({ schedule_id: scheduleId, certified_at: certifiedAt }) => ({
          payload: { client: client.name, scheduleId, certifiedAt: certifiedAt.toISOString(), endsOn },
        })),
      )
    })
  },
}
