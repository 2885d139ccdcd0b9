import * as z from 'zod/mini'
import { endpoint } from '../../contract/endpoint.ts'
import { requiredMessage, requiredReason } from '../../contract/required-text.ts'
import { amountAboveZero, charityId, command, fundId, isoDate, money } from '../../contract/wire.ts'
import { payout } from './case-payout.contract.ts'

export const caseKinds = ['death', 'closing'] as const
const caseStates = ['opened', 'distributing', 'completed', 'cancelled'] as const

const caseId = z.uuid()
const shareId = z.uuid()

const caseBrief = z.object({
  caseId,
  /** The number that people read out. */
  number: z.string(),
  kind: z.enum(caseKinds),
  fundId: z.int(),
  accountName: z.string(),
  /** The donor who died; null for a closing. */
  personName: z.nullable(z.string()),
  state: z.enum(caseStates),
  outcome: z.nullable(z.enum(['returned', 'handed-over', 'closed'])),
  openedByName: z.string(),
  openedOn: isoDate,
})
export type CaseBrief = z.output<typeof caseBrief>

/** A case of the same death, about another account of the person. */
const otherCase = z.pick(caseBrief, {
  caseId: true,
  number: true,
  fundId: true,
  accountName: true,
  state: true,
  outcome: true,
})

const share = z.object({
  shareId,
  designation: z.enum(['individual', 'charity', 'fund', 'unnamed']),
  /** Hundredths of a percent. */
  shareHundredths: z.int(),
  name: z.string(),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  state: z.enum(['waiting', 'declined', 'ready']),
  /** The recipient, as people read it; null while it is not decided. */
  goesTo: z.nullable(z.string()),
  /** Why that recipient cannot receive now, as a sentence; null if it can. */
  violation: z.nullable(z.string()),
  declinedReason: z.nullable(z.string()),
  invitedOn: z.nullable(isoDate),
  /** The amount distributed to it, less returns. */
  paidMinor: money,
  /** The amount due from the fund's current balance. */
  dueMinor: money,
  /** A new recipient that awaits confirmation. */
  redirection: z.nullable(
    z.object({
      redirectionId: z.uuid(),
      toName: z.string(),
      reason: z.string(),
      enteredByName: z.string(),
      /** Why the caller may not confirm it, as a sentence; null if they may. */
      confirmationRefusal: z.nullable(z.string()),
    }),
  ),
  /** Why the recipient cannot be changed now, as a sentence; null if it can. */
  redirectionRefusal: z.nullable(z.string()),
})
export type CaseShare = z.output<typeof share>

export const caseDetails = z.object({
  ...caseBrief.shape,
  diedOn: z.nullable(isoDate),
  /** Both null where the case was opened with one of another book, until the confirmation names a document of this account. */
  documentId: z.nullable(z.uuid()),
  documentName: z.nullable(z.string()),
  reason: z.string(),
  planVersion: z.nullable(z.int()),
  confirmedByName: z.nullable(z.string()),
  confirmedOn: z.nullable(isoDate),
  accountStatus: z.string(),
  spendableMinor: money,
  excludedMinor: money,
  pendingMinor: money,
  shares: z.array(share),
  /** What the case made, oldest first. */
  payouts: z.array(payout),
  /** Of a death: the cases of the person's other accounts. */
  otherCases: z.array(otherCase),
  /** The remaining steps, as sentences. */
  remaining: z.array(z.string()),
  events: z.array(
    z.object({
      kind: z.string(),
      sentence: z.string(),
      byName: z.string(),
      text: z.nullable(z.string()),
      at: z.string(),
    }),
  ),
  /** For each step: absent where the case does not allow it; else why the caller may not take it, or null. */
  commands: z.object({
    confirm: z.optional(z.nullable(z.string())),
    cancel: z.optional(z.nullable(z.string())),
    distribute: z.optional(z.nullable(z.string())),
    release: z.optional(z.nullable(z.string())),
    handOver: z.optional(z.nullable(z.string())),
    close: z.optional(z.nullable(z.string())),
  }),
})
export type CaseDetails = z.output<typeof caseDetails>

export const listCases = endpoint({
  method: 'GET',
  path: '/api/estate-cases',
  summary: 'Lists death and closing cases, the open ones first',
  access: 'SUPER_DASHBOARD_VIEW',
  reply: z.object({ data: z.array(caseBrief) }),
})

export const getCase = endpoint({
  method: 'GET',
  path: '/api/estate-cases/{caseId}',
  summary: 'Returns a case with its shares, its steps and what is still to do',
  access: 'SUPER_DASHBOARD_VIEW',
  params: z.object({ caseId }),
  reply: caseDetails,
})

