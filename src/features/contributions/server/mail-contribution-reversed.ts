import { z } from 'zod'
import { screenAddress } from '../../../contract/screen-address.ts'
import { accountNotice } from '../../../server/mail/account-notice.ts'
import { callUs } from '../../../server/mail/letter.ts'
import type { ReversalCategory } from '../domain/reversal.ts'
import { findContribution } from './contributions.queries.ts'
import { findEndedNumber } from './receipts.queries.ts'

const sentences: Readonly<Record<ReversalCategory, (gift: string, account: string) => string>> = {
  mistake: (gift, account) => `We entered ${gift} in ${account} by mistake and have removed it.`,
  misdirected: (gift, account) =>
    `The money for ${gift} was not meant for us, so we have removed it from ${account}. We are returning it to the sender.`,
  'not-accepted': (gift, account) =>
    `We did not accept ${gift}, so we have removed it from ${account}. We are returning it to the sender.`,
}

/** Tells the donors that a contribution was taken out of their account again, once. The letter names no amount and no reason of staff. */
export const mailContributionReversed = accountNotice(
  'mail-contribution-reversed',
  z.object({ client: z.string(), accountId: z.uuid(), contributionId: z.uuid() }),
  async ({ accountId, contributionId }, client, db) => {
    const contribution = await findContribution(db, accountId, contributionId)
    if (contribution?.state !== 'reversed') return null
    const category = contribution.reversal_category ?? 'mistake'
    const receipt = await findEndedNumber(db, contributionId)
    return {
      kind: 'contribution-reversed',
      accountId,
      initiator: null,
      cause: `contribution-reversed:${contributionId}`,
      letter: ({ name }) => ({
        subject: 'We have corrected a contribution',
        name,
        ifUnexpected: `If you have a question, please ${callUs(client)} or e-mail ${client.support.email}.`,
        blocks: [
          sentences[category](`contribution ${contribution.transaction_id}`, contribution.account_name),
          ...(receipt === null
            ? []
            : [`Its receipt ${receipt} is no longer valid. Please don’t use it in a tax return.`]),
        ],
      }),
      screen: () => ({ address: screenAddress('/fund-activity'), purpose: 'to see the correction' }),
    }
  },
)
