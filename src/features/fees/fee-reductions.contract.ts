import * as z from 'zod/mini'
import { endpoint } from '../../contract/endpoint.ts'
import { requiredReason } from '../../contract/required-text.ts'
import { command, fundNumber, isoDate, listOf, listQuery, searchKeywords } from '../../contract/wire.ts'
import { reductionStatuses } from './domain/reduction-labels.ts'
import { scheduleName } from './fees.contract.ts'

const reductionId = z.uuid()

const reduction = z.object({
  reductionId,
  fundId: z.int(),
  accountName: z.string(),
  schedule: scheduleName,
  /** The schedule’s title, or its name if the client has it no more. */
  title: z.string(),
  /** Hundredths of a percent of the fee; 10,000 waives it. */
  hundredths: z.int(),
  startsOn: isoDate,
  endsOn: isoDate,
  reason: z.string(),
  status: z.enum(reductionStatuses),
  enteredByName: z.string(),
  enteredAt: z.string(),
  confirmedByName: z.nullable(z.string()),
  endedByName: z.nullable(z.string()),
  mayConfirm: z.boolean(),
  mayEnd: z.boolean(),
})
export type FeeReduction = z.output<typeof reduction>

export const listFeeReductions = endpoint({
  method: 'GET',
  path: '/api/fee-reductions',
  summary: 'Lists waivers and reductions of fees, latest first',
  access: 'SUPER_DASHBOARD_VIEW',
  query: z.object({
    ...listQuery,
    keywords: z._default(searchKeywords, ''),
    /** Only those that wait for a second person. */
    status: z.optional(z.literal('waiting')),
  }),
  reply: listOf(reduction),
})

export const missingReductionFund = 'Enter the account ID, six to eight digits'

export const reductionInput = z.object({
  fundId: fundNumber,
  schedule: scheduleName,
  hundredths: z.int().check(z.minimum(1, 'Enter a part above 0%'), z.maximum(10_000, 'Enter at most 100%')),
  startsOn: isoDate,
  endsOn: isoDate,
  reason: requiredReason,
})

export const enterFeeReduction = endpoint({
  method: 'POST',
  path: '/api/fee-reductions',
  summary: 'Enters a waiver or reduction of a fund’s fee; it counts once a second person has confirmed it',
  access: 'POSTING_CREATE',
  idempotent: true,
  audit: 'posting-fee-reduction-entered',
  body: command(reductionInput),
  reply: reduction,
})

export const confirmFeeReduction = endpoint({
  method: 'POST',
  path: '/api/fee-reductions/{reductionId}/confirm',
  summary: 'Confirms a waiver or reduction; refused to the person who entered it',
  access: 'POSTING_CREATE',
  idempotent: true,
  audit: 'posting-fee-reduction-confirmed',
  params: z.object({ reductionId }),
  body: command(z.object({})),
  reply: reduction,
})

export const endFeeReduction = endpoint({
  method: 'POST',
  path: '/api/fee-reductions/{reductionId}/end',
  summary: 'Ends a waiver or reduction today, or withdraws one that waits for confirmation',
  access: 'POSTING_CREATE',
  idempotent: true,
  audit: 'posting-fee-reduction-ended',
  params: z.object({ reductionId }),
  body: command(z.object({})),
  reply: reduction,
})
