import * as z from 'zod/mini'
import { endpoint } from '../../contract/endpoint.ts'
import { exportQuery, fileReply } from '../../contract/list.ts'
import { maxMessageLength } from '../../contract/required-text.ts'
import { typedText } from '../../contract/typed-text.ts'
import {
  charityId,
  command,
  currency,
  fundId,
  isoDate,
  listQuery,
  money,
  sentAmount,
} from '../../contract/wire.ts'
import { adviceChannels, withAdvice } from './domain/advice.ts'
import { grantChoices } from './domain/grant-choices.ts'
import { outcomeCodes, stepKinds } from './domain/grant-status.ts'
import { purposeCodes } from './domain/purpose.ts'
import { reviewStates } from './domain/review-states.ts'

const grantId = z.uuid()
const statusCode = z.int().check(z.minimum(1), z.maximum(9))

export const grantRow = z.object({
  grantId,
  transactionId: z.string(),
  createdDate: isoDate,
  charityId: z.string(),
  charityName: z.string(),
  grantPurpose: z.string(),
  namingCode: grantChoices.namingCode,
  amountMinor: money,
  returnedMinor: money,
  transactionStatusCode: statusCode,
  /** How it ended: statuses 7 and 9 each have more than one meaning. */
  outcome: z.nullable(z.enum(outcomeCodes)),
  state: z.string(),
})
export type GrantRow = z.output<typeof grantRow>

export const step = z.object({
  step: z.int(),
  transition: z.enum(stepKinds),
  state: z.string(),
  /** The fund's own people by name; the sponsor's staff as the sponsor. */
  actorName: z.string(),
  at: z.string(),
  /** What the sponsor wrote to the donor about this step. */
  message: z.nullable(z.string()),
})

/** Which donor advised what the sponsor's staff entered, how that came, and when. */
export const advice = z.nullable(
  z.object({ donorName: z.string(), channel: z.enum(adviceChannels), advisedOn: isoDate }),
)
export type Advice = z.output<typeof advice>

export const grantDetails = z.object({
  ...grantRow.shape,
  currency,
  fundId: z.int(),
  accountName: z.string(),
  reviewState: z.nullable(z.enum(reviewStates)),
  ...grantChoices,
  /** The fund's own person who recommended it; null where the sponsor's staff entered it. */
  recommendedByName: z.nullable(z.string()),
  /** The donor's advice that the staff followed; null where there is none on record. */
  advice,
  paidOn: z.nullable(isoDate),
  paymentMethod: z.nullable(z.enum(['eft', 'cheque'])),
  paymentReference: z.nullable(z.string()),
  mayCancel: z.boolean(),
  /** Whether the caller may answer the sponsor's question. */
  mayAnswer: z.boolean(),
  /** The next step, who has to act, and by when; null if there is none. */
  next: z.nullable(
    z.object({
      step: z.string(),
      from: z.enum(['sponsor', 'fund', 'charity']),
      by: z.nullable(isoDate),
    }),
  ),
  steps: z.array(step),
})
export type GrantDetails = z.output<typeof grantDetails>

const grantFilter = {
  charityId: z.optional(charityId),
  from: z.optional(isoDate),
  to: z.optional(isoDate),
}

/** §7 Grant activity: a fund's grants, or those to one charity; 5 and 7 stay out of a charity's history. */
export const listGrants = endpoint({
  method: 'GET',
  path: '/api/accounts/{fundId}/grants',
  summary: 'Lists grants of a fund, all or to one charity, with what was paid and what is pending',
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
  summary: 'Lists the purposes of a fund’s earlier grants to a charity, each once, latest first',
  access: 'GRANT_VIEW',
  params: z.object({ fundId, charityId }),
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

/** The terms of a grant, and of each grant of a schedule. */
export const grantTerms = {
  charityId,
  amountMinor: sentAmount,
  ...grantChoices,
}

export const recommendGrant = endpoint({
  method: 'POST',
  path: '/api/accounts/{fundId}/grants',
  summary:
    'Recommends a one-time grant; its amount is set aside from the available balance at once, unless it waits for funds',
  access: 'GRANT_RECOMMEND',
  records: ['grant-recommended'],
  idempotent: 'own-row',
  params: z.object({ fundId }),
  body: command(
    z.object({
      ...grantTerms,
      ...withAdvice,
      /** No goods, services or benefit; no binding pledge is met (§13). */
      certified: z.boolean(),
      /** Whether the donor confirmed a second grant to the same charity, of the same amount, within 30 days. */
      repeatConfirmed: z._default(z.boolean(), false),
    }),
  ),
  reply: grantDetails,
})

export const listAdvisingDonors = endpoint({
  method: 'GET',
  path: '/api/accounts/{fundId}/advising-donors',
  summary: 'Lists the donors of a fund, one of whom staff name when they enter a recommendation',
  access: 'GRANT_RECOMMEND',
  params: z.object({ fundId }),
  reply: z.object({
    data: z.array(z.object({ donorId: z.uuid(), name: z.string() })),
    /** The colleagues who may take the steps that whoever enters a grant may not; null to people who do not see the staff. */
    colleagues: z.nullable(z.object({ approve: z.array(z.string()), pay: z.array(z.string()) })),
  }),
})

export const getGrant = endpoint({
  method: 'GET',
  path: '/api/accounts/{fundId}/grants/{grantId}',
  summary: 'Returns one grant with its history',
  access: 'GRANT_VIEW',
  params: z.object({ fundId, grantId }),
  reply: grantDetails,
})

export const cancelGrant = endpoint({
  method: 'POST',
  path: '/api/accounts/{fundId}/grants/{grantId}/cancel',
  summary:
    'Cancels a recommendation before it is approved; an amount that was set aside is available again at once',
  access: 'GRANT_RECOMMEND',
  idempotent: true,
  audit: 'grant-cancelled',
  params: z.object({ fundId, grantId }),
  body: command(z.object({})),
  reply: grantDetails,
})

export const text = z.nullable(typedText(maxMessageLength))

export const answerGrant = endpoint({
  method: 'POST',
  path: '/api/accounts/{fundId}/grants/{grantId}/answer',
  summary: 'Answers a question of the sponsor about a grant, which puts it back under review',
  access: 'GRANT_RECOMMEND',
  idempotent: true,
  audit: 'grant-answered',
  params: z.object({ fundId, grantId }),
  body: command(z.object({ message: text })),
  reply: grantDetails,
})
