import { z } from 'zod'
import { screenAddress } from '../../../contract/screen-address.ts'
import { formatDate } from '../../../domain/dates.ts'
import { formatMoney } from '../../../domain/money.ts'
import { accountNotice } from '../../../server/mail/account-notice.ts'
import { findContribution } from './contributions.queries.ts'

/** Tells the donors that a contribution has arrived, once: how much money and when it was given. Of securities it names no value. */
export const mailContributionReceived = accountNotice(
  'mail-contribution-received',
  z.object({ client: z.string(), accountId: z.uuid(), contributionId: z.uuid() }),
  async ({ accountId, contributionId }, { locale }, db) => {
    const contribution = await findContribution(db, accountId, contributionId)
    if (contribution?.state !== 'received') return null
    const { currency, gift_date: giftDate, kind, received_minor: receivedMinor } = contribution
    const amount =
      kind === 'securities' || receivedMinor === null ? null : formatMoney(receivedMinor, currency, locale)
    return {
      kind: 'contribution-received',
      accountId,
      initiator: null,
      cause: `contribution-received:${contributionId}`,
      letter: ({ name }) => ({
        subject: 'We have received your contribution',
        name,
        blocks: [
          `Thank you. We have received contribution ${contribution.transaction_id} to ${contribution.account_name}.`,
          {
            facts: [
              ...(amount === null ? [] : [['Amount', amount] as const]),
              ...(giftDate === null ? [] : [['Date of gift', formatDate(giftDate, locale)] as const]),
            ],
          },
        ],
      }),
      screen: () => ({ address: screenAddress('/fund-activity'), purpose: 'to see it' }),
    }
  },
)
