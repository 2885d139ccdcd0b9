import * as z from 'zod/mini'
import { endpoint } from '../../contract/endpoint.ts'
import { exportQuery, fileReply } from '../../contract/list.ts'
import { command, currency, fundId, isoDate, listOf, listQuery, money } from '../../contract/wire.ts'
import { outcomeCodes, reviewStates, transitions } from './domain/grant-status.ts'
import { namingCodes, purposeCodes } from './domain/purpose.ts'
import { benefitAnswerCodes } from './domain/purpose-check.ts'

const grantId = z.uuid()
const statusCode = z.int().check(z.minimum(1), z.maximum(9))

const grantRow = z.object({
  grantId,
  transactionId: z.string(),
  createdDate: isoDate,
  charityId: z.string(),
  charityName: z.string(),
  grantPurpose: z.string(),
  amountMinor: money,
  returnedMinor: money,
  transactionStatusCode: statusCode,
  /** How it ended: statuses 7 and 9 each have more than one meaning. */
  outcome: z.nullable(z.enum(outcomeCodes)),
  state: z.string(),
})
export type GrantRow = z.output<typeof grantRow>

const step = z.object({
  step: z.int(),
  transition: z.enum(['recommend', ...transitions]),
  state: z.string(),
  /** The fund's own people by name; the sponsor's staff as the sponsor. */
  actorName: z.string(),
  at: z.string(),
  /** What the sponsor wrote to the donor about this step. */
  message: z.nullable(z.string()),
})

/** The same for staff and auditors, who also read who it was and the internal note. */
const staffStep = z.object({ ...step.shape, reason: z.nullable(z.string()) })

const grantDetails = z.object({
  ...grantRow.shape,
  currency,
  fundId: z.int(),
  accountName: z.string(),
  reviewState: z.nullable(z.enum(reviewStates)),
  purposeCode: z.enum(purposeCodes),
  purposeText: z.nullable(z.string()),
  namingCode: z.enum(namingCodes),
  recommendedByName: z.string(),
  paidOn: z.nullable(isoDate),
  paymentMethod: z.nullable(z.enum(['eft', 'cheque'])),
  paymentReference: z.nullable(z.string()),
  mayCancel: z.boolean(),
  steps: z.array(step),
})
export type GrantDetails = z.output<typeof grantDetails>

const grantFilter = {
  charityId: z.optional(z.string().check(z.maxLength(40))),
  from: z.optional(isoDate),
  to: z.optional(isoDate),
}

/** §7 Grant activity: a fund's grants, or those to one charity; 5 and 7 stay out of a charity's history. */
export const listGrants = endpoint({
  method: 'GET',
  path: '/api/accounts/{fundId}/grants',
  summary: 'Grants of a fund, all or to one charity, with what was paid and what is pending',
  access: 'GRANT_VIEW',
  params: z.object({ fundId }),
  query: z.object({
    ...listQuery,
    ...grantFilter,
  }),
  reply: z.object({
    data: z.array(grantRow),
    meta: z.object({
      total: z.int(),
      next: z.nullable(z.string()),
      aggregate: z.object({ paidMinor: money, pendingMinor: money }),
    }),
  }),
})

export const listGrantPurposes = endpoint({
  method: 'GET',
  path: '/api/accounts/{fundId}/charities/{charityId}/purposes',
  summary: 'The purposes that a fund used before at a charity, each once, the latest first',
  access: 'GRANT_VIEW',
  params: z.object({ fundId, charityId: z.string().check(z.maxLength(40)) }),
  reply: z.object({
    data: z.array(z.object({ purposeCode: z.enum(purposeCodes), purposeText: z.string() })),
  }),
})

export const exportGrants = endpoint({
  method: 'GET',
  path: '/api/accounts/{fundId}/grants/export',
  summary: 'Exports grants of a fund, all or to one charity',
  access: 'GRANT_VIEW',
  params: z.object({ fundId }),
  query: z.object({ ...exportQuery, ...grantFilter }),
  reply: fileReply,
  file: true,
})

export const recommendGrant = endpoint({
  method: 'POST',
  path: '/api/accounts/{fundId}/grants',
  summary:
    'Recommend a one-time grant; its amount is set aside from the available balance at once, unless it waits for funds',
  access: 'GRANT_RECOMMEND',
  idempotent: true,
  params: z.object({ fundId }),
  body: command(
    z.object({
      charityId: z.string().check(z.minLength(1, 'Choose a charity'), z.maxLength(40)),
      amountMinor: money,
      purposeCode: z.enum(purposeCodes),
      purposeText: z.nullable(z.string().check(z.maxLength(500, 'Use 500 characters or fewer'))),
      /** The answer to the question about a purpose that may imply a benefit (§13). */
      benefitAnswer: z._default(z.nullable(z.enum(benefitAnswerCodes)), null),
      namingCode: z.enum(namingCodes),
      /** No goods, services or benefit; no binding pledge is met (§13). */
      certified: z.boolean(),
      /** Whether the donor confirmed a second grant to the same charity, of the same amount, within 30 days. */
      repeatConfirmed: z._default(z.boolean(), false),
    }),
  ),
  reply: grantDetails,
})

