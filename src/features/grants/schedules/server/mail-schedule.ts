import { z } from 'zod'
import { books } from '../../../../clients/clients.ts'
import { screenAddressWith } from '../../../../contract/screen-address.ts'
import { formatDate } from '../../../../domain/dates.ts'
import { formatMoney } from '../../../../domain/money.ts'
import { accountNotice } from '../../../../server/mail/account-notice.ts'
import { charityName } from '../../../charities/domain/charity-name.ts'
import { findFundName, findOccurrence, findScheduleOfBook } from './schedules.queries.ts'

/** Notifies the person who created a schedule, and the donors if that person is not one of them, that a date waits or was skipped, and why. */
export const mailOccurrence = accountNotice(
  'mail-occurrence',
  z.object({ client: z.string(), scheduleId: z.uuid(), number: z.int() }),
  async ({ scheduleId, number }, client, db) => {
    const schedule = await findScheduleOfBook(db, scheduleId)
    const missed = await findOccurrence(db, scheduleId, number)
    const currency = books.find(({ name }) => name === schedule?.book)?.currency
    if (!schedule || !missed || !currency || missed.reason === null) return null
    const accountName = await findFundName(db, schedule.account_id)
    const waits = missed.state === 'waiting'
    return {
      kind: 'scheduled-grant-not-made',
      accountId: schedule.account_id,
      initiator: schedule.created_by,
      cause: `occurrence:${scheduleId}:${number}`,
      letter: ({ name }) => ({
        subject: waits ? 'A scheduled grant is waiting for you' : 'A scheduled grant was skipped',
        name,
        blocks: [
          waits
            ? 'A scheduled grant could not be recommended on its day. It will wait until it is corrected or skipped.'
            : 'A scheduled grant was skipped on its day. Later dates are not affected.',
          missed.reason ?? '',
          {
            facts: [
              ['Fund', accountName],
              ['Charity', charityName(schedule.charity_name)],
              ['Amount', formatMoney(schedule.amount_minor, currency, client.locale)],
              ['Date', formatDate(missed.due_on, client.locale)],
            ],
          },
        ],
      }),
      screen: () => ({
        address: screenAddressWith('/grants/schedules/$scheduleId', { scheduleId }),
        purpose: waits ? 'to correct or skip it' : 'to see the schedule',
      }),
    }
  },
)
