import { z } from 'zod'
import { screenAddress } from '../../../../contract/screen-address.ts'
import { accountNotice } from '../../../../server/mail/account-notice.ts'
import { isAwaited } from '../../domain/contribution.ts'
import { announcedFacts } from './announced-facts.ts'
import { findAnnounced } from './announcements.queries.ts'

/** Tells the donors that what was announced is another now, once for each change; one that was changed again meanwhile has the later mail. */
export const mailContributionChanged = accountNotice(
  'mail-contribution-changed',
  z.object({
    client: z.string(),
    accountId: z.uuid(),
    contributionId: z.uuid(),
    revision: z.int(),
    by: z.object({ userId: z.uuid(), name: z.string() }),
  }),
  async ({ accountId, contributionId, revision, by }, client, db) => {
    const announced = await findAnnounced(db, contributionId)
    if (!announced || announced.way === null || !isAwaited(announced.state)) return null
    if (announced.revision !== revision) return null
    const { way, account_name: accountName } = announced
    return {
      kind: 'contribution-changed',
      accountId,
      initiator: by.userId,
      cause: `contribution-changed:${contributionId}:${revision}`,
      letter: ({ name, isInitiator }) => ({
        subject: 'A contribution that was announced was changed',
        name,
        blocks: [
          `${isInitiator ? 'You' : by.name} changed a contribution that was announced to ${accountName}. It is now:`,
          { facts: announcedFacts(announced, way, client) },
          'We’ll let you know when it has arrived. Until then you can change it, or cancel it if it isn’t coming.',
        ],
      }),
      screen: () => ({ address: screenAddress('/contributions'), purpose: 'to see it' }),
    }
  },
)
