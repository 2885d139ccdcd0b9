import { z } from 'zod'
import { screenAddress } from '../../../contract/screen-address.ts'
import { accountNotice } from '../../../server/mail/account-notice.ts'
import { findContribution } from './contributions.queries.ts'

/** Tells the donors that a contribution has arrived, once. The letter names no amount. */
export const mailContributionReceived = accountNotice(
  'mail-contribution-received',
  z.object({ client: z.string(), accountId: z.uuid(), contributionId: z.uuid() }),
  async ({ accountId, contributionId }, _client, db) => {
    const contribution = await findContribution(db, accountId, contributionId)
    if (contribution?.state !== 'received') return null
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
        ],
      }),
      screen: () => ({ address: screenAddress('/fund-activity'), purpose: 'to see it' }),
    }
  },
)
