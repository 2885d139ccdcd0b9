import { z } from 'zod'
import { screenAddress } from '../../../contract/screen-address.ts'
import { localEnglish } from '../../../domain/local-english.ts'
import { accountNotice } from '../../../server/mail/account-notice.ts'
import { callUs } from '../../../server/mail/letter.ts'
import { findContribution } from './contributions.queries.ts'

/** Tells the donors that the bank did not pay their check, once. The letter names no amount and no reason of staff. */
export const mailContributionBounced = accountNotice(
  'mail-contribution-bounced',
  z.object({ client: z.string(), accountId: z.uuid(), contributionId: z.uuid() }),
  async ({ accountId, contributionId }, client, db) => {
    const contribution = await findContribution(db, accountId, contributionId)
    if (contribution?.state !== 'bounced') return null
    const { transaction_id: number, account_name: accountName } = contribution
    return {
      kind: 'contribution-bounced',
      accountId,
      initiator: null,
      cause: `contribution-bounced:${contributionId}`,
      letter: ({ name }) => ({
        subject: localEnglish('Your bank didn’t pay a cheque', client.locale),
        name,
        ifUnexpected: `If you have a question, please ${callUs(client)} or e-mail ${client.support.email}.`,
        blocks: [
          localEnglish(`Your bank didn’t pay the cheque for contribution ${number} to `, client.locale) +
            `${accountName}, so we have taken its amount out of the account again.`,
          localEnglish(
            'If you would like to make the contribution after all, please send us a new cheque or a bank transfer.',
            client.locale,
          ),
        ],
      }),
      screen: () => ({ address: screenAddress('/fund-activity'), purpose: 'to see it' }),
    }
  },
)
