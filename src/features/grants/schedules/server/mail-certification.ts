import { z } from 'zod'
import { books } from '../../../../clients/clients.ts'
import { screenAddressWith } from '../../../../contract/screen-address.ts'
import { isoDate } from '../../../../contract/wire.ts'
import { formatDate } from '../../../../domain/dates.ts'
import { formatMoney } from '../../../../domain/money.ts'
import { accountNotice } from '../../../../server/mail/account-notice.ts'
import { charityName } from '../../../charities/domain/charity-name.ts'
import { frequencies } from '../domain/schedule.ts'
import { findFundName, findScheduleOfBook } from './schedules.queries.ts'

/** Notifies the person who created a schedule, and the donors if that person is not one of them, that its certification ends soon. */
export const mailCertification = accountNotice(
  'mail-certification',
  z.object({
    client: z.string(),
    scheduleId: z.uuid(),
    certifiedAt: z.string(),
    endsOn: isoDate,
  }),
  async ({ scheduleId, certifiedAt, endsOn }, client, db) => {
    const schedule = await findScheduleOfBook(db, scheduleId)
    const currency = books.find(({ name }) => name === schedule?.book)?.currency
    // It was certified again, stopped or finished in the meantime.
    if (!schedule || !currency || schedule.next_on === null) return null
    if (schedule.certified_at.toISOString() !== certifiedAt) return null
    const accountName = await findFundName(db, schedule.account_id)
    const { locale } = client
    return {
      kind: 'schedule-certification-ends',
      accountId: schedule.account_id,
      initiator: schedule.created_by,
      cause: `certification:${scheduleId}:${certifiedAt}`,
      letter: ({ name }) => ({
        subject: 'Please certify a scheduled grant again',
        name,
        blocks: [
          `The certification of a scheduled grant ends on ${formatDate(endsOn, locale)}. Later dates will wait until the schedule is certified again.`,
          {
            facts: [
              ['Fund', accountName],
              ['Charity', charityName(schedule.charity_name)],
              ['Amount', formatMoney(schedule.amount_minor, currency, locale)],
              ['How often', frequencies[schedule.frequency]],
              ['Next date', formatDate(schedule.next_on ?? endsOn, locale)],
            ],
          },
        ],
      }),
      screen: () => ({
        address: screenAddressWith('/grants/schedules/$scheduleId', { scheduleId }),
        purpose: 'to certify it again',
      }),
    }
  },
)
