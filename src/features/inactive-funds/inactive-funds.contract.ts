import * as z from 'zod/mini'
import { endpoint } from '../../contract/endpoint.ts'
import { exportQuery, fileReply } from '../../contract/list.ts'
import { requiredMessage, requiredReason } from '../../contract/required-text.ts'
import { amountAboveZero, command, isoDate, listOf, listQuery, money } from '../../contract/wire.ts'
import { attentionReasonNames, fundViewNames, recordedStepKinds, stepKindNames } from './domain/attention.ts'
import { answerKindNames } from './domain/default-grant-rules.ts'

const accountId = z.uuid()
const reason = z.enum(attentionReasonNames)

const fund = z.object({
  accountId,
  fundId: z.int(),
  accountName: z.string(),
  donorName: z.string(),
  reasons: z.array(reason),
  /** Null: none yet. Default grants do not count. */
  lastGrantOn: z.nullable(isoDate),
  openedOn: z.nullable(isoDate),
  availableMinor: money,
  /** What staff did last. */
  lastStep: z.nullable(z.object({ kind: z.enum(stepKindNames), at: z.string(), byName: z.string() })),
  /** The last day of the term of the last letter, unless somebody answered it. */
  termEndsOn: z.nullable(isoDate),
  /** Whether a default grant waits for a second person. */
  isProposed: z.boolean(),
})
export type InactiveFund = z.output<typeof fund>

const step = z.object({
  stepId: z.uuid(),
  kind: z.enum(stepKindNames),
  note: z.nullable(z.string()),
  byName: z.string(),
  at: z.string(),
  /** The file of a letter, once it is stored. */
  fileName: z.nullable(z.string()),
})
export type InactiveFundStep = z.output<typeof step>

const proposal = z.object({
  defaultGrantId: z.uuid(),
  charityName: z.string(),
  amountMinor: money,
  reason: z.string(),
  state: z.enum(['proposed', 'confirmed', 'declined']),
  proposedByName: z.string(),
  proposedAt: z.string(),
  decidedByName: z.nullable(z.string()),
  decidedAt: z.nullable(z.string()),
  decisionReason: z.nullable(z.string()),
  /** The grant that was made. */
  grantId: z.nullable(z.uuid()),
  /** Why the caller may not confirm it now, as a sentence; null if they may. */
  refusal: z.nullable(z.string()),
})
export type DefaultGrant = z.output<typeof proposal>

const fundDetails = z.extend(fund, {
  people: z.array(
    z.object({
      name: z.string(),
      role: z.enum(['donor', 'joint_donor', 'primary_advisor']),
      email: z.nullable(z.string()),
      address: z.array(z.string()),
    }),
  ),
  /** What happened since the last letter; null: nothing, or there was none. */
  answer: z.nullable(z.object({ kind: z.enum(answerKindNames), at: z.string() })),
  /** The latest first, at most 200. */
  steps: z.array(step),
  /** Null where the client makes none. */
  defaultGrants: z.nullable(
    z.object({
      charityName: z.string(),
      termMonths: z.int(),
      /** Why none can be proposed now, as a sentence; null if one can. */
      refusal: z.nullable(z.string()),
      /** The latest first. */
      data: z.array(proposal),
    }),
  ),
})
export type InactiveFundDetails = z.output<typeof fundDetails>

const search = { view: z._default(z.enum(fundViewNames), 'all'), reason: z.optional(reason) }

export const listInactiveFunds = endpoint({
  method: 'GET',
  path: '/api/inactive-funds',
  summary: 'Lists the active funds of the book that need attention, with the reasons',
  access: 'SUPER_DASHBOARD_VIEW',
  query: z.object({ ...listQuery, ...search }),
  reply: z.extend(listOf(fund), {
    /** Null where the client keeps no list. */
    settings: z.nullable(z.object({ afterMonths: z.int(), smallBalanceMinor: money })),
  }),
})

export const exportInactiveFunds = endpoint({
  method: 'GET',
  path: '/api/inactive-funds/export',
  summary: 'Exports the funds of a view as a workbook or as comma-separated values',
  access: 'SUPER_DASHBOARD_VIEW',
  records: ['file-exported'],
  query: z.object({ ...exportQuery, ...search }),
  reply: fileReply,
  file: true,
})

const ofFund = { params: z.object({ accountId }) }

export const getInactiveFund = endpoint({
  method: 'GET',
  path: '/api/inactive-funds/{accountId}',
  summary: 'Returns an active fund with its people, what staff did about it, and its default grants',
  access: 'SUPER_DASHBOARD_VIEW',
  ...ofFund,
  reply: fundDetails,
})

export const missingNote = 'Describe what was done'

export const recordInactiveFundStep = endpoint({
  method: 'POST',
  path: '/api/inactive-funds/{accountId}/steps',
  summary: 'Records what staff did about a fund: a call, an answer of its people, or a note',
  access: 'DOCUMENT_MANAGE',
  idempotent: true,
  audit: 'grants-inactive-step-recorded',
  ...ofFund,
  body: command(z.object({ kind: z.enum(recordedStepKinds), note: requiredMessage(missingNote) })),
  reply: fundDetails,
})

export const sendInactiveFundLetter = endpoint({
  method: 'POST',
  path: '/api/inactive-funds/{accountId}/letters',
  summary: 'Writes the client’s letter to the people of a fund, which is stored as a document and e-mailed',
  access: 'DOCUMENT_MANAGE',
  idempotent: true,
  audit: 'grants-inactive-letter-sent',
  ...ofFund,
  body: command(z.object({})),
  reply: fundDetails,
})

/** The link works as that of downloadDocument. */
export const downloadInactiveFundLetter = endpoint({
  method: 'GET',
  path: '/api/inactive-funds/{accountId}/letters/{stepId}',
  summary: 'Returns a link that downloads a letter to the people of a fund',
  access: 'SUPER_DASHBOARD_VIEW',
  params: z.object({ accountId, stepId: z.uuid() }),
  reply: z.object({ href: z.string() }),
})

export const proposeDefaultGrant = endpoint({
  method: 'POST',
  path: '/api/inactive-funds/{accountId}/default-grants',
  summary: 'Proposes the sponsor’s default grant from a fund whose people did not answer in time',
  access: 'ESTATE_MANAGE',
  stepUp: true,
  idempotent: true,
  audit: 'grants-default-proposed',
  ...ofFund,
  body: command(z.object({ amountMinor: amountAboveZero, reason: requiredReason })),
  reply: fundDetails,
})

const ofProposal = { params: z.object({ accountId, defaultGrantId: z.uuid() }) }

export const confirmDefaultGrant = endpoint({
  method: 'POST',
  path: '/api/inactive-funds/{accountId}/default-grants/{defaultGrantId}/confirm',
  summary: 'Makes a default grant that a colleague proposed; it is reviewed and paid as any other',
  access: 'ESTATE_MANAGE',
  stepUp: true,
  idempotent: true,
  audit: 'grants-default-confirmed',
  ...ofProposal,
  body: command(z.object({})),
  reply: fundDetails,
})

export const declineDefaultGrant = endpoint({
  method: 'POST',
  path: '/api/inactive-funds/{accountId}/default-grants/{defaultGrantId}/decline',
  summary: 'Declines a proposed default grant, or withdraws an own proposal',
  access: 'ESTATE_MANAGE',
  idempotent: true,
  audit: 'grants-default-declined',
  ...ofProposal,
  body: command(z.object({ reason: requiredReason })),
  reply: fundDetails,
})