/** The link works as that of downloadDocument. */
export const downloadCaseDocument = endpoint({
  method: 'GET',
  path: '/api/estate-cases/{caseId}/document',
  summary: 'Returns a link that downloads the death certificate or the signed instruction of a case',
  access: 'SUPER_DASHBOARD_VIEW',
  params: z.object({ caseId }),
  reply: z.object({ href: z.string() }),
})

/** What staff write about a step. */
export const caseTexts = {
  opened: requiredMessage('Describe what happened'),
  confirmed: requiredMessage('Say what you looked at'),
  released: requiredMessage('Say what was sold, and for how much'),
}

const step = {
  method: 'POST',
  access: 'ESTATE_MANAGE',
  idempotent: true,
  params: z.object({ caseId }),
  reply: caseDetails,
} as const

export const confirmCase = endpoint({
  ...step,
  path: '/api/estate-cases/{caseId}/confirm',
  summary:
    'Confirms a case after a check of its document; refused to the person who opened it. A person who died can no longer log in',
  records: ['case-confirmed', 'account-changed', 'access-ended'],
  stepUp: true,
  body: command(
    z.object({
      note: caseTexts.confirmed,
      /** The document, for a case that has none yet. */
      documentId: z.nullable(z.uuid()),
    }),
  ),
})

export const cancelCase = endpoint({
  ...step,
  path: '/api/estate-cases/{caseId}/cancel',
  summary:
    'Cancels a case before money has left; the account returns to its status. With a death, the unconfirmed cases of the person’s other accounts too',
  records: ['case-cancelled', 'account-changed'],
  body: command(z.object({ reason: requiredReason })),
})

export const distributeCase = endpoint({
  ...step,
  path: '/api/estate-cases/{caseId}/distribute',
  summary: 'Makes the transfers and grants that are due to the shares; repeating it makes nothing twice',
  records: ['case-distributed', 'account-changed'],
  stepUp: true,
  body: command(z.object({})),
})

export const releaseAssets = endpoint({
  ...step,
  path: '/api/estate-cases/{caseId}/release',
  summary: 'Records that excluded assets were sold',
  records: ['case-released'],
  stepUp: true,
  body: command(z.object({ amountMinor: amountAboveZero, reason: caseTexts.released })),
})

export const handOverFund = endpoint({
  ...step,
  path: '/api/estate-cases/{caseId}/hand-over',
  summary: 'Hands over the whole fund to the one successor who has accepted all of it',
  records: ['case-completed', 'account-changed'],
  stepUp: true,
  body: command(z.object({})),
})

export const closeFund = endpoint({
  ...step,
  path: '/api/estate-cases/{caseId}/close',
  summary: 'Closes the fund once it is empty, and completes the case',
  records: ['case-completed', 'account-changed'],
  stepUp: true,
  body: command(z.object({})),
})

/** The case whose entry is taken back. */
export const reversedCaseEntry = z.object({ caseId })

export const reverseCaseEntry = endpoint({
  method: 'POST',
  path: '/api/estate-cases/{caseId}/entries/{entryId}/reverse',
  summary:
    'Asks a second person to take back a transfer or a release of a case; the donors of its funds read the reason',
  access: 'POSTING_REVERSE',
  stepUp: true,
  idempotent: true,
  audit: 'case-reversal-requested',
  params: z.object({ caseId, entryId: z.uuid() }),
  body: command(z.object({ reason: requiredReason })),
  reply: caseDetails,
})

const shareParams = z.object({ caseId, shareId })

export const inviteSuccessor = endpoint({
  method: 'POST',
  path: '/api/estate-cases/{caseId}/shares/{shareId}/invite',
  summary: 'Mails a successor a new one-time link; the former one ends',
  records: ['case-invited'],
  access: 'ESTATE_MANAGE',
  params: shareParams,
  body: command(z.object({})),
  reply: caseDetails,
})

export const redirectShare = endpoint({
  method: 'POST',
  path: '/api/estate-cases/{caseId}/shares/{shareId}/redirect',
  summary: 'Enters another recipient of a share with the reason; a second person confirms it',
  records: ['case-redirected'],
  access: 'ESTATE_MANAGE',
  idempotent: true,
  params: shareParams,
  body: command(
    z.object({
      /** Both null: the default of the client. */
      charityId: z.nullable(charityId),
      toFundId: z.nullable(fundId),
      reason: requiredReason,
    }),
  ),
  reply: caseDetails,
})

export const confirmRedirection = endpoint({
  method: 'POST',
  path: '/api/estate-cases/{caseId}/shares/{shareId}/redirect/confirm',
  summary: 'Confirms another recipient of a share; refused to the person who entered it',
  records: ['case-redirection-confirmed'],
  access: 'ESTATE_MANAGE',
  stepUp: true,
  idempotent: true,
  params: shareParams,
  body: command(z.object({ redirectionId: z.uuid() })),
  reply: caseDetails,
})
