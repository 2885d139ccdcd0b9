import { z } from 'zod'
import { screenAddress } from '../../../contract/screen-address.ts'
import { formatMoney } from '../../../domain/money.ts'
import { accountNotice } from '../../../server/mail/account-notice.ts'
import { ourMessage } from '../../../server/mail/letter.ts'
import { findEntryOfCase } from './case-entries.queries.ts'

/** Tells the donors of a fund that a transfer of a case was taken back. A fund whose donors have died has no reader. */
export const mailCaseEntryReversed = accountNotice(
  'mail-case-entry-reversed',
  z.object({ client: z.string(), entryId: z.uuid(), accountId: z.uuid() }),
  async ({ entryId, accountId }, client, db) => {
    const entry = await findEntryOfCase(db, null, entryId)
    if (!entry?.reversal_reason || entry.to_name === null) return null
    const isGiver = entry.account_id === accountId
    const amount = formatMoney(entry.amount_minor, client.book.currency, client.locale)
    return {
      kind: isGiver ? 'transfer-out' : 'transfer-in',
      accountId,
      initiator: null,
      cause: `case-entry:${entryId}:reversed:${isGiver ? 'giver' : 'receiver'}`,
      letter: ({ name }) => ({
        subject: isGiver ? 'A transfer to another fund was reversed' : 'A transfer to your fund was reversed',
        name,
        blocks: [
          isGiver
            ? `We have reversed the transfer of ${amount} from ${entry.from_name} to ${entry.to_name} (Account ID ${entry.to_fund_id}).`
            : `We have taken ${amount} out of ${entry.to_name} again, because it was transferred by mistake.`,
          ourMessage(entry.reversal_reason ?? ''),
        ],
      }),
      screen: () => ({ address: screenAddress('/fund-activity'), purpose: 'to see it' }),
    }
  },
)
