import * as z from 'zod/mini'
import { endpoint } from '../../contract/endpoint.ts'
import { requiredReason } from '../../contract/required-text.ts'
import {
  amountAboveZero,
  command,
  fundNumber,
  listOf,
  listQuery,
  money,
  searchKeywords,
} from '../../contract/wire.ts'
import { feeKinds } from './fees.contract.ts'

const kind = z.enum(feeKinds)

const feeWriteOff = z.object({
  requestId: z.uuid(),
  fundId: z.int(),
  accountName: z.string(),
  kind,
  amountMinor: money,
  /** What of it counts no longer, because the batch that left it owed was reversed. */
  endedMinor: money,
  reason: z.string(),
  writtenOffAt: z.string(),
  enteredByName: z.string(),
  confirmedByName: z.string(),
})
export type FeeWriteOff = z.output<typeof feeWriteOff>

export const listFeeWriteOffs = endpoint({
  method: 'GET',
  path: '/api/fee-write-offs',
  summary: 'Lists the owed fees that two people wrote off, latest first',
  access: 'SUPER_DASHBOARD_VIEW',
  query: z.object({ ...listQuery, keywords: z._default(searchKeywords, '') }),
  reply: listOf(feeWriteOff),
})

/** What a request to write off a fee stores besides its account, amount and reason. */
export const filedWriteOff = z.object({ kind })

export const writeOffFee = endpoint({
  method: 'POST',
  path: '/api/fee-write-offs',
  summary: 'Asks a second person to write off all that a fund owes of a kind of fee; nothing is posted',
  access: 'POSTING_CREATE',
  stepUp: true,
  idempotent: true,
  audit: 'posting-fee-write-off-requested',
  body: command(
    z.object({
      fundId: fundNumber,
      kind,
      /** What the fund owes, as the person saw it; of more than the client’s largest amount, that amount. */
      amountMinor: amountAboveZero,
      reason: requiredReason,
    }),
  ),
  reply: z.object({ fundId: z.int(), accountName: z.string() }),
})
