import * as z from 'zod/mini'
import { endpoint } from '../../contract/endpoint.ts'
import { exportQuery, fileReply } from '../../contract/list.ts'
import { flag, listOf, listQuery, money, searchKeywords } from '../../contract/wire.ts'
import { payeeFacts } from '../charity-profiles/domain/payee-facts.ts'

/** A payment of a run. */
const runPayment = z.object({
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

const params = z.object({ runId: z.uuid() })

const paymentsFilter = {
  /** A part of the name of the charity, the payee or the fund, or the number of the grant or the cheque. */
  keywords: z._default(searchKeywords, ''),
  onlyProblems: z._default(flag, false),
  onlyChangedPayees: z._default(flag, false),
}

export const listRunPayments = endpoint({
  method: 'GET',
  path: '/api/payment-runs/{runId}/payments',
  summary: 'Lists the payments of a run, without those that were removed',
  access: 'SUPER_DASHBOARD_VIEW',
  params,
  query: z.object({ ...listQuery, ...paymentsFilter }),
  reply: listOf(runPayment),
})

export const exportRunPayments = endpoint({
  method: 'GET',
  path: '/api/payment-runs/{runId}/payments/export',
  summary: 'Exports the payments of a run as a workbook or as comma-separated values',
  access: 'SUPER_DASHBOARD_VIEW',
  records: ['file-exported'],
  params,
  query: z.object({ ...exportQuery, ...paymentsFilter }),
  reply: fileReply,
  file: true,
})
