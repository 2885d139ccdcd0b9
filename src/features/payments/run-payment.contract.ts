import * as z from 'zod/mini'
import { money } from '../../contract/wire.ts'
import { payeeFacts } from './domain/payee-changes.ts'

/** A payment of a run. */
export const runPayment = z.object({
  paymentId: z.uuid(),
  grantId: z.uuid(),
  transactionId: z.string(),
  accountName: z.string(),
  charityName: z.string(),
  payeeName: z.string(),
  /** Where a cheque is sent; null for a transfer. */
  payeeAddress: z.nullable(z.string()),
  /** The name as the file for the bank has it, where it differs from the payee’s; null otherwise. */
  bankName: z.nullable(z.string()),
  /** The last digits of the account, or the number of the cheque. */
  paidTo: z.nullable(z.string()),
  amountMinor: money,
  returnedMinor: money,
  state: z.string(),
  problem: z.nullable(z.string()),
  /** What changed about the payee between the approval of the grant and the last check of the run; an empty text means nothing. */
  payeeChanges: z.array(
    z.object({
      fact: z.enum(payeeFacts),
      /** Null: the approval, of a time before it recorded the payee, does not say it. */
      before: z.nullable(z.string()),
      after: z.string(),
      /** Whether the payment uses it; it does not use what a new file of the register says. */
      isUsed: z.boolean(),
      /** Null: the register's file changed it, or nobody where `before` is null. */
      made: z.nullable(
        z.object({ enteredByName: z.string(), confirmedByName: z.string(), confirmedAt: z.string() }),
      ),
    }),
  ),
})
export type RunPayment = z.output<typeof runPayment>
