import { z } from 'zod'
import { screenAddress } from '../../../contract/screen-address.ts'
import { localEnglish } from '../../../domain/local-english.ts'
import { accountNotice } from '../../../server/mail/account-notice.ts'
import { findAccountRow } from '../../accounts/server/account-row.queries.ts'

/** Tells the donors and the advisor that the advisor may recommend grants, or no longer (§14), once for each change. */
export const mailAdvisorGranting = accountNotice(
  'mail-advisor-granting',
  z.object({
    client: z.string(),
    accountId: z.uuid(),
    /** Of the account after the change. */
    revision: z.int(),
    advisorMayGrant: z.boolean(),
  }),
  async ({ accountId, revision, advisorMayGrant }, client, db) => {
    const account = await findAccountRow(db, accountId)
    if (!account) return null
    const advisor = localEnglish('adviser', client.locale)
    const may = advisorMayGrant ? 'can now' : 'can no longer'
    return {
      kind: 'advisor-granting-changed',
      accountId,
      initiator: null,
      cause: `advisor-granting:${accountId}:${revision}`,
      letter: ({ name }) => ({
        subject: `The primary ${advisor} ${may} recommend grants`,
        name,
        blocks: [
          `The primary ${advisor} of ${account.account_name} ${may} recommend grants from the account.`,
        ],
      }),
      screen: () => ({ address: screenAddress('/account'), purpose: 'to see the account' }),
    }
  },
)
