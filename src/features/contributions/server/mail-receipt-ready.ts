import { z } from 'zod'
import { screenAddress } from '../../../contract/screen-address.ts'
import { localEnglish } from '../../../domain/local-english.ts'
import { accountNotice } from '../../../server/mail/account-notice.ts'
import { mayDeduct } from '../domain/payer.ts'
import { findReceipt } from './receipts.queries.ts'

/** Tells the donors that the receipt of a contribution can be read, once. The letter names no amount and no payer (§12). */
export const mailReceiptReady = accountNotice(
  'mail-receipt-ready',
  z.object({ client: z.string(), receiptId: z.uuid() }),
  async ({ receiptId }, client, db) => {
    const receipt = await findReceipt(db, receiptId)
    if (receipt?.state !== 'issued') return null
    const { number, facts } = receipt
    const { accountName, payer, transactionId, supersedes } = facts
    const what = mayDeduct(payer.kind) ? 'receipt' : localEnglish('acknowledgement', client.locale)
    return {
      kind: 'receipt-ready',
      accountId: receipt.accountId,
      initiator: null,
      cause: `receipt:${receiptId}`,
      letter: ({ name }) => ({
        subject: `The ${what} for your contribution is ready`,
        name,
        blocks: [
          `The ${what} ${number} for contribution ${transactionId} to ${accountName} is ready.`,
          ...(supersedes === null
            ? []
            : [`It replaces ${supersedes}. Please use only the new one in your records.`]),
        ],
      }),
      screen: () => ({ address: screenAddress('/account-documents'), purpose: 'to download it' }),
    }
  },
)
