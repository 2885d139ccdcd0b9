import * as z from 'zod/mini'
import { endpoint } from '../../../contract/endpoint.ts'
import { messageToDonor, requiredReason } from '../../../contract/required-text.ts'
import { command, isoDate, sentAmount } from '../../../contract/wire.ts'
import { bankReference } from '../domain/grant-return.ts'
import { text } from '../grants.contract.ts'
import { payeeDigest, staffGrant } from './staff-grants.contract.ts'

const grantId = z.uuid()

/** `reason` is for staff and auditors only, `message` for the donor. */
export const texts = z.object({ reason: z._default(text, null), message: z._default(text, null) })

/** For a supporting organization: whether people of the fund control what it supports (domain/supported-control.ts). */
const controlsSupported = z._default(z.nullable(z.boolean()), null)

/** What staff say about money that came back. */
export const returned = z.object({
  ...texts.shape,
  returnedMinor: sentAmount,
  /** What the charity still had when the person decided. */
  remainingMinor: sentAmount,
  bankReference,
  /** The day in the bank's books. */
  returnedOn: isoDate,
  /** Whether the person was asked about a similar return, and said that this is another one. */
  isAnother: z._default(z.boolean(), false),
})

/** What staff may enter about a step: each command takes some of it. `returnedMinor`: what came back this time. */
export type StepAttributes = Pick<z.output<typeof returned>, 'reason' | 'message' | 'returnedMinor'>

export const approveGrant = endpoint({
  method: 'POST',
  path: '/api/grants/{grantId}/approve',
  summary: 'Approves a grant; refused to the person who recommended it',
  access: 'GRANT_APPROVE',
  idempotent: true,
  audit: 'grant-approved',
  params: z.object({ grantId }),
  body: command(z.object({ ...texts.shape, controlsSupported, payeeSeen: z.nullable(payeeDigest) })),
  reply: staffGrant,
})

export const rejectGrant = endpoint({
  method: 'POST',
  path: '/api/grants/{grantId}/reject',
  summary: 'Rejects a grant with a message to the donor; the amount is available to the donor again',
  access: 'GRANT_APPROVE',
  idempotent: true,
  audit: 'grant-rejected',
  params: z.object({ grantId }),
  body: command(texts),
  reply: staffGrant,
})

export const askAboutGrant = endpoint({
  method: 'POST',
  path: '/api/grants/{grantId}/ask',
  summary: 'Asks the donor a question; the grant waits for the answer',
  access: 'GRANT_APPROVE',
  idempotent: true,
  audit: 'grant-asked',
  params: z.object({ grantId }),
  body: command(texts),
  reply: staffGrant,
})

export const reissueGrant = endpoint({
  method: 'POST',
  path: '/api/grants/{grantId}/reissue',
  summary: 'Reissues a fully returned grant, once, as a new grant under review that someone else approves',
  access: 'GRANT_PAY',
  idempotent: true,
  audit: 'grant-reissued',
  params: z.object({ grantId }),
  body: command(z.object({ reason: requiredReason })),
  reply: staffGrant,
})

const onlyReason = z.object({ reason: text })

export const holdGrant = endpoint({
  method: 'POST',
  path: '/api/grants/{grantId}/hold',
  summary: 'Puts a grant on hold, which the donor never sees; while on hold, it is neither approved nor paid',
  access: 'GRANT_APPROVE',
  idempotent: true,
  audit: 'grant-held',
  params: z.object({ grantId }),
  body: command(onlyReason),
  reply: staffGrant,
})

export const releaseGrant = endpoint({
  method: 'POST',
  path: '/api/grants/{grantId}/release',
  summary: 'Ends the hold of a grant',
  access: 'GRANT_APPROVE',
  idempotent: true,
  audit: 'grant-hold-ended',
  params: z.object({ grantId }),
  body: command(onlyReason),
  reply: staffGrant,
})

export const reserveGrant = endpoint({
  method: 'POST',
  path: '/api/grants/{grantId}/reserve',
  summary: 'Sets aside the amount of a grant that waited for funds',
  access: 'GRANT_APPROVE',
  idempotent: true,
  audit: 'grant-reserved',
  params: z.object({ grantId }),
  body: command(onlyReason),
  reply: staffGrant,
})

export const reopenGrant = endpoint({
  method: 'POST',
  path: '/api/grants/{grantId}/reopen',
  summary: 'Returns an approved grant to review, because what its approval relied on has changed',
  access: 'GRANT_APPROVE',
  idempotent: true,
  audit: 'grant-reopened',
  params: z.object({ grantId }),
  body: command(z.object({ reason: requiredReason })),
  reply: staffGrant,
})

export const voidGrant = endpoint({
  method: 'POST',
  path: '/api/grants/{grantId}/void',
  summary: 'Cancels an approved grant before its payment; the amount is available to the donor again',
  access: 'GRANT_PAY',
  idempotent: true,
  audit: 'grant-voided',
  auditWhenFiled: 'grant-void-filed',
  params: z.object({ grantId }),
  body: command(texts),
  reply: staffGrant,
})

export const voidPayment = endpoint({
  method: 'POST',
  path: '/api/grants/{grantId}/void-payment',
  summary: 'Records that a payment was stopped; the amount is available to the donor again',
  access: 'GRANT_PAY',
  idempotent: true,
  audit: 'grant-payment-stopped',
  auditWhenFiled: 'grant-payment-stop-filed',
  params: z.object({ grantId }),
  body: command(texts),
  reply: staffGrant,
})

export const returnGrant = endpoint({
  method: 'POST',
  path: '/api/grants/{grantId}/return',
  summary: 'Records that the charity returned all or part of a grant',
  amountsOfRecord: true,
  access: 'GRANT_PAY',
  idempotent: true,
  audit: 'grant-returned',
  auditWhenFiled: 'grant-return-filed',
  params: z.object({ grantId }),
  body: command(returned),
  reply: staffGrant,
})

/** The return that was recorded by mistake, by its entry. */
export const reversedReturn = z.object({ entryId: z.uuid() })

export const reverseReturn = endpoint({
  method: 'POST',
  path: '/api/grants/{grantId}/reverse-return',
  summary: 'Asks a second person to take back a return that was recorded by mistake',
  access: 'POSTING_REVERSE',
  stepUp: true,
  idempotent: true,
  audit: 'grant-return-reversal-requested',
  params: z.object({ grantId }),
  body: command(z.extend(reversedReturn, { message: messageToDonor })),
  reply: staffGrant,
})

export const clearGrant = endpoint({
  method: 'POST',
  path: '/api/grants/{grantId}/clear',
  summary: 'Records that the charity has received the payment',
  access: 'GRANT_PAY',
  idempotent: true,
  audit: 'grant-cleared',
  params: z.object({ grantId }),
  body: command(onlyReason),
  reply: staffGrant,
})
