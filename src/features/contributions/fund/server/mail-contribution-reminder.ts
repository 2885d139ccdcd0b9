import { z } from 'zod'
import { screenAddress } from '../../../../contract/screen-address.ts'
import { accountNotice } from '../../../../server/mail/account-notice.ts'
import { isAwaited } from '../../domain/contribution.ts'
import { announcedFacts } from './announced-facts.ts'
import { findAnnounced } from './announcements.queries.ts'

/** Reminds the donors of a contribution that was announced and has not arrived, once for each number of days. */
export const mailContributionReminder = accountNotice(
  'mail-contribution-reminder',
  z.object({ client: z.string(), accountId: z.uuid(), contributionId: z.uuid(), days: z.int() }),
  async ({ accountId, contributionId, days }, client, db) => {
    const announced = await findAnnounced(db, contributionId)
    if (!announced || announced.way === null) return null
    // It may have arrived since the day's work found it.
    if (!isAwaited(announced.state) || announced.isFiled) return null
    const { way } = announced
    return {
      kind: 'contribution-reminder',
      accountId,
      initiator: null,
      cause: `contribution-reminder:${contributionId}:${days}`,
      letter: ({ name }) => ({
        subject: 'A contribution that you announced has not arrived',
        name,
        blocks: [
          `A contribution to ${announced.account_name} was announced, and we have not received it yet.`,
          { facts: announcedFacts(announced, way, client) },
          'If it was sent, please ask your bank or custodian for its reference, so that we can look for it. If it isn’t coming, you can cancel it.',
        ],
      }),
      screen: () => ({
        address: screenAddress('/contributions'),
        purpose: 'to see how to send it or to change it',
      }),
    }
  },
)
