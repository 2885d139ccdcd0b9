import { z } from 'zod'
import { screenAddress } from '../../../contract/screen-address.ts'
import { accountNotice } from '../../../server/mail/account-notice.ts'
import { findAccountRow } from '../../accounts/server/account-row.queries.ts'

/** Tells the donors that the summary of a year's contributions can be read, once for a year. The letter names no amount and no payer (§12). */
export const mailSummaryReady = accountNotice(
  'mail-summary-ready',
  z.object({ client: z.string(), accountId: z.uuid(), year: z.string() }),
  async ({ accountId, year }, _client, db) => {
    const account = await findAccountRow(db, accountId)
    if (!account) return null
    return {
      kind: 'contribution-summary-ready',
      accountId,
      initiator: null,
      cause: `contribution-summary:${accountId}:${year}`,
      letter: ({ name }) => ({
        subject: `Your contributions in ${year}`,
        name,
        blocks: [`The summary of the contributions to ${account.account_name} in ${year} is ready.`],
      }),
      screen: () => ({ address: screenAddress('/account-documents'), purpose: 'to download it' }),
    }
  },
)
