import * as z from 'zod/mini'
import { endpoint } from '../../../contract/endpoint.ts'
import { exportQuery, fileReply } from '../../../contract/list.ts'
import { requiredReason } from '../../../contract/required-text.ts'
import {
  command,
  isoDate,
  listOf,
  listQuery,
  money,
  searchKeywords,
  sentAmount,
  wholeNumber,
} from '../../../contract/wire.ts'
import { charityBrief, eligibility } from '../../charities/charities.contract.ts'
import { payeeFacts } from '../../charity-profiles/domain/payee-facts.ts'
import { waitingPosting } from '../../posting-requests/waiting-posting.contract.ts'
import { queueNames } from '../domain/grant-status.ts'
import { paymentMethods } from '../domain/payment-label.ts'
import { relatedPartyOutcomes } from '../domain/related-parties.ts'
import { grantDetails, grantRow, step } from '../grants.contract.ts'

const grantId = z.uuid()

/** The same for staff and auditors, who also read who it was and the internal note. */
const staffStep = z.object({ ...step.shape, reason: z.nullable(z.string()) })

/** Identifies the whole payee that a screen shows, so that an approval confirms that one and no other. */
export const payeeDigest = z.string().check(z.regex(/^[0-9a-f]{64}$/))

/** The payee that an approval would confirm: all that the payment and its letter take from it. */
const payeeToConfirm = z.object({
  name: z.string(),
  /** The name as the file for the bank has it, where it differs; null otherwise, and for a check. */
  bankName: z.nullable(z.string()),
  address: z.nullable(z.string()),
  /** Where the letter about a transfer is mailed to; null: letters are printed. */
  email: z.nullable(z.string()),
  method: z.enum(paymentMethods),
  /** The last digits of the account; null for a check, and for a transfer without confirmed bank details. */
  lastFour: z.nullable(z.string()),
  /** What changed since the recommendation, with the value before as text; an empty one means nothing. */
  changes: z.array(
    z.object({
      fact: z.enum(payeeFacts),
      before: z.string(),
      /** Two people of the staff, or a new file of the register. */
      madeBy: z.enum(['people', 'register']),
    }),
  ),
  digest: payeeDigest,
})
export type PayeeToConfirm = z.output<typeof payeeToConfirm>

const staffEligibility = z.object({ ...eligibility.shape, reason: z.string() })

/** The steps that staff take on the screen of a grant, in the order in which it offers them. */
export const staffCommands = [
  'approve',
  'ask',
  'reserve',
  'hold',
  'release',
  'reject',
  'clear',
  'reopen',
  'void',
  'voidPayment',
  'return',
  'reverseReturn',
  'reissue',
] as const
export type StaffCommand = (typeof staffCommands)[number]

const person = z.object({ userId: z.uuid(), name: z.string() })

const ownership = {
  /** Its owner; null: none. */
  owner: z.nullable(person),
  /** Who was the owner and may no longer decide about grants, as after the end of their access. */
  formerOwner: z.nullable(z.string()),
}

/** Another grant that this one replaces, or that replaces it. */
const linkedGrant = z.object({ grantId: z.uuid(), transactionId: z.string() })

const hold = z.object({
  reason: z.string(),
  heldByName: z.string(),
  heldAt: z.string(),
  releaseReason: z.nullable(z.string()),
  releasedByName: z.nullable(z.string()),
  releasedAt: z.nullable(z.string()),
})

const relatedParties = z.object({
  hints: z.array(z.string()),
  note: z.string(),
  notedByName: z.string(),
  notedAt: z.string(),
  outcome: z.nullable(z.enum(relatedPartyOutcomes)),
  reason: z.nullable(z.string()),
  decidedByName: z.nullable(z.string()),
  decidedAt: z.nullable(z.string()),
})

export const staffGrant = z.object({
  ...grantDetails.shape,
  steps: z.array(staffStep),
  /** The question about the purpose and the donor's answer; null if there was none. */
  benefit: z.nullable(z.object({ question: z.string(), answer: z.string() })),
  /** Why an approved grant is on hold, as a sentence; null if it is not. */
  held: z.nullable(z.string()),
  donorName: z.string(),
  /** The status of the fund, such as Immobile. */
  fundStatus: z.string(),
  /** Why that status does not let the grant be approved or paid, as a sentence; null if it does. */
  fundViolation: z.nullable(z.string()),
  /** The death or closing case that distributes the fund by this grant. */
  caseId: z.nullable(z.uuid()),
  /** Charities of nearly the same name. */
  sharesNameWith: z.array(charityBrief),
  /** What all funds of the book gave to this charity: grants that were not cancelled or rejected, and what was paid. */
  givenByAll: z.object({ grants: z.int(), paidMinor: money }),
  /** Matches of the charity's name or address with the fund's people, as sentences. */
  hints: z.array(z.string()),
  /** The cases about related parties, the latest last; an open one has no outcome. */
  relatedParties: z.array(relatedParties),
  /** Why the caller may not decide the open case, as a sentence; null if they may, and where none is open. */
  relatedPartiesRefusal: z.nullable(z.string()),
  eligibility: z.nullable(staffEligibility),
  /** The charity's current data in the register and the staff's profile; null if no register has it. */
  charityNow: z.nullable(
    z.object({
      refusedByStaff: z.boolean(),
      paysByEft: z.boolean(),
      /** The payee that an approval would confirm; null once the grant is decided. */
      payee: z.nullable(payeeToConfirm),
      evidence: z.record(z.string(), z.unknown()),
    }),
  ),
  evidence: z.array(z.object({ step: z.int(), evidence: z.nullable(z.record(z.string(), z.unknown())) })),
  ...ownership,
  /** The banking day by which staff have to act; null where nothing is awaited from them. */
  dueOn: z.nullable(isoDate),
  /** The holds, the latest last; an open one has not been released. */
  holds: z.array(hold),
  isOnHold: z.boolean(),
  /** The payment run that has it or paid it. */
  paymentRun: z.nullable(z.object({ runId: z.uuid(), runNumber: z.int(), state: z.string() })),
  /** The returned grant that this one reissues. */
  reissueOf: z.nullable(linkedGrant),
  /** The grant that reissues this one. */
  reissuedAs: z.nullable(linkedGrant),
  /** The returns that were recorded by people and stand, earliest first: these can be taken back. */
  returns: z.array(
    z.object({ entryId: z.uuid(), amountMinor: money, on: isoDate, reference: z.nullable(z.string()) }),
  ),
  /** A command that waits for a second person; null if there is none. */
  postingRequest: z.nullable(waitingPosting),
  /** For each step that the grant's state allows: why the caller may not take it, as a sentence; null if they may. */
  commands: z.partialRecord(z.enum(staffCommands), z.nullable(z.string())),
})
export type StaffGrant = z.output<typeof staffGrant>

