import { z } from 'zod'
import { accountStatuses } from '../../../contract/account-overview.contract.ts'
import { screenAddress } from '../../../contract/screen-address.ts'
import { accountNotice } from '../../../server/mail/account-notice.ts'
import { statusNotes } from '../domain/account-status.ts'
import { findAccountRow } from './account-row.queries.ts'

/** Tells every donor of an account what its new status means (§16), once for each change. The reason is the sponsor's own. */
export const mailAccountStatus = accountNotice(
  'mail-account-status',
  z.object({
    client: z.string(),
    accountId: z.uuid(),
    revision: z.int(),
    accountStatus: z.enum(accountStatuses),
  }),
  async ({ accountId, revision, accountStatus }, _client, db) => {
    const account = await findAccountRow(db, accountId)
    if (!account) return null
    const note =
      statusNotes[accountStatus] ??
      'This fund is now active: you can contribute to it and recommend grants from it.'
    return {
      kind: 'account-status-changed',
      accountId,
      initiator: null,
      cause: `account-status:${accountId}:${revision}`,
      letter: ({ name }) => ({
        subject: 'The status of your account changed',
        name,
        blocks: [`We changed the status of ${account.account_name}.`, note],
      }),
      screen: () => ({ address: screenAddress('/account'), purpose: 'to see the account' }),
    }
  },
)
