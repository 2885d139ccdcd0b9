import * as z from 'zod/mini'
import { endpoint } from '../../contract/endpoint.ts'
import { exportQuery, fileReply } from '../../contract/list.ts'
import {
  command,
  currency,
  fundId,
  isoDate,
  listOf,
  listQuery,
  money,
  searchKeywords,
  sha256,
  wholeNumber,
} from '../../contract/wire.ts'
import { batchDetails, batchPlan, batchReference } from '../posting-batches/posting-batches.contract.ts'

const batchId = z.uuid()
export const feeKinds = ['administrative_fee', 'investment_fee'] as const
const kind = z.enum(feeKinds)
/** The name of a schedule of the client’s configuration. */
export const scheduleName = z.string().check(z.regex(/^[a-z][a-z0-9-]{0,39}$/))

const period = { periodFrom: isoDate, periodTo: isoDate }

export const feeTerms = z.object({
  from: isoDate,
  every: z.enum(['month', 'quarter']),
  charged: z.enum(['in-arrears', 'in-advance']),
  excludedAssets: z.enum(['included', 'left-out']),
  minimumPerYearMinor: money,
  tiers: z.array(z.object({ upToMinor: z.nullable(money), millionths: z.int() })),
})
export type FeeTermsReply = z.output<typeof feeTerms>

const schedule = z.object({
  name: scheduleName,
  title: z.string(),
  kind,
  fundTypes: z.array(z.string()),
  /** What holds today; null before the first version. */
  terms: z.nullable(feeTerms),
  /** The terms to come, earliest first. */
  coming: z.array(feeTerms),
  /** Whether other terms wait for a second person. */
  termsWait: z.boolean(),
  /** The periods that can be charged now and were not, earliest first. */
  due: z.array(z.object(period)),
  /** The run of the latest period that was charged or waits. */
  /** The run of the latest period. `isWaiting`: a second person has not confirmed it yet, so that nothing is charged. */
  last: z.nullable(z.object({ batchId, batchNumber: z.int(), isWaiting: z.boolean(), ...period })),
})
export type FeeScheduleReply = z.output<typeof schedule>

export const listFeeSchedules = endpoint({
  method: 'GET',
  path: '/api/fee-schedules',
  summary: 'Lists the fee schedules of the book, with the periods that can be charged',
  access: 'SUPER_DASHBOARD_VIEW',
  reply: z.object({ currency, data: z.array(schedule) }),
})

const charge = z.object({
  fundId: z.int(),
  accountName: z.string(),
  ...period,
  /** The first day of the terms on which the period is charged. */
  termsFrom: isoDate,
  /** The days whose balances count, and their average. */
  baseDays: z.int(),
  averageMinor: money,
  isMinimum: z.boolean(),
  /** What reductions take, in hundredths of a percent over the period. */
  reducedHundredths: z.int(),
  feeMinor: money,
  /** What earlier runs charged for the period. */
  chargedBeforeMinor: money,
  dueMinor: money,
})
export type FeeCharge = z.output<typeof charge>

const feeRunPlan = z.object({
  ...batchPlan.shape,
  ...period,
  /** The fees of the period; the differences of earlier periods; what earlier batches left waiting, negative for credits. */
  feesMinor: money,
  differencesMinor: money,
  differences: z.int(),
  arrearsMinor: money,
  atMinimum: z.int(),
  reduced: z.int(),
  /** What is credited to funds that owe nothing this time; it waits for their next fee. */
  creditsMinor: money,
  /** The first day of the terms of the period. */
  termsFrom: isoDate,
  /** Funds that were closed in the period or since and pay nothing, although they had a balance in it. */
  closedFunds: z.int(),
  /** The first 100 charges, differences first, then the largest; the entered run has all of them. */
  charges: z.array(charge),
})
export type FeeRunPlan = z.output<typeof feeRunPlan>

const runInput = { schedule: scheduleName, periodFrom: isoDate }

export const checkFeeRun = endpoint({
  method: 'POST',
  path: '/api/fee-runs/check',
  summary:
    'Computes the fees of a period and returns what a run would post to which funds; nothing is stored',
  access: 'POSTING_CREATE',
  body: command(z.object(runInput)),
  reply: feeRunPlan,
  silent: true,
})