/** What a grant waits for: a decision or payment by staff, an answer, funds, the end of a hold, or a decision about related parties. */
export const waitsFor = ['staff', 'answer', 'funds', 'release', 'compliance'] as const

const queueFilter = {
  queue: z._default(z.enum(queueNames), 'to-approve'),
  keywords: z._default(searchKeywords, ''),
  waitsFor: z.optional(z.enum(waitsFor)),
  /** At least as many calendar days old. */
  ageDays: z.optional(wholeNumber(1, 3650)),
  fromMinor: z.optional(sentAmount),
  toMinor: z.optional(sentAmount),
  /** The register's answer at the time of the recommendation. */
  eligibility: z.optional(z.enum(['yes', 'person'])),
  owner: z.optional(z.union([z.enum(['nobody']), z.uuid()])),
}

export const queueRow = z.object({
  ...grantRow.shape,
  fundId: z.int(),
  accountName: z.string(),
  donorName: z.string(),
  /** Of the charity. */
  logoUrl: z.nullable(z.string()),
  held: z.nullable(z.string()),
  isOnHold: z.boolean(),
  ageDays: z.int(),
  ...ownership,
  dueOn: z.nullable(isoDate),
  /** Whether it can be offered for the approval of several at once: eligible, nothing asked, no hold, below dual control. */
  mayBeClean: z.boolean(),
  /** The payee that an approval would confirm; null once the grant is decided, and for a charity that no register has. */
  payee: z.nullable(payeeToConfirm),
})

export type QueueRow = z.output<typeof queueRow>

/** A queue of the sponsor's staff, oldest first (§13). */
export const listGrantQueue = endpoint({
  method: 'GET',
  path: '/api/grants',
  summary: 'Lists the grants of a queue that wait for staff, oldest first',
  access: 'SUPER_DASHBOARD_VIEW',
  query: z.object({ ...listQuery, ...queueFilter }),
  reply: listOf(queueRow),
})

const dueCount = z.object({ today: z.int(), late: z.int() })

export const countDueGrants = endpoint({
  method: 'GET',
  path: '/api/grants/due',
  summary: 'Counts the grants of each queue on which staff have to act today, and those that are late',
  access: 'SUPER_DASHBOARD_VIEW',
  reply: z.object({ data: z.object({ 'to-approve': dueCount, 'to-pay': dueCount }) }),
})

export const exportGrantQueue = endpoint({
  method: 'GET',
  path: '/api/grants/export',
  summary: 'Exports a queue of grants that wait for staff',
  access: 'SUPER_DASHBOARD_VIEW',
  records: ['file-exported'],
  query: z.object({ ...exportQuery, ...queueFilter }),
  reply: fileReply,
  file: true,
})

export const listReviewers = endpoint({
  method: 'GET',
  path: '/api/grant-reviewers',
  summary: 'Lists the staff who can take over a grant',
  access: 'GRANT_APPROVE',
  reply: z.object({ data: z.array(person) }),
})

export const setGrantOwner = endpoint({
  method: 'POST',
  path: '/api/grants/{grantId}/owner',
  summary: 'Claims a grant, hands it over or gives it back; repeating it changes nothing',
  access: 'GRANT_APPROVE',
  params: z.object({ grantId }),
  body: command(z.object({ ownerId: z.nullable(z.uuid()) })),
  reply: staffGrant,
})

/** A person reads the reason for all of them again, and each is decided by itself. */
export const maxApprovedAtOnce = 100

export const approveGrants = endpoint({
  method: 'POST',
  path: '/api/grants/approve',
  summary: 'Approves several clean grants with one reason; returns why each of the others was not approved',
  access: 'GRANT_APPROVE',
  idempotent: true,
  audit: 'grants-approved',
  // Each is below the threshold for two people; their sum may not be.
  stepUp: true,
  body: command(
    z.object({
      grants: z
        .array(z.object({ grantId, payeeSeen: z.nullable(payeeDigest) }))
        .check(z.minLength(1, 'Choose a grant'), z.maxLength(maxApprovedAtOnce)),
      reason: requiredReason,
    }),
  ),
  reply: z.object({
    data: z.array(z.object({ grantId, refusal: z.nullable(z.string()) })),
  }),
})

export const getStaffGrant = endpoint({
  method: 'GET',
  path: '/api/grants/{grantId}',
  summary: 'Returns a grant for review: its details, its evidence, and the charity’s current status',
  access: 'SUPER_DASHBOARD_VIEW',
  params: z.object({ grantId }),
  reply: staffGrant,
})
