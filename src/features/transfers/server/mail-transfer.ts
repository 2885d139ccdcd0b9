import { z } from 'zod'
import { screenAddress } from '../../../contract/screen-address.ts'
import { formatMoney } from '../../../domain/money.ts'
import { accountNotice } from '../../../server/mail/account-notice.ts'
import { callUs, ourMessage } from '../../../server/mail/letter.ts'
import { findTransfer, nameOfAccount } from './transfers.queries.ts'

const events = ['requested', 'withdrawn', 'approved', 'declined', 'reversed'] as const

const subjects = {
  requested: 'A transfer to another fund was requested',
  withdrawn: 'A requested transfer was withdrawn',
  approved: 'A transfer to another fund was made',
  declined: 'A requested transfer was declined',
  reversed: 'A transfer to another fund was reversed',
} as const

/** Notifies the donors of the giving or of the receiving fund of a transfer. The mail does not name the other fund's people. */
export const mailTransfer = accountNotice(
  'mail-transfer',
  z.object({
    client: z.string(),
    transferId: z.uuid(),
    event: z.enum(events),
    to: z.enum(['giver', 'receiver']),
  }),
  async ({ transferId, event, to }, client, db) => {
    const row = await findTransfer(db, transferId)
    const accountId = to === 'giver' ? row?.account_id : row?.to_account_id
    if (!row || !accountId) return null
    const fund = await nameOfAccount(db, accountId)
    const amount = formatMoney(row.amount_minor, client.book.currency, client.locale)
    const other = `${row.to_account_name} (Account ID ${row.to_fund_id})`
    const sentences = {
      requested: `${row.requested_by_name} requested a transfer of ${amount} from ${fund} to ${other}. We will review the request and let you know. Nothing has been set aside for it.`,
      withdrawn: `The request to transfer ${amount} from ${fund} to ${other} was withdrawn.`,
      approved: `We transferred ${amount} from ${fund} to ${other}.`,
      declined: `We declined the transfer of ${amount} from ${fund} to ${other}. ${row.message === null ? '' : ourMessage(row.message)}`,
      reversed: `We have reversed the transfer of ${amount} from ${fund} to ${other}. ${ourMessage(row.reversal_reason ?? '')}`,
    } as const
    const received =
      event === 'reversed'
        ? {
            subject: 'A transfer to your fund was reversed',
            block: `We have taken ${amount} out of ${fund} again, because it was transferred by mistake. ${ourMessage(row.reversal_reason ?? '')}`,
          }
        : {
            subject: 'Your fund received a transfer',
            block: `${fund} received ${amount} from another fund.`,
          }
    return {
      kind: to === 'giver' ? 'transfer-out' : 'transfer-in',
      accountId,
      initiator: null,
      cause: `transfer:${transferId}:${event}:${to}`,
      letter: ({ name }) => ({
        subject: to === 'giver' ? subjects[event] : received.subject,
        name,
        blocks: [to === 'giver' ? sentences[event].trim() : received.block],
        ...(event === 'requested'
          ? { ifUnexpected: `If you didn’t expect this, please ${callUs(client)} immediately.` }
          : {}),
      }),
      screen: () =>
        to === 'giver'
          ? { address: screenAddress('/account'), purpose: 'to see the transfer' }
          : { address: screenAddress('/fund-activity'), purpose: 'to see it' },
    }
  },
)
