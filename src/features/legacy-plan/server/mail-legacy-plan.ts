import { z } from 'zod'
import { screenAddress } from '../../../contract/screen-address.ts'
import { accountNotice } from '../../../server/mail/account-notice.ts'
import { findAccountRow } from '../../accounts/server/account-row.queries.ts'

/** Notifies every donor that the plan changed (§17), without names or shares, because e-mail is not confidential. */
export const mailLegacyPlan = accountNotice(
  'mail-legacy-plan',
  z.object({ client: z.string(), accountId: z.uuid(), version: z.int() }),
  async ({ accountId, version }, _client, db) => {
    const account = await findAccountRow(db, accountId)
    if (!account) return null
    return {
      kind: 'legacy-plan-changed',
      accountId,
      initiator: null,
      cause: `legacy-plan:${accountId}:${version}`,
      letter: ({ name }) => ({
        subject: 'Your legacy plan was changed',
        name,
        blocks: [`A new legacy plan was saved for ${account.account_name}.`],
      }),
      screen: () => ({ address: screenAddress('/account'), purpose: 'to read it' }),
    }
  },
)
