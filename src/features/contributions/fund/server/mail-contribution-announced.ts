import { z } from 'zod'
import { screenAddress } from '../../../../contract/screen-address.ts'
import { accountNotice } from '../../../../server/mail/account-notice.ts'
import { announcedFacts } from './announced-facts.ts'
import { findAnnounced } from './announcements.queries.ts'

/** Tells the donors that a contribution was announced, once. */
export const mailContributionAnnounced = accountNotice(
  'mail-contribution-announced',
  z.object({ client: z.string(), accountId: z.uuid(), contributionId: z.uuid() }),
  async ({ accountId, contributionId }, client, db) => {
    const announced = await findAnnounced(db, contributionId)
    if (!announced || announced.way === null || announced.state === 'cancelled') return null
    const { account_name: accountName, entered_by: by, entered_by_name: name, way } = announced
    return {
      kind: 'contribution-announced',
      accountId,
      initiator: by,
      cause: `contribution-announced:${contributionId}`,
      letter: recipient => ({
        subject: 'A contribution was announced',
        name: recipient.name,
        blocks: [
          recipient.isInitiator
            ? `Thank you. You announced a contribution to ${accountName}.`
            : `${name} announced a contribution to ${accountName}.`,
          { facts: announcedFacts(announced, way, client) },
          'We’ll let you know when it has arrived. Until then you can change it, or cancel it if it isn’t coming.',
        ],
      }),
      screen: () => ({ address: screenAddress('/contributions'), purpose: 'to see it' }),
    }
  },
)