export const getGrant = endpoint({
  method: 'GET',
  path: '/api/accounts/{fundId}/grants/{grantId}',
  summary: 'One grant with its history',
  access: 'GRANT_VIEW',
  params: z.object({ fundId, grantId }),
  reply: grantDetails,
})

export const cancelGrant = endpoint({
  method: 'POST',
  path: '/api/accounts/{fundId}/grants/{grantId}/cancel',
  summary:
    'Take a recommendation back before it is approved; an amount that was set aside is available again at once',
  access: 'GRANT_RECOMMEND',
  params: z.object({ fundId, grantId }),
  body: command(z.object({})),
  reply: grantDetails,
})

const eligibility = z.object({
  outcome: z.enum(['yes', 'no', 'person']),
  reason: z.string(),
  sentence: z.string(),
})

const staffGrant = z.object({
  ...grantDetails.shape,
  steps: z.array(staffStep),
  /** The question about the purpose and the donor's answer; null if there was none. */
  benefit: z.nullable(z.object({ question: z.string(), answer: z.string() })),
  /** Why an approved grant is on hold, as a sentence; null if it is not. */
  held: z.nullable(z.string()),
  donorName: z.string(),
  eligibility: z.nullable(eligibility),
  /** The charity's current data in the register and the staff's profile; null if no register has it. */
  charityNow: z.nullable(
    z.object({
      refusedByStaff: z.boolean(),
      paysByEft: z.boolean(),
      evidence: z.record(z.string(), z.unknown()),
    }),
  ),
  evidence: z.array(z.object({ step: z.int(), evidence: z.nullable(z.record(z.string(), z.unknown())) })),
  /** Why the caller may not take the step, as a sentence; null if they may. */
  may: z.object({
    approve: z.nullable(z.string()),
    pay: z.nullable(z.string()),
    reject: z.nullable(z.string()),
  }),
})
export type StaffGrant = z.output<typeof staffGrant>

const queue = z._default(z.enum(['to-approve', 'to-pay']), 'to-approve')

/** A queue of the sponsor's staff, oldest first (§13). */
export const listGrantQueue = endpoint({
  method: 'GET',
  path: '/api/grants',
  summary: 'A queue of grants that wait for staff, oldest first',
  access: 'SUPER_DASHBOARD_VIEW',
  query: z.object({ ...listQuery, queue }),
  reply: listOf(
    z.object({
      ...grantRow.shape,
      fundId: z.int(),
      accountName: z.string(),
      donorName: z.string(),
      held: z.nullable(z.string()),
      ageDays: z.int(),
    }),
  ),
})

export const exportGrantQueue = endpoint({
  method: 'GET',
  path: '/api/grants/export',
  summary: 'Exports a queue of grants that wait for staff',
  access: 'SUPER_DASHBOARD_VIEW',
  query: z.object({ ...exportQuery, queue }),
  reply: fileReply,
  file: true,
})

export const getStaffGrant = endpoint({
  method: 'GET',
  path: '/api/grants/{grantId}',
  summary: 'A grant for review: its details, its evidence, and the charity’s current status',
  access: 'SUPER_DASHBOARD_VIEW',
  params: z.object({ grantId }),
  reply: staffGrant,
})

const text = z.nullable(z.string().check(z.maxLength(1000, 'Use 1,000 characters or fewer')))
/** `reason` is for staff and auditors only, `message` for the donor. */
const texts = z.object({ reason: z._default(text, null), message: z._default(text, null) })

export const approveGrant = endpoint({
  method: 'POST',
  path: '/api/grants/{grantId}/approve',
  summary: 'Approves a grant; refused to the person who recommended it',
  access: 'GRANT_APPROVE',
  params: z.object({ grantId }),
  body: command(texts),
  reply: staffGrant,
})

export const rejectGrant = endpoint({
  method: 'POST',
  path: '/api/grants/{grantId}/reject',
  summary: 'Rejects a grant with a message to the donor; the amount is available to the donor again',
  access: 'GRANT_APPROVE',
  params: z.object({ grantId }),
  body: command(texts),
  reply: staffGrant,
})

export const payGrant = endpoint({
  method: 'POST',
  path: '/api/grants/{grantId}/pay',
  summary:
    'Records the payment of an approved grant; from the threshold on, refused to the person who approved it',
  access: 'GRANT_PAY',
  // A payment cannot be undone, so each one requires a recent verification.
  stepUp: true,
  params: z.object({ grantId }),
  body: command(
    z.object({
      paymentMethod: z.enum(['eft', 'cheque']),
      paymentReference: z
        .string()
        .check(z.trim(), z.minLength(1, 'Enter the payment reference'), z.maxLength(60)),
    }),
  ),
  reply: staffGrant,
})
