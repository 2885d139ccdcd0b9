import { z } from 'zod'
import { screenAddress } from '../../../../contract/screen-address.ts'
import { localEnglish } from '../../../../domain/local-english.ts'
import { accountNotice } from '../../../../server/mail/account-notice.ts'
import { callUs } from '../../../../server/mail/letter.ts'
import { announcedFacts } from './announced-facts.ts'
import { findAnnounced } from './announcements.queries.ts'

/**
 * Tells the donors that what was announced was cancelled, once: by one of the people of the account, or by staff (`by` is null), who are
 * not named and whose reason is theirs.
 */
export const mailContributionCancelled = accountNotice(
  'mail-contribution-cancelled',
  z.object({
    client: z.string(),
    accountId: z.uuid(),
    contributionId: z.uuid(),
    by: z.nullable(z.object({ userId: z.uuid(), name: z.string() })),
  }),
  async ({ accountId, contributionId, by }, client, db) => {
    const announced = await findAnnounced(db, contributionId)
    if (!announced || announced.way === null || announced.state !== 'cancelled') return null
    const { way, account_name: accountName } = announced
    const cancelled = localEnglish('cancelled', client.locale)
    return {
      kind: 'contribution-cancelled',
      accountId,
      initiator: by?.userId ?? null,
      cause: `contribution-cancelled:${contributionId}`,
      letter: ({ name, isInitiator }) => ({
        subject: `A contribution that was announced was ${cancelled}`,
        name,
        ifUnexpected: `If you have sent it, or have a question, please ${callUs(client)} or e-mail ${client.support.email}.`,
        blocks: [
          `${by === null ? 'We' : isInitiator ? 'You' : by.name} ${cancelled} a contribution that was announced to ${accountName}:`,
          { facts: announcedFacts(announced, way, client) },
        ],
      }),
      screen: () => ({ address: screenAddress('/contributions'), purpose: 'to see it' }),
    }
  },
)