export const enterFeeRun = endpoint({
  method: 'POST',
  path: '/api/fee-runs',
  summary:
    'Enters a fee run that was checked as a batch; a second person confirms it before anything is posted',
  access: 'POSTING_CREATE',
  idempotent: true,
  audit: 'posting-fee-run-entered',
  body: command(z.object({ ...runInput, reference: batchReference, planHash: sha256 })),
  reply: batchDetails,
})

const chargesQuery = { keywords: z._default(searchKeywords, '') }

export const listFeeCharges = endpoint({
  method: 'GET',
  path: '/api/fee-runs/{batchId}/charges',
  summary: 'Lists what a fee run charges each fund, with its working',
  access: 'SUPER_DASHBOARD_VIEW',
  params: z.object({ batchId }),
  query: z.object({ ...listQuery, ...chargesQuery }),
  reply: listOf(charge),
})

export const exportFeeCharges = endpoint({
  method: 'GET',
  path: '/api/fee-runs/{batchId}/charges/export',
  summary: 'Exports what a fee run charges each fund, with its working',
  access: 'SUPER_DASHBOARD_VIEW',
  records: ['file-exported'],
  params: z.object({ batchId }),
  query: z.object({ ...exportQuery, ...chargesQuery }),
  reply: fileReply,
  file: true,
})

const waitingFee = z.object({
  fundId: z.int(),
  accountName: z.string(),
  kind,
  /** What the fund owes; negative for what it was charged too much, which its next fee takes into account. */
  waitingMinor: money,
  availableMinor: money,
})
export type WaitingFee = z.output<typeof waitingFee>

export const listWaitingFees = endpoint({
  method: 'GET',
  path: '/api/waiting-fees',
  summary: 'Lists the fees that funds could not pay, and what they were charged too much',
  access: 'SUPER_DASHBOARD_VIEW',
  query: z.object({ ...listQuery, ...chargesQuery }),
  reply: listOf(waitingFee),
})

export const exportWaitingFees = endpoint({
  method: 'GET',
  path: '/api/waiting-fees/export',
  summary: 'Exports the fees that funds could not pay, and what they were charged too much',
  access: 'SUPER_DASHBOARD_VIEW',
  records: ['file-exported'],
  query: z.object({ ...exportQuery, ...chargesQuery }),
  reply: fileReply,
  file: true,
})

export const checkWaitingFees = endpoint({
  method: 'POST',
  path: '/api/waiting-fees/check',
  summary: 'Returns what funds can pay now of the fees that wait; nothing is stored',
  access: 'POSTING_CREATE',
  body: command(z.object({ kind })),
  reply: batchPlan,
  silent: true,
})

export const enterWaitingFees = endpoint({
  method: 'POST',
  path: '/api/waiting-fees',
  summary:
    'Enters what funds can pay now of the fees that wait, as it was checked, as a batch; a second person confirms it before anything is posted',
  access: 'POSTING_CREATE',
  idempotent: true,
  audit: 'posting-fee-run-entered',
  body: command(z.object({ kind, reference: batchReference, planHash: sha256 })),
  reply: batchDetails,
})

const workedCharge = z.object({
  ...z.omit(charge, { fundId: true, accountName: true }).shape,
  baseFrom: isoDate,
  baseTo: isoDate,
  excludedAssets: z.enum(['included', 'left-out']),
  tiers: z.array(
    z.object({
      upToMinor: z.nullable(money),
      millionths: z.int(),
      /** The part of the average balance in this tier, and its fee of a year. */
      partMinor: money,
      yearlyMinor: money,
    }),
  ),
  minimumPerYearMinor: money,
  chargedDays: z.int(),
  yearDays: z.int(),
})
export type WorkedCharge = z.output<typeof workedCharge>

const feeWorking = z.object({
  title: z.string(),
  currency,
  charges: z.array(workedCharge),
  /** What earlier fees left waiting; negative where they were too much. */
  arrearsMinor: money,
  amountMinor: money,
  /** Less than the amount where the fund could not pay all of it. */
  postedMinor: money,
})
export type FeeWorking = z.output<typeof feeWorking>

export const getFeeWorking = endpoint({
  method: 'GET',
  path: '/api/accounts/{fundId}/fees/{transactionId}',
  summary: 'Returns how a fee of a fund was computed',
  access: 'FUND_FEES_VIEW',
  params: z.object({ fundId, transactionId: wholeNumber(1, 999_999_999_999) }),
  reply: feeWorking,
})
