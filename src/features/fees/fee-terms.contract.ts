import * as z from 'zod/mini'
import { changeRecord, waitingRecord } from '../../contract/change-record.ts'
import { endpoint } from '../../contract/endpoint.ts'
import { requiredReason } from '../../contract/required-text.ts'
import { command, currency, isoDate, money, sentAmount } from '../../contract/wire.ts'
import { maxTiers } from '../../domain/fee-terms.ts'
import { feeTerms, scheduleName } from './fees.contract.ts'

const tier = z.object({
  /** Null: the last one, which has no upper end. */
  upToMinor: z.nullable(sentAmount),
  millionths: z
    .int()
    .check(z.minimum(0, 'Enter a rate from 0%'), z.maximum(1_000_000, 'Enter a rate of at most 100%')),
})

/** Terms as people send them. Whether a fee could be charged on them, faultOfTerms says. */
const newTerms = {
  ...feeTerms.shape,
  minimumPerYearMinor: sentAmount,
  tiers: z
    .array(tier)
    .check(
      z.minLength(1, 'Enter at least one tier'),
      z.maxLength(maxTiers, { error: () => `Enter at most ${maxTiers} tiers` }),
    ),
}

const termsChange = z.object({
  ...changeRecord,
  /** Whether terms that were set hold no more or never will: later ones took their place, or the client’s file has its own. */
  endedBy: z.nullable(z.enum(['later-terms', 'file'])),
  terms: feeTerms,
  /** Those that would hold on the first day without them. */
  before: feeTerms,
})
export type TermsChange = z.output<typeof termsChange>

const waitingTerms = z.object({
  ...termsChange.shape,
  ...waitingRecord,
})
export type WaitingTerms = z.output<typeof waitingTerms>

const version = z.object({
  terms: feeTerms,
  /** The last day; null for the last version. */
  to: z.nullable(isoDate),
  state: z.enum(['past', 'in-force', 'coming']),
  /** Who set them on screen, and who confirmed it; null for those of the client’s file. */
  setBy: z.nullable(
    z.object({ requestedByName: z.string(), decidedByName: z.string(), decidedAt: z.string() }),
  ),
})
export type TermsVersion = z.output<typeof version>

const scheduleTerms = z.object({
  schedule: scheduleName,
  title: z.string(),
  currency,
  /** The terms that hold, with those of the past and those to come; earliest first. */
  versions: z.array(version),
  waiting: z.nullable(waitingTerms),
  /** The days on which new terms may begin, by how often they charge. */
  firstDays: z.object({ month: z.array(isoDate), quarter: z.array(isoDate) }),
  /** The latest first: the last 100, and older ones that were set or wait. */
  history: z.array(termsChange),
})
export type ScheduleTerms = z.output<typeof scheduleTerms>

const ofSchedule = z.object({ schedule: scheduleName })

export const listFeeTerms = endpoint({
  method: 'GET',
  path: '/api/fee-schedules/{schedule}/terms',
  summary: 'Returns the terms of a fee schedule: past, in force, to come and waiting, with their history',
  access: 'SUPER_DASHBOARD_VIEW',
  params: ofSchedule,
  reply: scheduleTerms,
})

const previewedFund = z.object({
  fundId: z.int(),
  accountName: z.string(),
  beforeMinor: money,
  afterMinor: money,
})

const termsPreview = z.object({
  currency,
  /** The last period that was charged, by the balances as they are recorded now; null before the first. */
  period: z.nullable(
    z.object({
      periodFrom: isoDate,
      periodTo: isoDate,
      /** The first day of the terms on which it was charged. */
      termsFrom: isoDate,
      beforeMinor: money,
      afterMinor: money,
      paysMore: z.int(),
      paysLess: z.int(),
      paysTheSame: z.int(),
      /** The ten funds whose fee changes most. */
      largest: z.array(previewedFund),
    }),
  ),
})
export type TermsPreview = z.output<typeof termsPreview>

export const previewFeeTerms = endpoint({
  method: 'POST',
  path: '/api/fee-schedules/{schedule}/terms/preview',
  summary: 'Computes what the last charged period would have cost on other terms; nothing is stored',
  access: 'SETTINGS_MANAGE',
  params: ofSchedule,
  body: command(z.object(newTerms)),
  reply: termsPreview,
  silent: true,
})

export const proposeFeeTerms = endpoint({
  method: 'POST',
  path: '/api/fee-schedules/{schedule}/terms',
  summary: 'Proposes new terms of a fee schedule from a day on, for a second person',
  access: 'SETTINGS_MANAGE',
  idempotent: true,
  stepUp: true,
  audit: 'posting-fee-terms-proposed',
  params: ofSchedule,
  body: command(z.object({ ...newTerms, reason: requiredReason })),
  reply: scheduleTerms,
})

const params = z.object({ changeId: z.uuid() })

export const confirmFeeTerms = endpoint({
  method: 'POST',
  path: '/api/fee-terms/{changeId}/confirm',
  summary: 'Confirms new terms of a fee schedule; refused to the person who proposed them',
  access: 'SETTINGS_MANAGE',
  idempotent: true,
  stepUp: true,
  audit: 'posting-fee-terms-confirmed',
  params,
  body: command(z.object({})),
  reply: scheduleTerms,
})

export const declineFeeTerms = endpoint({
  method: 'POST',
  path: '/api/fee-terms/{changeId}/decline',
  summary: 'Declines new terms of a fee schedule that wait, or withdraws one’s own',
  access: 'SETTINGS_MANAGE',
  idempotent: true,
  audit: 'posting-fee-terms-declined',
  params,
  body: command(z.object({ reason: requiredReason })),
  reply: scheduleTerms,
})
