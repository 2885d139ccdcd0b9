import * as z from 'zod/mini'
import { endpoint } from '../../contract/endpoint.ts'
import { amountAboveZero, command, isoDate, money, sha256 } from '../../contract/wire.ts'
import { fundTypes } from '../../domain/fee-terms.ts'
import { dividedKinds, divisionKeys } from './domain/division.ts'
import { maxCommentLength } from './domain/posting-batch.ts'
import { batchDetails, batchPlan, batchReference } from './posting-batches.contract.ts'

const divisionInput = z.object({
  kind: z.enum(dividedKinds),
  totalMinor: amountAboveZero,
  effectiveDate: isoDate,
  /** Donors read it. */
  comment: z.nullable(z.string().check(z.trim(), z.minLength(1), z.maxLength(maxCommentLength))),
  key: z.enum(divisionKeys),
  /** The days of the balances: both for an average, `to` for the balance of a day. Others are not read. */
  from: z.nullable(isoDate),
  to: z.nullable(isoDate),
  withExcludedAssets: z.boolean(),
  fundTypes: z
    .array(z.enum(fundTypes))
    .check(z.minLength(1, 'Choose the accounts'), z.maxLength(fundTypes.length)),
})
export type DivisionInput = z.output<typeof divisionInput>

const divisionPlan = z.object({
  ...batchPlan.shape,
  /** The first 100 shares, the largest first; the lines of the batch have all of them. */
  shares: z.array(
    z.object({
      fundId: z.int(),
      accountName: z.string(),
      /** The balance that counted; null for equal parts. */
      basisMinor: z.nullable(money),
      amountMinor: money,
    }),
  ),
  /** Funds without a balance, or with a share below one cent. */
  withoutShare: z.int(),
})
export type DivisionPlan = z.output<typeof divisionPlan>

export const checkDivision = endpoint({
  method: 'POST',
  path: '/api/posting-batches/divisions/check',
  summary: 'Divides a total over funds and returns what it would do to which funds; nothing is stored',
  access: 'POSTING_CREATE',
  body: command(divisionInput),
  reply: divisionPlan,
  silent: true,
})

export const enterDivision = endpoint({
  method: 'POST',
  path: '/api/posting-batches/divisions',
  summary:
    'Enters a divided total that was checked as a batch; a second person confirms it before anything is posted',
  access: 'POSTING_CREATE',
  idempotent: true,
  audit: 'posting-division-entered',
  body: command(z.object({ ...divisionInput.shape, reference: batchReference, planHash: sha256 })),
  reply: batchDetails,
})
